import { Caller, type CallerIdentity } from '@app/auth';
import { FactorList, MfaSwitch } from '@app/flows';
import { Body, Controller, Get, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { MfaView, NewRecoveryCodes, toMfaView, toRecoveryCodes } from './factor-views.dto.js';
import { MfaRequest } from './factors.dto.js';

@ApiTags('Second factors')
@Controller('api/auth')
export class FactorsController {
  constructor(
    private readonly factors: FactorList,
    private readonly mfa: MfaSwitch,
  ) {}

  @Get('user/mfa')
  @Endpoint({ id: 'getMfa', noEvents: true, answers: MfaView })
  @Access('user')
  async get(@Caller() caller: CallerIdentity): Promise<MfaView> {
    return toMfaView(await this.factors.overview(caller));
  }

  @Put('user/mfa')
  @Endpoint({
    id: 'updateMfa',
    body: MfaRequest,
    answers: NewRecoveryCodes,
    fails: ['FACTOR_NOT_FOUND', 'EMAIL_NOT_VERIFIED', 'MFA_IS_REQUIRED', 'MFA_DISABLED', 'REAUTHENTICATION_REQUIRED'],
  })
  @Access('user:write')
  async setEnabled(
    @Caller() caller: CallerIdentity,
    @Body() { enabled }: MfaRequest,
  ): Promise<NewRecoveryCodes | undefined> {
    return toRecoveryCodes(await this.mfa.setEnabled(caller, enabled));
  }

  @Post('user/mfa/recovery-codes')
  @Endpoint({
    id: 'renewRecoveryCodes',
    bodiless: true,
    answers: NewRecoveryCodes,
    fails: ['MFA_NOT_ENABLED', 'REAUTHENTICATION_REQUIRED'],
  })
  @Access('user:write')
  async renewRecoveryCodes(@Caller() caller: CallerIdentity): Promise<NewRecoveryCodes | undefined> {
    return toRecoveryCodes(await this.mfa.renewRecoveryCodes(caller));
  }
}
