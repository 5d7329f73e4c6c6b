import { Caller, type CallerIdentity } from '@app/auth';
import { EmailCodeRequestService, EmailCodeSignInService } from '@app/flows';
import type { Client } from '@app/tokens';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { SignedIn, toSignedIn } from '../sessions/session.dto.js';
import { ClientInfo } from '../wire/client.decorator.js';
import { EmailCodeRequest, EmailCodeVerifyRequest } from './email-code.dto.js';
import { IssuedCodeView, toIssuedCode } from './link.dto.js';

@ApiTags('Links')
@Controller('api/auth/email-code')
export class EmailCodeController {
  constructor(
    private readonly requests: EmailCodeRequestService,
    private readonly signIns: EmailCodeSignInService,
  ) {}

  @Post()
  @Endpoint({
    id: 'sendEmailCode',
    body: EmailCodeRequest,
    answers: IssuedCodeView,
    fails: ['INVALID_EMAIL', 'EMAIL_NOT_CONFIGURED'],
  })
  @Access('public', { limited: true })
  async send(@Body() body: EmailCodeRequest, @ClientInfo() { userAgent }: Client): Promise<IssuedCodeView> {
    const { email, sign_up: signUp = false, locale } = body;
    return toIssuedCode(await this.requests.send({ email, signUp, userAgent, locale }));
  }

  @Post('verify')
  @Endpoint({
    id: 'verifyEmailCode',
    body: EmailCodeVerifyRequest,
    answers: SignedIn,
    fails: ['INVALID_CODE', 'USER_DISABLED', 'MFA_REQUIRED', 'MFA_ENROLMENT_REQUIRED', 'INVALID_MFA_TOKEN'],
  })
  @Access('user-or-proof', { limited: true, session: 'open' })
  async verify(
    @Body() { code_token: codeToken, code, mfa_token: mfaToken }: EmailCodeVerifyRequest,
    @Caller() caller: CallerIdentity | undefined,
    @ClientInfo() client: Client,
  ): Promise<SignedIn> {
    const { user, tokens } = await this.signIns.verify({ codeToken, code }, { mfaToken, caller }, client);
    return toSignedIn(tokens, user);
  }
}
