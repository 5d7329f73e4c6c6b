import { Caller, type CallerIdentity } from '@app/auth';
import { type Enroller, FactorEnrolment, FactorSettings, PasskeyLoginService } from '@app/flows';
import type { RequestClient } from '@app/tokens';
import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { EnrollerOf } from '../access/user.guards.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { SignedIn, toSignedIn } from '../sessions/session.dto.js';
import { ClientInfo } from '../wire/wire.js';
import {
  AddedPasskeyView,
  OwnPasskeysView,
  PasskeyChallengeView,
  PasskeyLoginRequest,
  PasskeyRequest,
  RenameRequest,
  toAddedPasskey,
  toOwnPasskeys,
  toPasskeyChallenge,
} from './factors.dto.js';

@ApiTags('Passkeys')
@Controller('api/auth/passkey')
export class PasskeyLoginController {
  constructor(private readonly service: PasskeyLoginService) {}

  @Post('options')
  @Endpoint({ id: 'passkeyLoginOptions', noEvents: true, bodiless: true, answers: PasskeyChallengeView })
  @Access('public', { limited: true })
  async options(): Promise<PasskeyChallengeView> {
    return toPasskeyChallenge(await this.service.options());
  }

  @Post('login')
  @Endpoint({
    id: 'signInWithPasskey',
    body: PasskeyLoginRequest,
    answers: SignedIn,
    fails: ['INVALID_CHALLENGE', 'PASSKEY_NOT_FOUND', 'INVALID_PASSKEY', 'USER_DISABLED'],
  })
  @Access('public', { limited: true, session: 'open' })
  async logIn(@Body() body: PasskeyLoginRequest, @ClientInfo() client: RequestClient): Promise<SignedIn> {
    const { challenge_id: challengeId, credential } = body;
    const { user, tokens } = await this.service.logIn({ challengeId, credential }, client);
    return toSignedIn(tokens, user);
  }
}

@ApiTags('Passkeys')
@Controller('api/auth/user/passkeys')
export class PasskeysController {
  constructor(
    private readonly enrolment: FactorEnrolment,
    private readonly factors: FactorSettings,
  ) {}

  @Post('options')
  @Endpoint({
    id: 'passkeyOptions',
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
  @Access('enroller', { limited: true })
  async options(@EnrollerOf() enroller: Enroller): Promise<PasskeyChallengeView> {
    return toPasskeyChallenge(await this.enrolment.passkeyOptions(enroller));
  }

  @Post()
  @Endpoint({
    id: 'addPasskey',
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
  @Access('enroller', { limited: true, session: 'open' })
  async add(
    @EnrollerOf() enroller: Enroller,
    @Body() { challenge_id: challengeId, credential, name }: PasskeyRequest,
    @ClientInfo() client: RequestClient,
  ): Promise<AddedPasskeyView> {
    return toAddedPasskey(await this.enrolment.addPasskey(enroller, { challengeId, credential, name }, client));
  }

  @Get()
  @Endpoint({ id: 'listPasskeys', noEvents: true, answers: OwnPasskeysView })
  @Access('user')
  async list(@Caller() caller: CallerIdentity): Promise<OwnPasskeysView> {
    return toOwnPasskeys(await this.factors.listPasskeys(caller));
  }

  @Patch(':passkey_id')
  @Endpoint({ id: 'renamePasskey', body: RenameRequest, fails: ['PASSKEY_NOT_FOUND'] })
  @Access('user:write')
  rename(
    @Caller() caller: CallerIdentity,
    @Param('passkey_id') passkeyId: string,
    @Body() { name }: RenameRequest,
  ): Promise<void> {
    return this.factors.renamePasskey(caller, passkeyId, name);
  }

  @Delete(':passkey_id')
  @Endpoint({
    id: 'removePasskey',
    bodiless: true,
    fails: ['PASSKEY_NOT_FOUND', 'LAST_SIGN_IN_METHOD', 'MFA_IS_REQUIRED', 'REAUTHENTICATION_REQUIRED'],
  })
  @Access('user:write')
  remove(@Caller() caller: CallerIdentity, @Param('passkey_id') passkeyId: string): Promise<void> {
    return this.factors.removePasskey(caller, passkeyId);
  }
}
