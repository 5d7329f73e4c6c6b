import { currentActor, EventLog } from '@app/events';
import { addressGroup, countAll, EMAILS_PER_ADDRESS, EMAILS_PER_MAILBOX, RateLimits } from '@app/limits';
import { MailService, type Requester } from '@app/mail';
import { type CodePurpose, type LinkPurpose, type NewCode } from '@app/tokens';
import { mailboxOf, SignInAddresses } from '@app/users';
import { Injectable } from '@nestjs/common';
import { requester } from '../input/requester.js';
import type { NewLink } from './link-maker.js';
import { LinkMaker, type MadeLink } from './link-maker.js';
import { shortenedEmail } from './shortened-email.js';

type LinkRequest<P extends LinkPurpose | CodePurpose> = Omit<NewLink<P>, 'purpose'> & {
  /** The language of the email. By default the `Accept-Language` of the request decides. */
  locale?: string | undefined;
};

/** One whose maker is not an administrator. */
type OwnRequest<P extends LinkPurpose> = Omit<LinkRequest<P>, 'livesIn'>;

type MagicLinkRequest = OwnRequest<'magic_link'> & {
  /** Whether the sign-in will ask for a second factor that may be that of another person. */
  needsFactor: boolean;
};

/** An email code, as the browser that requested it sees it. */
export type IssuedCode = Pick<NewCode, 'codeToken' | 'expiresAt'>;

/** Replaces an address that must get no email, so that the same work is done as for other addresses (RFC 2606). */
export const DECOY_ADDRESS = 'nobody@latchkey.invalid';

/** Mails links: writes the row of the link, the email and the event. */
@Injectable()
export class LinkMailer {
  constructor(
    private readonly maker: LinkMaker,
    private readonly mail: MailService,
    private readonly events: EventLog,
    private readonly limits: RateLimits,
    private readonly addresses: SignInAddresses,
  ) {}

  /** @throws {ApiError} EMAIL_NOT_CONFIGURED when the service cannot send emails */
  requireConfigured(): void {
    this.mail.requireConfigured();
  }

  /**
   * Counts an email, also to an address without an account. A client address that is known to the account is exempt from
   * the count of all emails, so that strangers cannot block the owner's emails.
   * @throws {ApiError} TOO_MANY_REQUESTS
   */
  async count(email: string): Promise<void> {
    const client = addressGroup(currentActor().ip ?? '');
    const mailbox = mailboxOf(email);
    const known = () => this.addresses.isKnownAndProved(email, client);
    await countAll([
      () => this.limits.count(EMAILS_PER_ADDRESS, mailbox, client),
      () => this.limits.countUnless(known, EMAILS_PER_MAILBOX, mailbox),
    ]);
  }

  /** Without a uid and a sign-up the account is disabled: does the same work, but sends nothing. */
  async sendMagicLink({ locale, needsFactor, ...request }: MagicLinkRequest): Promise<void> {
    const { link } = await this.make('magic_link', { ...request, livesIn: 'nothing' }, locale);
    const { email, status } = recipientOf(request);
    await this.mail.sendMagicLink(email, { link, code: '', needsFactor }, requester(locale), status);
  }

  /** The same with a code in the email. */
  async sendMagicLinkWithCode({ locale, needsFactor, ...request }: MagicLinkRequest): Promise<IssuedCode> {
    const { link, code } = await this.maker.makeWithCode({ ...request, livesIn: 'nothing' }, locale);
    await this.recordSent('magic_link', request.uid);
    const { email, status } = recipientOf(request);
    await this.mail.sendMagicLink(email, { link, code: code.code, needsFactor }, requester(locale), status);
    return code;
  }

  /** Without a uid and a sign-up it does the same work, but sends nothing. */
  async sendCode(request: NewLink<CodePurpose>, locale?: string): Promise<IssuedCode> {
    const code = await this.maker.makeCode(request);
    await this.recordSent(request.purpose, request.uid);
    const { email, status } = recipientOf(request);
    await this.mail.sendCode(email, code.code, requester(locale), status);
    return code;
  }

  async sendVerification({ locale, ...request }: OwnRequest<'verify_email'>): Promise<void> {
    const { link } = await this.make('verify_email', { ...request, livesIn: 'nothing' }, locale);
    await this.mail.sendVerification(request.email, link, requester(locale));
  }

  /**
   * Mails a link that makes a new address the one of an account.
   * @param account the old address
   */
  async sendConfirmation(
    request: Omit<NewLink<'confirm_email'>, 'purpose' | 'target'>,
    account: string,
    client: Requester,
  ): Promise<MadeLink> {
    const made = await this.make('confirm_email', { ...request, target: this.maker.defaultTarget });
    const { link, lifetime } = made;
    await this.mail.sendConfirmation(request.email, { link, lifetime, account: shortenedEmail(account) }, client);
    return made;
  }

  /** Without a uid it does the same work, but sends nothing. */
  async sendReset({ locale, ...request }: OwnRequest<'reset_password'>): Promise<void> {
    const { uid, email } = request;
    const { link } = await this.make('reset_password', { ...request, livesIn: 'nothing' }, locale);
    await this.mail.sendPasswordReset(email, link, requester(locale), uid === null ? 'decoy' : 'queued');
  }

  /** Mails a link to set a new password that the service offers. */
  async sendOwnReset({ uid, email }: { uid: string; email: string }): Promise<void> {
    await this.sendReset({ uid, email, target: this.maker.defaultTarget });
  }

  /** Mails that the previous password is void, with a link to set a new one. Does nothing if mail is not configured. */
  async sendPasswordVoided({ uid, email }: { uid: string; email: string }): Promise<void> {
    if (!this.mail.configured) return;
    const { link } = await this.make('reset_password', {
      uid,
      email,
      livesIn: 'nothing',
      target: this.maker.defaultTarget,
    });
    await this.mail.notifyPasswordVoided(email, link, requester());
  }

  private async make<P extends LinkPurpose>(purpose: P, request: Omit<NewLink<P>, 'purpose'>, locale?: string) {
    const made = await this.maker.make({ ...request, purpose } as NewLink<P>, locale);
    await this.recordSent(purpose, request.uid);
    return made;
  }

  private recordSent(purpose: LinkPurpose | CodePurpose, uid: string | null): Promise<void> {
    return this.events.record('link.sent', { uid, data: { purpose } });
  }
}

function recipientOf({ uid, email, signUp }: Pick<NewLink<LinkPurpose>, 'uid' | 'email' | 'signUp'>) {
  return uid === null && !signUp
    ? { email: DECOY_ADDRESS, status: 'decoy' as const }
    : { email, status: 'queued' as const };
}
