import { Caller, type CallerIdentity } from '@app/auth';
import { ConfirmationService, ExchangeService } from '@app/flows';
import type { Client } from '@app/tokens';
import { Body, Controller, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddressLimitGuard } from '../access/address-limit.guard.js';
import { OptionalBearerGuard } from '../access/bearer-or-reset.guard.js';
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
    limited: true,
    bearer: 'optional',
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
  @UseGuards(AddressLimitGuard, OptionalBearerGuard)
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
    limited: true,
    body: ConfirmRequest,
    answers: IssuedCodeView,
    fails: ['INVALID_CODE', 'INVALID_EMAIL', 'EMAIL_NOT_CONFIGURED'],
  })
  @UseGuards(AddressLimitGuard)
  async confirm(
    @Body() { pending_token: pendingToken, email }: ConfirmRequest,
    @ClientInfo() { userAgent }: Client,
  ): Promise<IssuedCodeView> {
    return toIssuedCode(await this.confirmations.send(pendingToken, email, userAgent));
  }

  @Post('confirm/verify')
  @Endpoint({
    id: 'verifyExternalEmail',
    limited: true,
    body: ConfirmVerifyRequest,
    answers: SignedIn,
    fails: ['INVALID_CODE', 'USER_DISABLED', 'SIGN_UP_NOT_ALLOWED', 'MFA_REQUIRED', 'MFA_ENROLMENT_REQUIRED'],
  })
  @UseGuards(AddressLimitGuard)
  async verify(
    @Body() { code_token: codeToken, code }: ConfirmVerifyRequest,
    @ClientInfo() client: Client,
  ): Promise<SignedIn> {
    const { user, tokens } = await this.confirmations.verify({ codeToken, code }, client);
    return toSignedIn(tokens, user);
  }
}
