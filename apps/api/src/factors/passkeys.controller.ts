import { Caller, type CallerIdentity } from '@app/auth';
import { type Enroller, FactorEnrolment, FactorSettings, PasskeyLoginService } from '@app/flows';
import type { RequestClient } from '@app/tokens';
import { Body, Controller, Param } from '@nestjs/common';
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

  @Endpoint('POST options', Access('public', { limited: true }), {
    id: 'passkeyLoginOptions',
    summary: 'Begin a sign-in by a passkey',
    description: 'The browser offers the passkeys that it knows, so the request names no user.',
    noEvents: true,
    answers: PasskeyChallengeView,
  })
  async options(): Promise<PasskeyChallengeView> {
    return toPasskeyChallenge(await this.service.options());
  }

  @Endpoint('POST login', Access('public', { limited: true, session: 'open' }), {
    id: 'signInWithPasskey',
    summary: 'Sign in by a passkey',
    description:
      'The authenticator verifies the user by a PIN or biometrics, so no second factor is asked for. After PASSKEY_NOT_FOUND the page can signal the browser to remove the passkey.',
    body: PasskeyLoginRequest,
    answers: SignedIn,
    fails: ['INVALID_CHALLENGE', 'PASSKEY_NOT_FOUND', 'INVALID_PASSKEY', 'USER_DISABLED'],
  })
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

  @Endpoint('POST options', Access('enroller', { limited: true }), {
    id: 'passkeyOptions',
    summary: 'Begin the creation of a passkey',
    description:
      'Requires a recent sign-in, or the `mfa_token` of MFA_ENROLMENT_REQUIRED in place of the access token.',
    answers: PasskeyChallengeView,
    fails: [
      'FACTOR_LIMIT_REACHED',
      'EMAIL_NOT_VERIFIED',
      'MFA_DISABLED',
      'INVALID_MFA_TOKEN',
      'REAUTHENTICATION_REQUIRED',
    ],
  })
  async options(@EnrollerOf() enroller: Enroller): Promise<PasskeyChallengeView> {
    return toPasskeyChallenge(await this.enrolment.passkeyOptions(enroller));
  }

  @Endpoint('POST', Access('enroller', { limited: true, session: 'open' }), {
    id: 'addPasskey',
    summary: 'Add a passkey',
    description:
      'Ends no session, and asks for no second factor from now on. Requires a recent sign-in. With the `mfa_token` of MFA_ENROLMENT_REQUIRED it switches second factors on, signs in, and answers with recovery codes, which are shown only once.',
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
  async add(
    @EnrollerOf() enroller: Enroller,
    @Body() { challenge_id: challengeId, credential, name }: PasskeyRequest,
    @ClientInfo() client: RequestClient,
  ): Promise<AddedPasskeyView> {
    return toAddedPasskey(await this.enrolment.addPasskey(enroller, { challengeId, credential, name }, client));
  }

  @Endpoint('GET', Access('user'), {
    id: 'listPasskeys',
    summary: 'List the passkeys of the user',
    description: 'With what the signals of the browser need: the domain, the user handle and the credential ids.',
    noEvents: true,
    answers: OwnPasskeysView,
  })
  async list(@Caller() caller: CallerIdentity): Promise<OwnPasskeysView> {
    return toOwnPasskeys(await this.factors.listPasskeys(caller));
  }

  @Endpoint('PATCH :passkey_id', Access('user:write'), {
    id: 'renamePasskey',
    summary: 'Rename a passkey',
    description: 'The name is only for lists. The authenticator keeps its own.',
    body: RenameRequest,
    fails: ['PASSKEY_NOT_FOUND'],
  })
  rename(
    @Caller() caller: CallerIdentity,
    @Param('passkey_id') passkeyId: string,
    @Body() { name }: RenameRequest,
  ): Promise<void> {
    return this.factors.renamePasskey(caller, passkeyId, name);
  }

  @Endpoint('DELETE :passkey_id', Access('user:write'), {
    id: 'removePasskey',
    summary: 'Remove a passkey',
    description:
      'Ends all other sessions. Removing the last factor switches second factors off. The last way to sign in stays. Requires a recent sign-in.',
    fails: ['PASSKEY_NOT_FOUND', 'LAST_SIGN_IN_METHOD', 'MFA_IS_REQUIRED', 'REAUTHENTICATION_REQUIRED'],
  })
  remove(@Caller() caller: CallerIdentity, @Param('passkey_id') passkeyId: string): Promise<void> {
    return this.factors.removePasskey(caller, passkeyId);
  }
}
