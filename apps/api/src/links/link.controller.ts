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
import { Body, Controller, Injectable, Req, Res, UseFilters } from '@nestjs/common';
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

  @Endpoint('GET email/confirm', Access('public'), {
    id: 'openEmailConfirmation',
    summary: 'Show the page that confirms a new address',
    description:
      'The page has a button that makes the new address the one of the account. The link is in the email to it.',
    follows: true,
    page: true,
    fails: ['INVALID_LINK'],
  })
  openConfirmation(
    @LinkToken() token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = { token, request, reply };
    return this.replies.ask(visit, 'confirm_email', (link) => this.emails.describe(link));
  }

  @Endpoint('POST email/confirm', Access('public'), {
    id: 'confirmEmail',
    summary: 'Confirm a new address from its page',
    description:
      'The new email replaces the previous one, and is verified. No session ends, unless an administrator has set the email.',
    follows: true,
    fails: ['INVALID_LINK'],
  })
  confirm(@LinkToken() token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.replies.redirect({ token, request, reply }, () => this.emails.confirm(token));
  }

  @Endpoint('GET secure', Access('public'), {
    id: 'openSecureAccount',
    summary: 'Show the page that secures an account',
    description:
      'The page says what happened and what its button does. The link is in the emails about a new address, a second factor, a linked identity, an admin token and a sign-in on a new device. A used link answers LINK_ALREADY_USED, and so does a second one of the same mailbox from before its use, for 24 hours.',
    follows: true,
    page: true,
    fails: ['INVALID_LINK'],
  })
  openSecure(@LinkToken() token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const visit = { token, request, reply };
    return this.replies.ask(visit, 'secure_account', (link) => this.accounts.describe(link));
  }

  @Endpoint('POST secure', Access('public'), {
    id: 'secureAccount',
    summary: 'Secure an account from the page of a link',
    description:
      'Ends all sessions, and everything under way: links, codes, admin tokens and API keys. What was added since the session of the event began, and at least in the 24 hours before it, is removed: factors, passkeys and recovery codes (only if sign-ins needed no second factor before), identities, devices, admin scopes, and a password that was set then or used for the sign-in. A changed email comes back, and one that waits is forgotten. If the password becomes invalid, an email has a link to choose a new one. Works once.',
    follows: true,
    fails: ['INVALID_LINK'],
  })
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

  @Endpoint('POST', Access('public', { limited: true }), {
    id: 'sendEmailCode',
    summary: 'Mail a code that signs in',
    description:
      'The code works once, and only with the `code_token` of the answer. The answer is the same whether or not the address has an account. With `sign_up` the code creates the account of an unknown email.',
    body: EmailCodeRequest,
    answers: IssuedCodeView,
    fails: ['INVALID_EMAIL', 'EMAIL_NOT_CONFIGURED'],
  })
  async send(@Body() body: EmailCodeRequest, @ClientInfo() { userAgent }: RequestClient): Promise<IssuedCodeView> {
    const { email, sign_up: signUp = false, locale } = body;
    return toIssuedCode(await this.links.sendCode({ email, signUp, userAgent, locale }));
  }

  @Endpoint('POST verify', Access('user-or-proof', { limited: true, session: 'open' }), {
    id: 'verifyEmailCode',
    summary: 'Sign in by an email code',
    description:
      'Each code allows five tries. The first proof of an address invalidates an earlier password and ends all sessions, unless the request has the `mfa_token` of MFA_ENROLMENT_REQUIRED or an access token of the same user.',
    body: EmailCodeVerifyRequest,
    answers: SignedIn,
    fails: ['INVALID_CODE', 'USER_DISABLED', 'MFA_REQUIRED', 'MFA_ENROLMENT_REQUIRED', 'INVALID_MFA_TOKEN'],
  })
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

  @Endpoint('GET magic-link/verify', Access('public', { limited: true }), {
    id: 'openMagicLink',
    summary: 'Follow a magic link',
    description:
      'Signs in and redirects to `next_url` with `uid`, `at`, `rt` and `exp`; for a link with `code_challenge` only with `code`. With `LINK_CONFIRM=page` a page with a button comes first. A link of the sign-in pages only leads to a screen of theirs.',
    follows: true,
    page: true,
    fails: ['INVALID_LINK'],
  })
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

  @Endpoint('POST magic-link/verify', Access('public', { limited: true }), {
    id: 'followMagicLink',
    summary: 'Follow a magic link by the button of its page',
    description:
      'Signs in and redirects to `next_url` with `uid`, `at`, `rt` and `exp`; for a link with `code_challenge` only with `code`.',
    follows: true,
    fails: ['INVALID_LINK'],
  })
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

  @Endpoint('GET user/verify-email/confirm', Access('public'), {
    id: 'openVerification',
    summary: 'Follow a verification link',
    description:
      'Verifies the email and redirects to `next_url`. With `LINK_CONFIRM=page` a page with a button comes first.',
    follows: true,
    page: true,
    fails: ['INVALID_LINK'],
  })
  openVerification(
    @LinkToken() token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = { token, request, reply };
    return this.replies.open(visit, 'verify_email', () => this.verifications.confirm(token, false));
  }

  @Endpoint('POST user/verify-email/confirm', Access('public'), {
    id: 'confirmVerification',
    summary: 'Confirm an address from the page of a verification link, which proves it',
    description: 'Verifies the email and redirects to `next_url`.',
    follows: true,
    fails: ['INVALID_LINK'],
  })
  confirmVerification(
    @LinkToken() token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.replies.redirect({ token, request, reply }, () => this.verifications.confirm(token, true));
  }

  @Endpoint('POST user/verify-email/refuse', Access('public'), {
    id: 'refuseVerification',
    summary: 'Disown an account from the page of a verification link: ends its sessions and invalidates its password',
    description: 'For the owner of a mailbox who did not create the account. Redirects to `next_url`.',
    follows: true,
    fails: ['INVALID_LINK'],
  })
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

  @Endpoint('POST magic-link', Access('public', { limited: true }), {
    id: 'sendMagicLink',
    summary: 'Mail a link that signs in',
    description:
      'The link works once. With `sign_up` it creates the account of an unknown email when it is followed. A disabled user receives no email. With `with_code` the email also has a code for /email-code/verify: using the link or the code uses up both. With `code_challenge`, the browser that knows its verifier signs in by `exchangeCode`, and no token is in a URL.',
    body: MagicLinkRequest,
    answers: MagicLinkSent,
    fails: ['INVALID_EMAIL', 'INVALID_REDIRECT_URL', 'EMAIL_NOT_CONFIGURED', 'USER_NOT_FOUND'],
  })
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

  @Endpoint('POST magic-link/login', Access('pages', { limited: true, session: 'open' }), {
    id: 'signInByMagicLink',
    summary: 'Sign in at the sign-in pages by a magic link of theirs',
    description:
      'The link of a request whose `next_url` is the sign-in page leads to that page with `token`, and only this call uses it up. With `code_verifier` the browser that asked for the link goes on by itself: INVALID_CODE in any other one, and the link still works. Without it, a user has agreed to sign in there.',
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
  async signIn(
    @Body() { token, code_verifier: verifier }: MagicLinkLoginRequest,
    @ClientInfo() client: RequestClient,
  ): Promise<SignedIn> {
    const { user, tokens } = await this.mailbox.signInByLink(token, verifier, client);
    return toSignedIn(tokens, user);
  }

  @Endpoint('POST user/verify-email', Access('existing-user:write'), {
    id: 'sendVerificationEmail',
    summary: 'Mail a link that verifies the email of the signed-in user',
    description: 'The link works once, and leads to `next_url` after the verification.',
    body: VerifyEmailRequest,
    fails: [
      'INVALID_REDIRECT_URL',
      'EMAIL_NOT_CONFIGURED',
      'USER_NOT_FOUND',
      'EMAIL_ALREADY_VERIFIED',
      'TOO_MANY_REQUESTS',
    ],
  })
  sendVerification(
    @Caller() caller: CallerIdentity,
    @Body() { next_url: nextUrl, locale }: VerifyEmailRequest,
    @ClientInfo() { userAgent }: RequestClient,
  ): Promise<void> {
    return this.links.sendVerification(caller, { nextUrl, userAgent, locale });
  }
}
