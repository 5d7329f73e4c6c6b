import { Env } from '@app/config';
import { lookUp, pageLanguages } from '@app/mail';
import {
  type CodePurpose,
  EmailCodes,
  type LinkPurpose,
  type NewCode,
  type NewToken,
  OneTimeTokens,
  SECURE_ACCOUNT_TTL,
  SECURE_ADDRESS_TTL,
  SecureLinks,
} from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { appendParameters } from './append-parameters.js';

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

/** Where the links of each purpose lead. */
export const LINK_PATHS: Record<Exclude<LinkPurpose, 'reset_password'>, string> = {
  magic_link: 'api/auth/magic-link/verify',
  verify_email: 'api/auth/user/verify-email/confirm',
  confirm_email: 'api/auth/user/email/confirm',
  secure_account: 'api/auth/user/secure',
};

/** The page of the sign-in pages for a new password. */
export const RESET_PATH = 'reset-password';

/** Creates links for emails. Their URLs are built from `BASE_URL`, never from the Host header of a request. */
@Injectable()
export class LinkMaker {
  constructor(
    private readonly env: Env,
    private readonly tokens: OneTimeTokens,
    private readonly secure: SecureLinks,
    private readonly codes: EmailCodes,
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
    const lifetime = this.lifetimeOf(link);
    const made = { ...(await this.tokens.create({ ...link, ...(await this.timeOf(link)), lifetime })), lifetime };
    if (link.about === 'address') await this.secure.prolong(link.uid ?? '', made.expiresAt);
    const url = this.urlOf(link.purpose, link.target ?? '');
    const language = this.isOwn(url) ? lookUp(locale, pageLanguages(this.env)) : undefined;
    return { ...made, link: appendParameters(url, { token: made.token, ...(language && { locale: language }) }) };
  }

  /** A magic link, and a code that does the same: using one consumes both. */
  async makeWithCode(
    link: Omit<NewLink<'magic_link'>, 'purpose'>,
    locale?: string,
  ): Promise<MadeLink & { code: NewCode }> {
    const code = this.codes.make();
    return { ...(await this.make({ ...link, purpose: 'magic_link', code: code.columns }, locale)), code };
  }

  /** A code without a link: no email has the token of its row. */
  async makeCode(link: NewLink<CodePurpose>): Promise<NewCode> {
    const code = this.codes.make();
    await this.tokens.create({ ...link, lifetime: this.env.emailCodeTtl, code: code.columns });
    return code;
  }

  /** The links of changed addresses have an order, and none expires before a later one. */
  private async timeOf({ about, uid }: Pick<NewLink<LinkPurpose>, 'about' | 'uid'>) {
    return about === 'address' && uid !== null ? { createdAt: await this.secure.nextTime(uid) } : {};
  }

  private lifetimeOf({ purpose, about }: Pick<NewLink<LinkPurpose>, 'purpose' | 'about'>): number {
    const { magicLinkTtl, verifyEmailTtl, resetPasswordTtl } = this.env;
    return {
      magic_link: magicLinkTtl,
      verify_email: verifyEmailTtl,
      reset_password: resetPasswordTtl,
      // No longer than the link that stops the change.
      confirm_email: Math.min(verifyEmailTtl, SECURE_ADDRESS_TTL),
      secure_account: about === 'address' ? SECURE_ADDRESS_TTL : SECURE_ACCOUNT_TTL,
    }[purpose];
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
    if (purpose !== 'reset_password') return `${baseUrl}/${LINK_PATHS[purpose]}`;
    return leadsHere ? `${baseUrl}/${RESET_PATH}` : target;
  }
}
