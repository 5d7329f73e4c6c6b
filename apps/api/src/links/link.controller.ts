import { Caller, type CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import {
  EmailChange,
  type FollowedLink,
  LinkConsumer,
  LinkService,
  MailboxSignIn,
  type PageFacts,
  type PurposeWithPage,
  SecureAccountService,
  VerificationService,
} from '@app/flows';
import type { RequestClient } from '@app/tokens';
import { Body, Controller, Get, Injectable, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { confirmPage } from '../pages/confirm-page.js';
import { PageContext, PageErrorFilter, sendPage } from '../pages/html-page.js';
import { SignedIn, toSignedIn } from '../sessions/session.dto.js';
import { ClientInfo, LinkToken } from '../wire/wire.js';
import {
  EmailCodeRequest,
  EmailCodeVerifyRequest,
  IssuedCodeView,
  MagicLinkLoginRequest,
  MagicLinkRequest,
  MagicLinkSent,
  toIssuedCode,
  VerifyEmailRequest,
} from './link.dto.js';

/** A request for a link, and its reply. */
interface LinkVisit {
  token: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Answers requests for links: by a redirect, or a page with a button. */
@Injectable()
export class LinkReply {
  constructor(
    private readonly env: Env,
    private readonly consumer: LinkConsumer,
  ) {}

  /**
   * Answers a GET: shows the page with the button if the settings require it, else follows the link.
   * @throws {ApiError} INVALID_LINK
   */
  async open(visit: LinkVisit, purpose: PurposeWithPage, follow: () => Promise<string>): Promise<void> {
    // A HEAD uses no link.
    const follows = this.env.linkConfirm === 'none' && visit.request.method !== 'HEAD';
    await (follows ? this.redirect(visit, follow) : this.ask(visit, purpose));
  }

  /**
   * Answers a GET of a link that always needs the page.
   * @param describe finds what the page says about the account
   * @throws {ApiError} INVALID_LINK
   */
  async ask(
    visit: LinkVisit,
    purpose: PurposeWithPage,
    describe?: (link: FollowedLink) => Promise<PageFacts>,
  ): Promise<void> {
    if (visit.request.method === 'HEAD') await visit.reply.send();
    else await this.showPage(visit, purpose, describe);
  }

  /** Redirects to the screen of the sign-in pages that uses the link up; false for a link that needs none. */
  async showScreen({ request, reply }: LinkVisit, find: () => Promise<string | undefined>): Promise<boolean> {
    if (request.method === 'HEAD') return false;
    const screen = await find();
    if (screen !== undefined) await reply.redirect(screen, 302);
    return screen !== undefined;
  }

  /** Follows the link and redirects to the returned URL. */
  async redirect({ reply }: LinkVisit, follow: () => Promise<string>): Promise<void> {
    await reply.redirect(await follow(), 302);
  }

  private async showPage(
    { token, request, reply }: LinkVisit,
    purpose: PurposeWithPage,
    describe: (link: FollowedLink) => Promise<PageFacts> = async () => ({}),
  ): Promise<void> {
    const link = await this.consumer.require(token, purpose);
    // The target of such a link is the service itself: it answers errors by a page.
    const errorUrl = purpose === 'secure_account' ? undefined : await this.consumer.errorUrlOf(link);
    if (errorUrl === undefined) {
      const targets = [link.target, ...(purpose === 'verify_email' ? [this.env.appUrl] : [])];
      const context = new PageContext(this.env, request);
      await sendPage(reply, 200, { ...confirmPage(context, link, token, await describe(link)), targets });
    } else await reply.redirect(errorUrl, 302);
  }
}

/** The endpoints to which the links about changes of an account lead. A button always comes first. */
@ApiTags('Links')
@UseFilters(PageErrorFilter)
@Controller('api/auth/user')
export class ChangeLinksController {
  constructor(
    private readonly replies: LinkReply,
    private readonly emails: EmailChange,
    private readonly accounts: SecureAccountService,
  ) {}

  @Get('email/confirm')
  @Endpoint({ id: 'openEmailConfirmation', follows: true, page: true, fails: ['INVALID_LINK'] })
  @Access('public')
  openConfirmation(
    @LinkToken() token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = { token, request, reply };
    return this.replies.ask(visit, 'confirm_email', (link) => this.emails.describe(link));
  }

  @Post('email/confirm')
  @Endpoint({ id: 'confirmEmail', follows: true, bodiless: true, fails: ['INVALID_LINK'] })
  @Access('public')
  confirm(@LinkToken() token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.replies.redirect({ token, request, reply }, () => this.emails.confirm(token));
  }

  @Get('secure')
  @Endpoint({ id: 'openSecureAccount', follows: true, page: true, fails: ['INVALID_LINK'] })
  @Access('public')
  openSecure(@LinkToken() token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const visit = { token, request, reply };
    return this.replies.ask(visit, 'secure_account', (link) => this.accounts.describe(link));
  }

  @Post('secure')
  @Endpoint({ id: 'secureAccount', follows: true, bodiless: true, fails: ['INVALID_LINK'] })
  @Access('public')
  secure(@LinkToken() token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.replies.redirect({ token, request, reply }, () => this.accounts.secure(token));
  }
}

@ApiTags('Links')
@Controller('api/auth/email-code')
export class EmailCodeController {
  constructor(
    private readonly links: LinkService,
    private readonly mailbox: MailboxSignIn,
  ) {}

  @Post()
  @Endpoint({
    id: 'sendEmailCode',
    body: EmailCodeRequest,
    answers: IssuedCodeView,
    fails: ['INVALID_EMAIL', 'EMAIL_NOT_CONFIGURED'],
  })
  @Access('public', { limited: true })
  async send(@Body() body: EmailCodeRequest, @ClientInfo() { userAgent }: RequestClient): Promise<IssuedCodeView> {
    const { email, sign_up: signUp = false, locale } = body;
    return toIssuedCode(await this.links.sendCode({ email, signUp, userAgent, locale }));
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
    @ClientInfo() client: RequestClient,
  ): Promise<SignedIn> {
    const { user, tokens } = await this.mailbox.signInByCode({ codeToken, code }, { mfaToken, caller }, client);
    return toSignedIn(tokens, user);
  }
}

/** The endpoints to which mailed links lead. */
@ApiTags('Links')
@UseFilters(PageErrorFilter)
@Controller('api/auth')
export class FollowLinkController {
  constructor(
    private readonly replies: LinkReply,
    private readonly mailbox: MailboxSignIn,
    private readonly verifications: VerificationService,
  ) {}

  @Get('magic-link/verify')
  @Endpoint({ id: 'openMagicLink', follows: true, page: true, fails: ['INVALID_LINK'] })
  @Access('public', { limited: true })
  async openMagicLink(
    @LinkToken() token: string,
    @ClientInfo() client: RequestClient,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = { token, request, reply };
    if (await this.replies.showScreen(visit, () => this.mailbox.screenOf(token))) return undefined;
    return this.replies.open(visit, 'magic_link', () => this.mailbox.followMagicLink(token, client));
  }

  @Post('magic-link/verify')
  @Endpoint({ id: 'followMagicLink', follows: true, bodiless: true, fails: ['INVALID_LINK'] })
  @Access('public', { limited: true })
  async followMagicLink(
    @LinkToken() token: string,
    @ClientInfo() client: RequestClient,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = { token, request, reply };
    if (await this.replies.showScreen(visit, () => this.mailbox.screenOf(token))) return undefined;
    return this.replies.redirect(visit, () => this.mailbox.followMagicLink(token, client));
  }

  @Get('user/verify-email/confirm')
  @Endpoint({ id: 'openVerification', follows: true, page: true, fails: ['INVALID_LINK'] })
  @Access('public')
  openVerification(
    @LinkToken() token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = { token, request, reply };
    return this.replies.open(visit, 'verify_email', () => this.verifications.confirm(token, false));
  }

  @Post('user/verify-email/confirm')
  @Endpoint({ id: 'confirmVerification', follows: true, bodiless: true, fails: ['INVALID_LINK'] })
  @Access('public')
  confirmVerification(
    @LinkToken() token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.replies.redirect({ token, request, reply }, () => this.verifications.confirm(token, true));
  }

  @Post('user/verify-email/refuse')
  @Endpoint({ id: 'refuseVerification', follows: true, bodiless: true, fails: ['INVALID_LINK'] })
  @Access('public')
  refuseVerification(
    @LinkToken() token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.replies.redirect({ token, request, reply }, () => this.verifications.disown(token));
  }
}

@ApiTags('Links')
@Controller('api/auth')
export class LinkController {
  constructor(
    private readonly links: LinkService,
    private readonly mailbox: MailboxSignIn,
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
    @ClientInfo() { userAgent }: RequestClient,
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
    @ClientInfo() client: RequestClient,
  ): Promise<SignedIn> {
    const { user, tokens } = await this.mailbox.signInByLink(token, verifier, client);
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
    @ClientInfo() { userAgent }: RequestClient,
  ): Promise<void> {
    return this.links.sendVerification(caller, { nextUrl, userAgent, locale });
  }
}
