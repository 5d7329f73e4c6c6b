import { BearerGuard, Caller, type CallerIdentity } from '@app/auth';
import type { Enroller } from '@app/flows';
import { OwnPasskeysService, PasskeyEnrolmentService } from '@app/flows';
import type { Client } from '@app/tokens';
import { Body, Controller, Delete, Get, Param, Patch, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ActiveUserGuard } from '../access/active-user.guard.js';
import { AddressLimitGuard } from '../access/address-limit.guard.js';
import { EnrollerGuard, EnrollerOf } from '../access/enroller.guard.js';
import { StaleTokenGuard } from '../access/stale-token.guard.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { ClientInfo } from '../wire/client.decorator.js';
import { PasskeyChallengeView, toPasskeyChallenge } from '../wire/passkey-fields.js';
import { RenameRequest } from './factors.dto.js';
import { AddedPasskeyView, OwnPasskeysView, PasskeyRequest, toAddedPasskey, toOwnPasskeys } from './passkeys.dto.js';

@ApiTags('Passkeys')
@Controller('api/auth/user/passkeys')
export class PasskeysController {
  constructor(
    private readonly enrolment: PasskeyEnrolmentService,
    private readonly own: OwnPasskeysService,
  ) {}

  @Post('options')
  @Endpoint({
    id: 'passkeyOptions',
    limited: true,
    bearer: true,
    bodiless: true,
    answers: PasskeyChallengeView,
    fails: [
      'FACTOR_LIMIT_REACHED',
      'EMAIL_NOT_VERIFIED',
      'MFA_DISABLED',
      'INVALID_MFA_TOKEN',
      'REAUTHENTICATION_REQUIRED',
    ],
  })
  @UseGuards(AddressLimitGuard, EnrollerGuard)
  async options(@EnrollerOf() enroller: Enroller): Promise<PasskeyChallengeView> {
    return toPasskeyChallenge(await this.enrolment.options(enroller));
  }

  @Post()
  @Endpoint({
    id: 'addPasskey',
    limited: true,
    bearer: true,
    body: PasskeyRequest,
    answers: AddedPasskeyView,
    fails: [
      'INVALID_CHALLENGE',
      'INVALID_PASSKEY',
      'PASSKEY_EXISTS',
      'FACTOR_LIMIT_REACHED',
      'EMAIL_NOT_VERIFIED',
      'INVALID_MFA_TOKEN',
      'REAUTHENTICATION_REQUIRED',
    ],
  })
  @UseGuards(AddressLimitGuard, EnrollerGuard)
  async add(
    @EnrollerOf() enroller: Enroller,
    @Body() { challenge_id: challengeId, credential, name }: PasskeyRequest,
    @ClientInfo() client: Client,
  ): Promise<AddedPasskeyView> {
    return toAddedPasskey(await this.enrolment.add(enroller, { challengeId, credential, name }, client));
  }

  @Get()
  @Endpoint({ id: 'listPasskeys', bearer: true, noEvents: true, answers: OwnPasskeysView })
  @UseGuards(BearerGuard, ActiveUserGuard)
  async list(@Caller() caller: CallerIdentity): Promise<OwnPasskeysView> {
    return toOwnPasskeys(await this.own.list(caller));
  }

  @Patch(':passkey_id')
  @Endpoint({ id: 'renamePasskey', bearer: true, body: RenameRequest, fails: ['PASSKEY_NOT_FOUND'] })
  @UseGuards(BearerGuard, ActiveUserGuard, StaleTokenGuard)
  rename(
    @Caller() caller: CallerIdentity,
    @Param('passkey_id') passkeyId: string,
    @Body() { name }: RenameRequest,
  ): Promise<void> {
    return this.own.rename(caller, passkeyId, name);
  }

  @Delete(':passkey_id')
  @Endpoint({
    id: 'removePasskey',
    bearer: true,
    bodiless: true,
    fails: ['PASSKEY_NOT_FOUND', 'LAST_SIGN_IN_METHOD', 'MFA_IS_REQUIRED', 'REAUTHENTICATION_REQUIRED'],
  })
  @UseGuards(BearerGuard, ActiveUserGuard, StaleTokenGuard)
  remove(@Caller() caller: CallerIdentity, @Param('passkey_id') passkeyId: string): Promise<void> {
    return this.own.remove(caller, passkeyId);
  }
}
