import { Caller, type CallerIdentity } from '@app/auth';
import { EmailChange } from '@app/flows';
import { Controller, Delete, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { PendingEmailView, toPendingEmail } from './account.dto.js';

@ApiTags('Accounts')
@Controller('api/auth/user/email')
export class PendingEmailController {
  constructor(private readonly emails: EmailChange) {}

  @Get()
  @Endpoint({ id: 'getPendingEmail', noEvents: true, answers: PendingEmailView })
  @Access('user')
  async get(@Caller() { uid }: CallerIdentity): Promise<PendingEmailView> {
    return toPendingEmail(await this.emails.find(uid));
  }

  @Delete()
  @Endpoint({ id: 'forgetPendingEmail', bodiless: true })
  @Access('user:write')
  forget(@Caller() caller: CallerIdentity): Promise<void> {
    return this.emails.forgetOwn(caller);
  }
}
