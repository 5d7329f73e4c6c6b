import type { CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { type IssuedCode, LinkMailer } from './link-mailer.js';
import { RedirectUrls } from './redirect-urls.js';

/** What a request for an email says about it. */
interface Wanted {
  nextUrl?: string;
  userAgent: string;
  locale?: string;
}

interface MagicLinkWanted extends Wanted {
  email: string;
  signUp: boolean;
  /** Whether the email also has a code. */
  withCode: boolean;
  /** The followed link gives the browser that knows the verifier a code in place of tokens. */
  codeChallenge?: string;
}

/** Mails the links that users request. */
@Injectable()
export class LinkService {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly mailer: LinkMailer,
    private readonly redirects: RedirectUrls,
    private readonly stale: StaleTokens,
    private readonly methods: FactorMethods,
  ) {}

  /**
   * Mails a link that signs in, and a code if the request wants one. A disabled account is answered like an active one, and
   * gets no email.
   * @throws {ApiError} INVALID_REDIRECT_URL, EMAIL_NOT_CONFIGURED, USER_NOT_FOUND
   */
  async sendMagicLink(request: MagicLinkWanted) {
    const { email: address, withCode, nextUrl, userAgent, locale, codeChallenge } = request;
    const signUp = request.signUp && this.env.signUp;
    const target = this.redirects.check(nextUrl);
    this.mailer.requireConfigured();
    await this.mailer.count(address);
    const user = await this.users.findByEmail(address);
    if (!user && !signUp) throw new ApiError('USER_NOT_FOUND');
    const needsFactor = user !== null && !user.emailProved && (await this.methods.needsFactor(user));
    const link = { target, userAgent, locale, codeChallenge, needsFactor, ...recipientOf(user, address, signUp) };
    return this.database.transaction(async (): Promise<IssuedCode | undefined> => {
      if (withCode) return this.mailer.sendMagicLinkWithCode(link);
      await this.mailer.sendMagicLink(link);
      return undefined;
    });
  }

  /** @throws {ApiError} INVALID_REDIRECT_URL, EMAIL_NOT_CONFIGURED, USER_NOT_FOUND, NOT_AUTHENTICATED, EMAIL_ALREADY_VERIFIED */
  async sendVerification(caller: CallerIdentity, { nextUrl, userAgent, locale }: Wanted): Promise<void> {
    const target = this.redirects.check(nextUrl);
    this.mailer.requireConfigured();
    const user = await this.users.find(caller.uid);
    if (!user) throw new ApiError('USER_NOT_FOUND');
    if (user.emailVerified) throw new ApiError('EMAIL_ALREADY_VERIFIED');
    await this.mailer.count(user.email);
    const send = ({ uid, email }: User) => this.mailer.sendVerification({ uid, email, target, userAgent, locale });
    await this.stale.transaction(caller, send, 'USER_NOT_FOUND');
  }
}

/** A link for a disabled account has neither a user nor a sign-up: it is never mailed, and does not work. */
function recipientOf(
  user: User | null,
  address: string,
  signUp: boolean,
): { uid: string | null; email: string; signUp: boolean } {
  if (!user) return { uid: null, email: address, signUp };
  return user.active ? { uid: user.uid, email: user.email, signUp } : { uid: null, email: user.email, signUp: false };
}
