import { Caller, type CallerIdentity } from '@app/auth';
import { PasskeyOptionsService, ReauthenticationOptionsService } from '@app/flows';
import type { Client } from '@app/tokens';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { ClientInfo } from '../wire/client.decorator.js';
import { PasskeyChallengeView, toPasskeyChallenge } from '../wire/passkey-fields.js';
import {
  MfaPasskeyRequest,
  ReauthenticationOptionsRequest,
  ReauthenticationOptionsView,
  toReauthenticationOptions,
} from './mfa.dto.js';

@ApiTags('Second factors')
@Controller('api/auth')
export class MfaOptionsController {
  constructor(
    private readonly passkeys: PasskeyOptionsService,
    private readonly options: ReauthenticationOptionsService,
  ) {}

  @Post('mfa/passkey/options')
  @Endpoint({
    id: 'mfaPasskeyOptions',
    noEvents: true,
    body: MfaPasskeyRequest,
    answers: PasskeyChallengeView,
    fails: ['INVALID_MFA_TOKEN', 'FACTOR_NOT_FOUND'],
  })
  @Access('public', { limited: true })
  async forSecondStep(@Body() { mfa_token }: MfaPasskeyRequest): Promise<PasskeyChallengeView> {
    return toPasskeyChallenge(await this.passkeys.forSecondStep(mfa_token));
  }

  @Post('user/reauthenticate/options')
  @Endpoint({
    id: 'prepareReauthentication',
    body: ReauthenticationOptionsRequest,
    answers: ReauthenticationOptionsView,
    fails: ['EMAIL_NOT_CONFIGURED', 'FACTOR_NOT_FOUND'],
  })
  @Access('user:write', { limited: true })
  async prepareReauthentication(
    @Caller() caller: CallerIdentity,
    @Body() { method }: ReauthenticationOptionsRequest,
    @ClientInfo() { userAgent }: Client,
  ): Promise<ReauthenticationOptionsView> {
    return toReauthenticationOptions(await this.options.prepare(caller, { method, userAgent }));
  }
}
