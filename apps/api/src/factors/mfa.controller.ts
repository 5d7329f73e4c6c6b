import { Caller, type CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import type { FactorAnswer } from '@app/flows';
import { MfaVerifyService, ReauthenticationService } from '@app/flows';
import type { Client } from '@app/tokens';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { ClientInfo } from '../wire/client.decorator.js';
import {
  type FactorFields,
  MfaSignedIn,
  MfaVerifyRequest,
  ReauthenticatedView,
  ReauthenticateRequest,
  toMfaSignedIn,
  toReauthenticated,
} from './mfa.dto.js';

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
  async verify(@Body() body: MfaVerifyRequest, @ClientInfo() client: Client): Promise<MfaSignedIn> {
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
