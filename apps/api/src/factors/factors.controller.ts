import { BearerGuard, Caller, type CallerIdentity } from '@app/auth';
import { FactorList, MfaSwitch } from '@app/flows';
import { Body, Controller, Get, Post, Put, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ActiveUserGuard } from '../access/active-user.guard.js';
import { StaleTokenGuard } from '../access/stale-token.guard.js';
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
  @Endpoint({ id: 'getMfa', bearer: true, noEvents: true, answers: MfaView })
  @UseGuards(BearerGuard, ActiveUserGuard)
  async get(@Caller() caller: CallerIdentity): Promise<MfaView> {
    return toMfaView(await this.factors.overview(caller));
  }

  @Put('user/mfa')
  @Endpoint({
    id: 'updateMfa',
    bearer: true,
    body: MfaRequest,
    answers: NewRecoveryCodes,
    fails: ['FACTOR_NOT_FOUND', 'EMAIL_NOT_VERIFIED', 'MFA_IS_REQUIRED', 'MFA_DISABLED', 'REAUTHENTICATION_REQUIRED'],
  })
  @UseGuards(BearerGuard, ActiveUserGuard, StaleTokenGuard)
  async setEnabled(
    @Caller() caller: CallerIdentity,
    @Body() { enabled }: MfaRequest,
  ): Promise<NewRecoveryCodes | undefined> {
    return toRecoveryCodes(await this.mfa.setEnabled(caller, enabled));
  }

  @Post('user/mfa/recovery-codes')
  @Endpoint({
    id: 'renewRecoveryCodes',
    bearer: true,
    bodiless: true,
    answers: NewRecoveryCodes,
    fails: ['MFA_NOT_ENABLED', 'REAUTHENTICATION_REQUIRED'],
  })
  @UseGuards(BearerGuard, ActiveUserGuard, StaleTokenGuard)
  async renewRecoveryCodes(@Caller() caller: CallerIdentity): Promise<NewRecoveryCodes | undefined> {
    return toRecoveryCodes(await this.mfa.renewRecoveryCodes(caller));
  }
}
