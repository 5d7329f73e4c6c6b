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
import {
  Body,
  Controller,
  Delete,
  Get,
  Param,
  Patch,
  Post,
  Put,
  Req,
  Res,
  UseFilters,
  UseInterceptors,
} from '@nestjs/common';
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
  constructor(private readonly factors: FactorSettings) {}

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
    return toRecoveryCodes(await this.factors.setEnabled(caller, enabled));
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
    return toRecoveryCodes(await this.factors.renewRecoveryCodes(caller));
  }
}

@ApiTags('Second factors')
@Controller('api/auth')
export class MfaOptionsController {
  constructor(
    private readonly verification: MfaVerifyService,
    private readonly reauthentication: ReauthenticationService,
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
    return toPasskeyChallenge(await this.verification.passkeyOptions(mfa_token));
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
    @ClientInfo() { userAgent }: RequestClient,
  ): Promise<ReauthenticationOptionsView> {
    return toReauthenticationOptions(await this.reauthentication.prepare(caller, { method, userAgent }));
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
@Controller('api/auth/user/mfa/totp')
export class TotpController {
  constructor(
    private readonly enrolment: FactorEnrolment,
    private readonly factors: FactorSettings,
  ) {}

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
    return toNewTotp(await this.enrolment.addTotp(enroller, name));
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
    @ClientInfo() client: RequestClient,
  ): Promise<EnrolledFactor | undefined> {
    return toEnrolledFactor(await this.enrolment.confirmTotp(enroller, factorId, code, client));
  }

  @Patch(':factor_id')
  @Endpoint({ id: 'renameTotp', body: RenameRequest, fails: ['FACTOR_NOT_FOUND', 'REAUTHENTICATION_REQUIRED'] })
  @Access('user:write')
  rename(
    @Caller() caller: CallerIdentity,
    @Param('factor_id') factorId: string,
    @Body() { name }: RenameRequest,
  ): Promise<void> {
    return this.factors.renameTotp(caller, factorId, name);
  }

  @Delete(':factor_id')
  @Endpoint({
    id: 'removeTotp',
    bodiless: true,
    fails: ['FACTOR_NOT_FOUND', 'MFA_IS_REQUIRED', 'REAUTHENTICATION_REQUIRED'],
  })
  @Access('user:write')
  remove(@Caller() caller: CallerIdentity, @Param('factor_id') factorId: string): Promise<void> {
    return this.factors.removeTotp(caller, factorId);
  }
}

@ApiTags('Second factors')
@Controller('api/auth')
export class MfaController {
  constructor(
    private readonly verification: MfaVerifyService,
    private readonly reauthentication: ReauthenticationService,
  ) {}

  @Post('mfa/verify')
  @Endpoint({
    id: 'verifyMfa',
    body: MfaVerifyRequest,
    answers: MfaSignedIn,
    fails: ['INVALID_MFA_TOKEN', 'INVALID_CODE', 'INVALID_CHALLENGE', 'INVALID_PASSKEY', 'USER_DISABLED'],
  })
  @Access('public', { limited: true, session: 'open' })
  async verify(@Body() body: MfaVerifyRequest, @ClientInfo() client: RequestClient): Promise<MfaSignedIn> {
    const { mfa_token: mfaToken, trust_device: trusts = false } = body;
    return toMfaSignedIn(await this.verification.verify(mfaToken, answerOf(body), trusts, client));
  }

  @Post('user/reauthenticate')
  @Endpoint({
    id: 'reauthenticate',
    body: ReauthenticateRequest,
    answers: ReauthenticatedView,
    fails: ['INVALID_PASSWORD', 'INVALID_CODE', 'INVALID_CHALLENGE', 'INVALID_PASSKEY'],
  })
  @Access('user:write', { limited: true })
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
