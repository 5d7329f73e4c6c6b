import { ExternalConfirmation } from '@app/flows';
import type { Client } from '@app/tokens';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { IssuedCodeView, toIssuedCode } from '../links/link.dto.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { SignedIn, toSignedIn } from '../sessions/session.dto.js';
import { ClientInfo } from '../wire/client.decorator.js';
import { ConfirmRequest, ConfirmVerifyRequest } from './external-confirmation.dto.js';

@ApiTags('External providers')
@Controller('api/auth/external')
export class ExternalConfirmationController {
  constructor(private readonly confirmation: ExternalConfirmation) {}

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
    return toIssuedCode(await this.confirmation.send(pendingToken, email, userAgent));
  }

  @Post('confirm/verify')
  @Endpoint({
    id: 'verifyExternalEmail',
    body: ConfirmVerifyRequest,
    answers: SignedIn,
    fails: ['INVALID_CODE', 'USER_DISABLED', 'SIGN_UP_NOT_ALLOWED', 'MFA_REQUIRED', 'MFA_ENROLMENT_REQUIRED'],
  })
  @Access('public', { limited: true, session: 'open' })
  async verify(
    @Body() { code_token: codeToken, code }: ConfirmVerifyRequest,
    @ClientInfo() client: Client,
  ): Promise<SignedIn> {
    const { user, tokens } = await this.confirmation.verify({ codeToken, code }, client);
    return toSignedIn(tokens, user);
  }
}
