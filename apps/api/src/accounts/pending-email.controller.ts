import { BearerGuard, Caller, type CallerIdentity } from '@app/auth';
import { PendingEmailService } from '@app/flows';
import { Controller, Delete, Get, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ActiveUserGuard } from '../access/active-user.guard.js';
import { StaleTokenGuard } from '../access/stale-token.guard.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { PendingEmailView, toPendingEmail } from './account.dto.js';

@ApiTags('Accounts')
@Controller('api/auth/user/email')
export class PendingEmailController {
  constructor(private readonly emails: PendingEmailService) {}

  @Get()
  @Endpoint({ id: 'getPendingEmail', bearer: true, noEvents: true, answers: PendingEmailView })
  @UseGuards(BearerGuard, ActiveUserGuard)
  async get(@Caller() { uid }: CallerIdentity): Promise<PendingEmailView> {
    return toPendingEmail(await this.emails.find(uid));
  }

  @Delete()
  @Endpoint({ id: 'forgetPendingEmail', bearer: true, bodiless: true })
  @UseGuards(BearerGuard, ActiveUserGuard, StaleTokenGuard)
  forget(@Caller() caller: CallerIdentity): Promise<void> {
    return this.emails.forget(caller);
  }
}
