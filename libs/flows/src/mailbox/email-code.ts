import type { CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import {
  type Client,
  type CodePurpose,
  EmailCodes,
  type HomeOf,
  type Link,
  type LinkPurpose,
  OneTimeTokens,
  type TokenPair,
  type VouchedFor,
} from '@app/tokens';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LoginFailures, LoginThrottle } from '../access/login-throttle.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { type IssuedCode, LinkMailer, type NewLink } from '../links/link-mailer.js';
import { type FirstStep, stillHolds } from '../sign-in/mfa-challenges.js';
import { BY_EMAIL_CODE, type Proof, tokensOf } from '../sign-in/proof.js';
import { MailboxSignIn } from './mailbox-sign-in.js';

/** What a request has besides its code: the token of a sign-in that must wait for a factor, or an access token. */
interface OwnerClaim {
  mfaToken?: string;
  caller?: CallerIdentity;
}

/**
 * Recognises the owner of an account among those who prove its address: only the owner has its password, or a session.
 * Then the proof of the address changes nothing else.
 */
@Injectable()
export class AccountOwner {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly stale: StaleTokens,
  ) {}

  /**
   * The proof that the owner signs in with; undefined for a person who has proved no more than the address. Uses the
   * `mfa_token` up. To be called in the transaction of the sign-in, which has locked the user.
   * @throws {ApiError} INVALID_MFA_TOKEN, NOT_AUTHENTICATED
   */
  async proofOf(user: User, { mfaToken, caller }: OwnerClaim): Promise<Proof | undefined> {
    if (mfaToken !== undefined) return this.byMfaToken(user, mfaToken);
    if (caller?.uid !== user.uid) return undefined;
    await this.stale.requireLiving(caller);
    return BY_EMAIL_CODE;
  }

  private async byMfaToken(user: User, mfaToken: string): Promise<Proof | undefined> {
    const waiting = await this.tokens.open<FirstStep>(mfaToken, 'mfa_enrolment');
    if (waiting?.uid !== user.uid)
      throw new ApiError('INVALID_MFA_TOKEN', { reason: 'unknown, used or expired token, or one of another user' });
    const { data } = waiting;
    if (!stillHolds(data, user))
      throw new ApiError('INVALID_MFA_TOKEN', { reason: 'account changed since the first step' });
    if (!(await this.tokens.consume(waiting)))
      throw new ApiError('INVALID_MFA_TOKEN', { reason: 'token used meanwhile' });
    // A sign-in by the mailbox is no sign of the owner: another person may have set the password.
    return data.proof.provesAddress ? undefined : data.proof;
  }
}

/** A code as a browser sends it. */
export interface CodeAnswer {
  codeToken: string;
  code: string;
}

/** Checks email codes, and limits wrong ones. */
@Injectable()
export class EmailCodeCheck {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly codes: EmailCodes,
    private readonly users: UsersService,
    private readonly throttle: LoginThrottle,
    private readonly failures: LoginFailures,
  ) {}

  /**
   * Calls the work with the email of a right code. The work consumes the email in its transaction.
   * @throws {ApiError} INVALID_CODE, TOO_MANY_REQUESTS, and errors of the work
   */
  async withLink<T>(
    { codeToken, code }: CodeAnswer,
    purposes: readonly (LinkPurpose | CodePurpose)[],
    work: (link: Link) => Promise<T>,
  ): Promise<T> {
    const link = (await this.tokens.findByCode(codeToken, ...purposes)) as Link | undefined;
    // An email without tries left adds nothing to the count of the mailbox, so that one email cannot use up its limit.
    if (!link) throw new ApiError('INVALID_CODE', { reason: 'unknown code token' });
    if (!this.tokens.hasTries(link))
      throw new ApiError('INVALID_CODE', { reason: 'email code used, or without tries' });
    return this.throttle.emailCode(link, async () => {
      const counted = await this.tokens.countTry(link);
      if (counted && this.codes.matches(link, code)) return work(link);
      const reason = counted ? 'wrong email code' : 'email code used, or without tries';
      await this.failures.record(link.uid, 'wrong_code');
      throw new ApiError('INVALID_CODE', { reason });
    });
  }

  /**
   * Consumes an email, and the link in it.
   * @throws {ApiError} INVALID_CODE; USER_DISABLED, since disabling an account lets its codes expire
   */
  async consume(link: Link): Promise<void> {
    if (await this.tokens.consume(link, true)) return;
    const user = link.uid === null ? null : await this.users.find(link.uid);
    if (user?.active === false) throw new ApiError('USER_DISABLED');
    throw new ApiError('INVALID_CODE', { reason: 'email code used, expired or revoked' });
  }
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

/** Mails codes that sign in. */
@Injectable()
export class EmailCodeRequestService {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly mailer: LinkMailer,
  ) {}

  /**
   * For an address that gets no email it does the same work, so that neither the answer nor its time reveals whether the
   * account exists, or is disabled.
   * @throws {ApiError} EMAIL_NOT_CONFIGURED, TOO_MANY_REQUESTS
   */
  async send(request: CodeRequest, purpose: SignInCode = 'email_code'): Promise<IssuedCode> {
    this.mailer.requireConfigured();
    await this.mailer.count(request.email);
    try {
      return await this.mail(request, purpose);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'USER_NOT_FOUND')) throw error;
      // The user was deleted after the lookup: treated like an unknown address.
      return this.mail(request, purpose);
    }
  }

  /** The row of a decoy has the address, too, so that wrong codes count for its mailbox like for any other. */
  private async mail(request: CodeRequest, purpose: SignInCode): Promise<IssuedCode> {
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

/** Signs in by an email code. */
@Injectable()
export class EmailCodeSignInService {
  constructor(
    private readonly check: EmailCodeCheck,
    private readonly mailbox: MailboxSignIn,
    private readonly owner: AccountOwner,
  ) {}

  /**
   * @throws {ApiError} INVALID_CODE, USER_DISABLED, MFA_REQUIRED, MFA_ENROLMENT_REQUIRED, INVALID_MFA_TOKEN,
   * NOT_AUTHENTICATED, TOO_MANY_REQUESTS
   */
  async verify(answer: CodeAnswer, claim: OwnerClaim, client: Client): Promise<{ user: User; tokens: TokenPair }> {
    const { user, outcome } = await this.check.withLink(answer, ['magic_link', 'email_code'], (link) => {
      const consume = () => this.check.consume(link);
      const ownerProof = (user: User) => this.owner.proofOf(user, claim);
      return this.mailbox.signIn({ link, proof: BY_EMAIL_CODE, consume, gone: 'INVALID_CODE', ownerProof }, client);
    });
    return { user, tokens: tokensOf(outcome) };
  }
}
