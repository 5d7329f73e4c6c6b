import { Env } from '@app/config';
import { currentActor, EventLog } from '@app/events';
import { addressGroup, countAll, EMAILS_PER_ADDRESS, EMAILS_PER_MAILBOX, RateLimits } from '@app/limits';
import {
  type ContentOf,
  type EmailContent,
  type LinkEmail,
  lookUp,
  MailService,
  pageLanguages,
  type Requester,
} from '@app/mail';
import {
  type CodePurpose,
  EmailCodes,
  type LinkPurpose,
  type NewCode,
  type NewToken,
  ONE_TIME,
  OneTimeTokens,
  SecureLinks,
} from '@app/tokens';
import { mailboxOf, SignInAddresses } from '@app/users';
import { Injectable } from '@nestjs/common';
import { requester } from '../input/requester.js';

/**
 * Appends parameters to the query of a URL. Parameters of the same names are replaced; the rest of the query and the
 * fragment stay unchanged, byte for byte.
 * @param dropped names of parameters that are removed, too
 */
export function appendParameters(
  url: string,
  parameters: Record<string, string | number>,
  dropped: readonly string[] = [],
): string {
  const [, base = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  const given = query === '' ? [] : query.split('&');
  const replaced = [...Object.keys(parameters), ...dropped];
  const kept = given.filter((pair) => !replaced.includes(nameOf(pair)));
  const added = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${base}?${[...kept, ...added].join('&')}${fragment}`;
}

function nameOf(pair: string): string {
  return [...new URLSearchParams(`?${pair}`).keys()][0] ?? '';
}

/** A link or a code to be made. */
export type NewLink<P extends LinkPurpose | CodePurpose> = Omit<NewToken<P>, 'lifetime' | 'token' | 'code'> &
  Pick<NewToken<P>, 'code'> & { email: string };

/** A new link. The token is not stored and cannot be read again. */
export interface MadeLink {
  /** The URL of the link. */
  link: string;
  token: string;
  /** In seconds since the UNIX epoch. */
  expiresAt: number;
  /** In seconds. */
  lifetime: number;
}

/** Creates links for emails. Their URLs are built from `BASE_URL`, never from the Host header of a request. */
@Injectable()
export class LinkMaker {
  constructor(
    private readonly env: Env,
    private readonly tokens: OneTimeTokens,
    private readonly secure: SecureLinks,
  ) {}

  /** The target of links without a target of their own. */
  get defaultTarget(): string {
    return this.env.appUrl;
  }

  /**
   * @param link with a target that `RedirectUrls` allows
   * @param locale the language that the request asks for, which the pages of the service then have, too
   */
  async make<P extends LinkPurpose>(link: NewLink<P>, locale = ''): Promise<MadeLink> {
    const lifetime = ONE_TIME[link.purpose].link.lifetime(this.env, link.about);
    const made = { ...(await this.tokens.create({ ...link, ...(await this.timeOf(link)), lifetime })), lifetime };
    if (link.about === 'address') await this.secure.prolong(link.uid ?? '', made.expiresAt);
    const url = this.urlOf(link.purpose, link.target ?? '');
    const language = this.isOwn(url) ? lookUp(locale, pageLanguages(this.env)) : undefined;
    return { ...made, link: appendParameters(url, { token: made.token, ...(language && { locale: language }) }) };
  }

  /** The links of changed addresses have an order, and none expires before a later one. */
  private async timeOf({ about, uid }: Pick<NewLink<LinkPurpose>, 'about' | 'uid'>) {
    return about === 'address' && uid !== null ? { createdAt: await this.secure.nextTime(uid) } : {};
  }

  /** Whether a URL is one of the service, which reads the language in it. */
  private isOwn(url: string): boolean {
    return /^[/?]/.test(url.slice(this.env.baseUrl.length)) && url.startsWith(this.env.baseUrl);
  }

  /**
   * A reset link leads directly to its target, which asks for the new password; other links lead to the service first. The root
   * of the service asks for nothing, so its sign-in pages do.
   */
  private urlOf(purpose: LinkPurpose, target: string): string {
    const { baseUrl, pages } = this.env;
    const leadsHere = pages.on && target.replace(/\/$/, '') === baseUrl;
    const own = `${baseUrl}/${ONE_TIME[purpose].link.path}`;
    return purpose !== 'reset_password' || leadsHere ? own : target;
  }
}

/** An email for a reader who should recognise it, but not learn it: its first character and its domain, as in `a…@example.com`. */
export function shortenedEmail(email: string): string {
  const [first = ''] = email;
  return `${first}…${email.slice(email.lastIndexOf('@'))}`;
}

/** A link whose maker is not an administrator. */
type LinkRequest<P extends LinkPurpose> = Omit<NewLink<P>, 'purpose' | 'livesIn' | 'target'> & {
  /** The service itself, if left out. */
  target?: string;
  /** The language of the email. By default the `Accept-Language` of the request decides. */
  locale?: string | undefined;
};

type MagicLinkRequest = LinkRequest<'magic_link'> & {
  /** Whether the sign-in will ask for a second factor that may be that of another person. */
  needsFactor: boolean;
  /** Whether the email also has a code. */
  withCode: boolean;
};

/** An email code, as the browser that requested it sees it. */
export type IssuedCode = Pick<NewCode, 'codeToken' | 'expiresAt'>;

/** Replaces an address that must get no email, so that the same work is done as for other addresses (RFC 2606). */
export const DECOY_ADDRESS = 'nobody@latchkey.invalid';

/** Mails links and codes: writes the row, the email and the event. */
@Injectable()
export class LinkMailer {
  constructor(
    private readonly env: Env,
    private readonly maker: LinkMaker,
    private readonly tokens: OneTimeTokens,
    private readonly codes: EmailCodes,
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

  /**
   * Without a uid and a sign-up the account is disabled: does the same work, but sends nothing. Returns the code in the email, if
   * there is one. Using the link or the code consumes both.
   */
  async sendMagicLink({ needsFactor, withCode, ...request }: MagicLinkRequest): Promise<IssuedCode | undefined> {
    const code = withCode ? this.codes.make() : undefined;
    const content = { needsFactor, ...(code && { code: code.code, codeLifetime: this.env.emailCodeTtl }) };
    await this.send('magic_link', 'magic-link', { ...request, code: code?.columns }, content);
    return code;
  }

  /** Mails a code without a link: no email has the token of its row. Without a uid and a sign-up as `sendMagicLink()`. */
  async sendCode(request: NewLink<CodePurpose>, locale?: string): Promise<IssuedCode> {
    const code = this.codes.make();
    const codeLifetime = this.env.emailCodeTtl;
    await this.tokens.create({ ...request, lifetime: codeLifetime, code: code.columns });
    await this.recordSent(request.purpose, request.uid);
    const { email, status } = recipientOf(request);
    await this.mail.send('email-code', email, { code: code.code, codeLifetime }, requester(locale), { status });
    return code;
  }

  /** Mails that the previous password is void, with a link to set a new one. Does nothing if mail is not configured. */
  async sendPasswordVoided({ uid, email }: { uid: string; email: string }): Promise<void> {
    if (this.mail.configured) await this.send('reset_password', 'password-voided', { uid, email }, {});
  }

  /**
   * Mails a link. Without a uid and a sign-up it does the same work, but sends nothing.
   * @param content what the email needs besides the link
   * @param by whose browser and language the email has
   */
  async send<P extends LinkPurpose, K extends LinkEmail>(
    purpose: P,
    kind: K,
    { locale, ...request }: LinkRequest<P>,
    content: Omit<ContentOf<K>, 'link' | 'lifetime'>,
    by: Requester = requester(locale),
  ): Promise<MadeLink> {
    const target = request.target ?? this.maker.defaultTarget;
    const made = await this.maker.make({ ...request, target, purpose, livesIn: 'nothing' } as NewLink<P>, locale);
    await this.recordSent(purpose, request.uid);
    const { email, status } = recipientOf(request);
    const { link, lifetime } = made;
    await this.mail.send(kind, email, { ...content, link, lifetime } as EmailContent as ContentOf<K>, by, { status });
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
