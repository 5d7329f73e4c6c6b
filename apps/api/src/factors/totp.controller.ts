import { Caller, type CallerIdentity } from '@app/auth';
import { type Enroller, TotpService } from '@app/flows';
import type { Client } from '@app/tokens';
import { Body, Controller, Delete, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { EnrollerOf } from '../access/enroller.guard.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { ClientInfo } from '../wire/client.decorator.js';
import { EnrolledFactor, NewTotp, toEnrolledFactor, toNewTotp } from './factor-views.dto.js';
import { ConfirmTotpRequest, RenameRequest, TotpRequest } from './factors.dto.js';

@ApiTags('Second factors')
@Controller('api/auth/user/mfa/totp')
export class TotpController {
  constructor(private readonly totp: TotpService) {}

  @Post()
  @Endpoint({
    id: 'addTotp',
    body: TotpRequest,
    answers: NewTotp,
    fails: [
      'FACTOR_LIMIT_REACHED',
      'EMAIL_NOT_VERIFIED',
      'MFA_DISABLED',
      'INVALID_MFA_TOKEN',
      'REAUTHENTICATION_REQUIRED',
    ],
  })
  @Access('enroller', { limited: true })
  async add(@EnrollerOf() enroller: Enroller, @Body() { name }: TotpRequest): Promise<NewTotp> {
    return toNewTotp(await this.totp.add(enroller, name));
  }

  @Post(':factor_id/confirm')
  @Endpoint({
    id: 'confirmTotp',
    body: ConfirmTotpRequest,
    answers: EnrolledFactor,
    fails: ['FACTOR_NOT_FOUND', 'FACTOR_LIMIT_REACHED', 'INVALID_CODE', 'EMAIL_NOT_VERIFIED', 'INVALID_MFA_TOKEN'],
  })
  @Access('enroller', { limited: true, session: 'open' })
  async confirm(
    @EnrollerOf() enroller: Enroller,
    @Param('factor_id') factorId: string,
    @Body() { code }: ConfirmTotpRequest,
    @ClientInfo() client: Client,
  ): Promise<EnrolledFactor | undefined> {
    return toEnrolledFactor(await this.totp.confirm(enroller, factorId, code, client));
  }

  @Patch(':factor_id')
  @Endpoint({ id: 'renameTotp', body: RenameRequest, fails: ['FACTOR_NOT_FOUND', 'REAUTHENTICATION_REQUIRED'] })
  @Access('user:write')
  rename(
    @Caller() caller: CallerIdentity,
    @Param('factor_id') factorId: string,
    @Body() { name }: RenameRequest,
  ): Promise<void> {
    return this.totp.rename(caller, factorId, name);
  }

  @Delete(':factor_id')
  @Endpoint({
    id: 'removeTotp',
    bodiless: true,
    fails: ['FACTOR_NOT_FOUND', 'MFA_IS_REQUIRED', 'REAUTHENTICATION_REQUIRED'],
  })
  @Access('user:write')
  remove(@Caller() caller: CallerIdentity, @Param('factor_id') factorId: string): Promise<void> {
    return this.totp.remove(caller, factorId);
  }
}
