import type { CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import type { CodePurpose, HomeOf, VouchedFor } from '@app/tokens';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { DECOY_ADDRESS, type IssuedCode, LinkMailer, type NewLink } from './link-mailer.js';
import { RedirectUrls } from './redirect-urls.js';

/** What a request for an email says about it. */
interface Wanted {
  /** The target of the link. */
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

/** What a request for a code says. */
interface CodeRequest {
  email: string;
  /** Whether the code creates a user for an email without an account. */
  signUp: boolean;
  userAgent: string;
  locale?: string;
  /** What a code for an identity needs besides. */
  livesIn?: HomeOf<'external_confirm'>;
  vouchedFor?: VouchedFor;
  data?: unknown;
}

/** What the code may be used for. */
type SignInCode = Exclude<CodePurpose, 'reauthenticate'>;

/** Mails the links and codes that users request. */
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
  async sendMagicLink(request: MagicLinkWanted): Promise<IssuedCode | undefined> {
    const { email: address, withCode, nextUrl, userAgent, locale, codeChallenge } = request;
    const signUp = request.signUp && this.env.signUp;
    const target = this.redirects.check(nextUrl);
    this.mailer.requireConfigured();
    await this.mailer.count(address);
    const user = await this.users.findByEmail(address);
    if (!user && !signUp) throw new ApiError('USER_NOT_FOUND');
    const needsFactor = user !== null && !user.emailProved && (await this.methods.needsFactor(user));
    const link = {
      target,
      userAgent,
      locale,
      codeChallenge,
      needsFactor,
      withCode,
      ...recipientOf(user, address, signUp),
    };
    return this.database.transaction(() => this.mailer.sendMagicLink(link));
  }

  /** @throws {ApiError} INVALID_REDIRECT_URL, EMAIL_NOT_CONFIGURED, USER_NOT_FOUND, NOT_AUTHENTICATED, EMAIL_ALREADY_VERIFIED */
  async sendVerification(caller: CallerIdentity, { nextUrl, userAgent, locale }: Wanted): Promise<void> {
    const target = this.redirects.check(nextUrl);
    this.mailer.requireConfigured();
    const user = await this.users.find(caller.uid);
    if (!user) throw new ApiError('USER_NOT_FOUND');
    if (user.emailVerified) throw new ApiError('EMAIL_ALREADY_VERIFIED');
    await this.mailer.count(user.email);
    const send = ({ uid, email }: User) =>
      this.mailer.send('verify_email', 'verify-email', { uid, email, target, userAgent, locale }, {});
    await this.stale.transaction(caller, send, 'USER_NOT_FOUND');
  }

  /**
   * Mails a reset link. For an address without an active account it does the same work but sends nothing, so that neither
   * the answer nor its time reveals whether the account exists.
   * @throws {ApiError} INVALID_REDIRECT_URL, EMAIL_NOT_CONFIGURED
   */
  async sendReset(address: string, { nextUrl, userAgent, locale }: Wanted): Promise<void> {
    const target = this.redirects.check(nextUrl);
    this.mailer.requireConfigured();
    await this.mailer.count(address);
    await retryDeleted(async () => {
      const { uid, email } = (await this.users.findRecipient(address)) ?? { uid: null, email: DECOY_ADDRESS };
      const link = { uid, email, target, userAgent, locale };
      await this.database.transaction(() => this.mailer.send('reset_password', 'reset-password', link, {}));
    });
  }

  /**
   * Mails a code that signs in. For an address that gets no email it does the same work, so that neither the answer nor its time
   * reveals whether the account exists, or is disabled.
   * @throws {ApiError} EMAIL_NOT_CONFIGURED, TOO_MANY_REQUESTS
   */
  async sendCode(request: CodeRequest, purpose: SignInCode = 'email_code'): Promise<IssuedCode> {
    this.mailer.requireConfigured();
    await this.mailer.count(request.email);
    return retryDeleted(() => this.sendCodeOnce(request, purpose));
  }

  /** The row of a decoy has the address, too, so that wrong codes count for its mailbox like for any other. */
  private async sendCodeOnce(request: CodeRequest, purpose: SignInCode): Promise<IssuedCode> {
    const { email: address, userAgent, locale, livesIn = 'nothing', vouchedFor, data } = request;
    const signUp = request.signUp && this.env.signUp;
    const recipient = await this.users.findRecipient(address);
    // Asked for every address, so that the time does not depend on the account.
    const exists = signUp && (await this.users.findByEmail(address)) !== null;
    const { uid, email } = recipient ?? { uid: null, email: address };
    const to = { uid, email, signUp: signUp && !exists };
    const code = { purpose, userAgent, livesIn, vouchedFor, data, ...to } as NewLink<CodePurpose>;
    return this.database.transaction(() => this.mailer.sendCode(code, locale));
  }
}

/** Does the work once more for a user who was deleted after its lookup: treated like an unknown address. */
async function retryDeleted<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'USER_NOT_FOUND') return work();
    throw error;
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
