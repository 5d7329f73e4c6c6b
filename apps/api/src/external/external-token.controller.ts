import { Caller, type CallerIdentity } from '@app/auth';
import { ConfirmationService, ExchangeService } from '@app/flows';
import type { Client } from '@app/tokens';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { IssuedCodeView, toIssuedCode } from '../links/link.dto.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { SignedIn, toSignedIn } from '../sessions/session.dto.js';
import { ClientInfo } from '../wire/client.decorator.js';
import {
  ConfirmRequest,
  ConfirmVerifyRequest,
  ExternalTokenRequest,
  ExternalTokenView,
  toExternalToken,
} from './external-token.dto.js';

@ApiTags('External providers')
@Controller('api/auth/external')
export class ExternalTokenController {
  constructor(
    private readonly exchanges: ExchangeService,
    private readonly confirmations: ConfirmationService,
  ) {}

  @Post('token')
  @Endpoint({
    id: 'exchangeExternalCode',
    body: ExternalTokenRequest,
    answers: ExternalTokenView,
    fails: [
      'INVALID_CODE',
      'USER_DISABLED',
      'SIGN_UP_NOT_ALLOWED',
      'MFA_REQUIRED',
      'MFA_ENROLMENT_REQUIRED',
      'EMAIL_CONFIRMATION_REQUIRED',
      'IDENTITY_ALREADY_LINKED',
      'EMAIL_NOT_VERIFIED',
    ],
  })
  @Access('user-or-proof', { limited: true })
  async exchange(
    @Body() { code, code_verifier: codeVerifier }: ExternalTokenRequest,
    @Caller() caller: CallerIdentity | undefined,
    @ClientInfo() client: Client,
  ): Promise<ExternalTokenView> {
    return toExternalToken(await this.exchanges.exchange({ code, codeVerifier }, caller, client));
  }

  @Post('confirm')
  @Endpoint({
    id: 'confirmExternalEmail',
    body: ConfirmRequest,
    answers: IssuedCodeView,
    fails: ['INVALID_CODE', 'INVALID_EMAIL', 'EMAIL_NOT_CONFIGURED'],
  })
  @Access('public', { limited: true })
  async confirm(
    @Body() { pending_token: pendingToken, email }: ConfirmRequest,
    @ClientInfo() { userAgent }: Client,
  ): Promise<IssuedCodeView> {
    return toIssuedCode(await this.confirmations.send(pendingToken, email, userAgent));
  }

  @Post('confirm/verify')
  @Endpoint({
    id: 'verifyExternalEmail',
    body: ConfirmVerifyRequest,
    answers: SignedIn,
    fails: ['INVALID_CODE', 'USER_DISABLED', 'SIGN_UP_NOT_ALLOWED', 'MFA_REQUIRED', 'MFA_ENROLMENT_REQUIRED'],
  })
  @Access('public', { limited: true })
  async verify(
    @Body() { code_token: codeToken, code }: ConfirmVerifyRequest,
    @ClientInfo() client: Client,
  ): Promise<SignedIn> {
    const { user, tokens } = await this.confirmations.verify({ codeToken, code }, client);
    return toSignedIn(tokens, user);
  }
}
