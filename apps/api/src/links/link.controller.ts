import { Caller, type CallerIdentity } from '@app/auth';
import { LinkService, MagicLinkService } from '@app/flows';
import type { Client } from '@app/tokens';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { SignedIn, toSignedIn } from '../sessions/session.dto.js';
import { ClientInfo } from '../wire/client.decorator.js';
import {
  MagicLinkLoginRequest,
  MagicLinkRequest,
  MagicLinkSent,
  toIssuedCode,
  VerifyEmailRequest,
} from './link.dto.js';

@ApiTags('Links')
@Controller('api/auth')
export class LinkController {
  constructor(
    private readonly links: LinkService,
    private readonly magicLinks: MagicLinkService,
  ) {}

  @Post('magic-link')
  @Endpoint({
    id: 'sendMagicLink',
    body: MagicLinkRequest,
    answers: MagicLinkSent,
    fails: ['INVALID_EMAIL', 'INVALID_REDIRECT_URL', 'EMAIL_NOT_CONFIGURED', 'USER_NOT_FOUND'],
  })
  @Access('public', { limited: true })
  async sendMagicLink(
    @Body() body: MagicLinkRequest,
    @ClientInfo() { userAgent }: Client,
  ): Promise<MagicLinkSent | undefined> {
    const { email, sign_up: signUp = false, with_code: withCode = false, next_url: nextUrl, locale } = body;
    const { code_challenge: codeChallenge } = body;
    const wanted = { email, signUp, withCode, nextUrl, userAgent, locale, codeChallenge };
    const code = await this.links.sendMagicLink(wanted);
    return code && toIssuedCode(code);
  }

  @Post('magic-link/login')
  @Endpoint({
    id: 'signInByMagicLink',
    body: MagicLinkLoginRequest,
    answers: SignedIn,
    fails: [
      'INVALID_LINK',
      'LINK_EXPIRED',
      'LINK_ALREADY_USED',
      'INVALID_CODE',
      'USER_DISABLED',
      'MFA_REQUIRED',
      'MFA_ENROLMENT_REQUIRED',
    ],
  })
  @Access('pages', { limited: true, session: 'open' })
  async signIn(
    @Body() { token, code_verifier: verifier }: MagicLinkLoginRequest,
    @ClientInfo() client: Client,
  ): Promise<SignedIn> {
    const { user, tokens } = await this.magicLinks.signIn(token, verifier, client);
    return toSignedIn(tokens, user);
  }

  @Post('user/verify-email')
  @Endpoint({
    id: 'sendVerificationEmail',
    body: VerifyEmailRequest,
    fails: [
      'INVALID_REDIRECT_URL',
      'EMAIL_NOT_CONFIGURED',
      'USER_NOT_FOUND',
      'EMAIL_ALREADY_VERIFIED',
      'TOO_MANY_REQUESTS',
    ],
  })
  @Access('existing-user:write')
  sendVerification(
    @Caller() caller: CallerIdentity,
    @Body() { next_url: nextUrl, locale }: VerifyEmailRequest,
    @ClientInfo() { userAgent }: Client,
  ): Promise<void> {
    return this.links.sendVerification(caller, { nextUrl, userAgent, locale });
  }
}
