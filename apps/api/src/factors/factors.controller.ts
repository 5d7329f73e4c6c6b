import { Caller, type CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import {
  type Enroller,
  type FactorAnswer,
  FactorEnrolment,
  FactorResetService,
  FactorSettings,
  MfaVerifyService,
  ReauthenticationService,
  STOP_PATH,
} from '@app/flows';
import type { RequestClient } from '@app/tokens';
import { Body, Controller, Get, Param, Post, Req, Res, UseFilters, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { EnrollerOf } from '../access/user.guards.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { resetStoppedPage, stopResetPage } from '../pages/confirm-page.js';
import { PageContext, PageErrorFilter, sendPage } from '../pages/html-page.js';
import { RequestActorInterceptor } from '../wire/request-actor.interceptor.js';
import { ClientInfo, LinkToken } from '../wire/wire.js';
import {
  ConfirmTotpRequest,
  EnrolledFactor,
  type FactorFields,
  MfaPasskeyRequest,
  MfaRequest,
  MfaSignedIn,
  MfaVerifyRequest,
  MfaView,
  NewRecoveryCodes,
  NewTotp,
  PasskeyChallengeView,
  ReauthenticatedView,
  ReauthenticateRequest,
  ReauthenticationOptionsRequest,
  ReauthenticationOptionsView,
  RenameRequest,
  TotpRequest,
  toEnrolledFactor,
  toMfaSignedIn,
  toMfaView,
  toNewTotp,
  toPasskeyChallenge,
  toReauthenticated,
  toReauthenticationOptions,
  toRecoveryCodes,
} from './factors.dto.js';

@ApiTags('Second factors')
@Controller('api/auth')
export class FactorsController {
  constructor(
    private readonly factors: FactorSettings,
    private readonly enrolment: FactorEnrolment,
  ) {}

  @Endpoint('GET user/mfa', Access('user'), {
    id: 'getMfa',
    summary: 'List the second factors of the user',
    description: 'Without secrets. Authenticator apps that wait for their first code are left out.',
    noEvents: true,
    answers: MfaView,
  })
  async get(@Caller() caller: CallerIdentity): Promise<MfaView> {
    return toMfaView(await this.factors.overview(caller));
  }

  @Endpoint('PUT user/mfa', Access('user:write'), {
    id: 'updateMfa',
    summary: 'Switch the demand for a second factor on or off',
    description:
      'Ends all other sessions. Requires a recent sign-in. The answer has recovery codes if the user had none.',
    body: MfaRequest,
    answers: NewRecoveryCodes,
    fails: ['FACTOR_NOT_FOUND', 'EMAIL_NOT_VERIFIED', 'MFA_IS_REQUIRED', 'MFA_DISABLED', 'REAUTHENTICATION_REQUIRED'],
  })
  async setEnabled(
    @Caller() caller: CallerIdentity,
    @Body() { enabled }: MfaRequest,
  ): Promise<NewRecoveryCodes | undefined> {
    return toRecoveryCodes(await this.factors.setEnabled(caller, enabled));
  }

  @Endpoint('POST user/mfa/recovery-codes', Access('user:write'), {
    id: 'renewRecoveryCodes',
    summary: 'Make new recovery codes, which void the old ones',
    description: 'Shows the new codes once, and ends all other sessions. Requires a recent sign-in.',
    answers: NewRecoveryCodes,
    fails: ['MFA_NOT_ENABLED', 'REAUTHENTICATION_REQUIRED'],
  })
  async renewRecoveryCodes(@Caller() caller: CallerIdentity): Promise<NewRecoveryCodes | undefined> {
    return toRecoveryCodes(await this.factors.renewRecoveryCodes(caller));
  }

  @Endpoint('POST user/mfa/totp', Access('enroller', { limited: true }), {
    id: 'addTotp',
    summary: 'Add an authenticator app, which works after its first code',
    description:
      'Show `uri` as a QR code. Requires a recent sign-in, or the `mfa_token` of MFA_ENROLMENT_REQUIRED in place of the access token.',
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
  async addTotp(@EnrollerOf() enroller: Enroller, @Body() { name }: TotpRequest): Promise<NewTotp> {
    return toNewTotp(await this.enrolment.addTotp(enroller, name));
  }

  @Endpoint('POST user/mfa/totp/:factor_id/confirm', Access('enroller', { limited: true, session: 'open' }), {
    id: 'confirmTotp',
    summary: 'Confirm an authenticator app by its first code',
    description:
      'The first app switches second factors on, ends all other sessions, and answers with recovery codes, which are shown only once. With the `mfa_token` of MFA_ENROLMENT_REQUIRED it also signs in.',
    body: ConfirmTotpRequest,
    answers: EnrolledFactor,
    fails: ['FACTOR_NOT_FOUND', 'FACTOR_LIMIT_REACHED', 'INVALID_CODE', 'EMAIL_NOT_VERIFIED', 'INVALID_MFA_TOKEN'],
  })
  async confirmTotp(
    @EnrollerOf() enroller: Enroller,
    @Param('factor_id') factorId: string,
    @Body() { code }: ConfirmTotpRequest,
    @ClientInfo() client: RequestClient,
  ): Promise<EnrolledFactor | undefined> {
    return toEnrolledFactor(await this.enrolment.confirmTotp(enroller, factorId, code, client));
  }

  @Endpoint('PATCH user/mfa/totp/:factor_id', Access('user:write'), {
    id: 'renameTotp',
    summary: 'Rename an authenticator app',
    description: 'Requires a recent sign-in.',
    body: RenameRequest,
    fails: ['FACTOR_NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
  })
  renameTotp(
    @Caller() caller: CallerIdentity,
    @Param('factor_id') factorId: string,
    @Body() { name }: RenameRequest,
  ): Promise<void> {
    return this.factors.renameTotp(caller, factorId, name);
  }

  @Endpoint('DELETE user/mfa/totp/:factor_id', Access('user:write'), {
    id: 'removeTotp',
    summary: 'Remove an authenticator app',
    description:
      'Ends all other sessions. Removing the last factor switches second factors off. Requires a recent sign-in.',
    fails: ['FACTOR_NOT_FOUND', 'MFA_IS_REQUIRED', 'REAUTHENTICATION_REQUIRED'],
  })
  removeTotp(@Caller() caller: CallerIdentity, @Param('factor_id') factorId: string): Promise<void> {
    return this.factors.removeTotp(caller, factorId);
  }
}

/** The page that stops a reset of factors. It is for people only, so the OpenAPI document does not have it. */
@ApiExcludeController()
@UseFilters(PageErrorFilter)
@UseInterceptors(RequestActorInterceptor)
@Controller(STOP_PATH)
export class StopResetController {
  constructor(
    private readonly env: Env,
    private readonly resets: FactorResetService,
  ) {}

  @Get()
  @Access('public')
  async show(@LinkToken() token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const reset = await this.resets.findByToken(token);
    await sendPage(reply, 200, stopResetPage(new PageContext(this.env, request), reset, token));
  }

  @Post()
  @Access('public')
  async stop(@LinkToken() token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.resets.stopByToken(token);
    await sendPage(reply, 200, resetStoppedPage(new PageContext(this.env, request)));
  }
}

@ApiTags('Second factors')
@Controller('api/auth')
export class MfaController {
  constructor(
    private readonly verification: MfaVerifyService,
    private readonly reauthentication: ReauthenticationService,
  ) {}

  @Endpoint('POST mfa/verify', Access('public', { limited: true, session: 'open' }), {
    id: 'verifyMfa',
    summary: 'Finish a sign-in by a second factor',
    description:
      'After MFA_REQUIRED: `code` of an authenticator app, or a `recovery_code`. Each token allows five tries, and each code works once.',
    body: MfaVerifyRequest,
    answers: MfaSignedIn,
    fails: ['INVALID_MFA_TOKEN', 'INVALID_CODE', 'INVALID_CHALLENGE', 'INVALID_PASSKEY', 'USER_DISABLED'],
  })
  async verify(@Body() body: MfaVerifyRequest, @ClientInfo() client: RequestClient): Promise<MfaSignedIn> {
    const { mfa_token: mfaToken, trust_device: trusts = false } = body;
    return toMfaSignedIn(await this.verification.verify(mfaToken, answerOf(body), trusts, client));
  }

  @Endpoint('POST user/reauthenticate', Access('user:write', { limited: true }), {
    id: 'reauthenticate',
    summary: 'Reauthenticate, for changes that need a recent sign-in',
    description:
      'One of `password`, `code`, `recovery_code`, and `code_token` with `email_code`. A second factor raises the session to `aal2`. The refresh token stays.',
    body: ReauthenticateRequest,
    answers: ReauthenticatedView,
    fails: ['INVALID_PASSWORD', 'INVALID_CODE', 'INVALID_CHALLENGE', 'INVALID_PASSKEY'],
  })
  async reauthenticate(
    @Caller() caller: CallerIdentity,
    @Body() body: ReauthenticateRequest,
  ): Promise<ReauthenticatedView> {
    const { password, code_token: codeToken, email_code: emailCode } = body;
    if (password !== undefined) return toReauthenticated(await this.reauthentication.byPassword(caller, password));
    if (codeToken !== undefined || emailCode !== undefined) {
      const answer = { codeToken: codeToken ?? '', code: emailCode ?? '' };
      return toReauthenticated(await this.reauthentication.byEmailCode(caller, answer));
    }
    return toReauthenticated(await this.reauthentication.byFactor(caller, answerOf(body)));
  }

  @Endpoint('POST mfa/passkey/options', Access('public', { limited: true }), {
    id: 'mfaPasskeyOptions',
    summary: 'Begin the second step of a sign-in by a passkey',
    description: 'The options list the passkeys of the user. Finish with `verifyMfa`.',
    noEvents: true,
    body: MfaPasskeyRequest,
    answers: PasskeyChallengeView,
    fails: ['INVALID_MFA_TOKEN', 'FACTOR_NOT_FOUND'],
  })
  async forSecondStep(@Body() { mfa_token }: MfaPasskeyRequest): Promise<PasskeyChallengeView> {
    return toPasskeyChallenge(await this.verification.passkeyOptions(mfa_token));
  }

  @Endpoint('POST user/reauthenticate/options', Access('user:write', { limited: true }), {
    id: 'prepareReauthentication',
    summary: 'Ask for what a new proof needs',
    description:
      'With `passkey`, the challenge for a passkey; with `email_code`, a code is mailed, only to a user who has neither a password nor a second factor.',
    body: ReauthenticationOptionsRequest,
    answers: ReauthenticationOptionsView,
    fails: ['EMAIL_NOT_CONFIGURED', 'FACTOR_NOT_FOUND'],
  })
  async prepareReauthentication(
    @Caller() caller: CallerIdentity,
    @Body() { method }: ReauthenticationOptionsRequest,
    @ClientInfo() { userAgent }: RequestClient,
  ): Promise<ReauthenticationOptionsView> {
    return toReauthenticationOptions(await this.reauthentication.prepare(caller, { method, userAgent }));
  }
}

/**
 * The factor of a request.
 * @throws {ApiError} INVALID_REQUEST when there is none; INVALID_CHALLENGE, INVALID_PASSKEY for half of a passkey
 */
function answerOf({ code, recovery_code: recoveryCode, challenge_id, credential }: FactorFields): FactorAnswer {
  if (code !== undefined) return { code };
  if (recoveryCode !== undefined) return { recoveryCode };
  if (challenge_id !== undefined && credential !== undefined) return { challengeId: challenge_id, credential };
  if (credential !== undefined) throw new ApiError('INVALID_CHALLENGE');
  if (challenge_id !== undefined) throw new ApiError('INVALID_PASSKEY');
  throw new ApiError('INVALID_REQUEST', 'The request has no second factor.');
}
