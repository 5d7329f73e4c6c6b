import { Env } from '@app/config';
import { Database } from '@app/database';
import { ApiError, type ErrorCode } from '@app/errors';
import { currentActor, EventLog, type LoginFailureReason } from '@app/events';
import {
  addressGroup,
  type Counted,
  countAll,
  EMAIL_CHANGES,
  FAILED_LOGINS_PER_ACCOUNT,
  FAILED_LOGINS_PER_ADDRESS,
  PASSWORD_NOTICES,
  RateLimits,
  WRONG_EMAIL_CODES,
  WRONG_FACTORS,
  WRONG_FACTORS_PER_DAY,
  WRONG_OLD_PASSWORDS,
  WRONG_RECOVERY_CODES,
  WRONG_RECOVERY_CODES_PER_DAY,
} from '@app/limits';
import type { Link, SignInMethod } from '@app/tokens';
import { mailboxOf, normaliseEmail, PasswordHasher, PasswordScorer, SignInAddresses, type User } from '@app/users';
import { Injectable, type OnModuleInit } from '@nestjs/common';

/** The errors of a wrong guess. Any other error says nothing about the guess. */
const WRONG: ErrorCode[] = [
  'INVALID_CREDENTIALS',
  'USER_DISABLED',
  'INVALID_PASSWORD',
  'INVALID_CODE',
  'INVALID_PASSKEY',
];

const FACTOR_LIMITS = {
  factor: [WRONG_FACTORS, WRONG_FACTORS_PER_DAY],
  recovery_code: [WRONG_RECOVERY_CODES, WRONG_RECOVERY_CODES_PER_DAY],
};

/**
 * Limits wrong passwords (OWASP ASVS 5.0, 6.3.1) and changes of address, and records failed logins. A try is counted before its result is known, so
 * that parallel tries cannot exceed the limit; the count is taken back unless the try was wrong.
 */
@Injectable()
export class LoginThrottle {
  constructor(
    private readonly limits: RateLimits,
    private readonly addresses: SignInAddresses,
    private readonly database: Database,
    private readonly events: EventLog,
  ) {}

  /**
   * A client address that is known to the account is exempt from the count of all failed logins, so that strangers cannot
   * lock the owner out.
   * @param address of the client
   * @throws {ApiError} TOO_MANY_REQUESTS, also with the right password, and for an email without an account
   */
  async login<T>(email: string, address: string, attempt: () => Promise<T>): Promise<T> {
    const [account, client] = [accountOf(email), addressGroup(address)];
    const known = () => this.addresses.isKnown(account, client);
    const counted = await countAll([
      () => this.limits.count(FAILED_LOGINS_PER_ADDRESS, account, client),
      () => this.limits.countUnless(known, FAILED_LOGINS_PER_ACCOUNT, account),
    ]);
    return settle(counted, attempt, WRONG);
  }

  /** @throws {ApiError} TOO_MANY_REQUESTS */
  async oldPassword<T>(uid: string, attempt: () => Promise<T>): Promise<T> {
    return settle(await this.limits.count(WRONG_OLD_PASSWORDS, uid), attempt, WRONG);
  }

  /**
   * Recovery codes are counted apart, so that wrong codes of an app leave a way in.
   * @throws {ApiError} TOO_MANY_REQUESTS
   */
  async secondFactor<T>(kind: keyof typeof FACTOR_LIMITS, uid: string, attempt: () => Promise<T>): Promise<T> {
    return settle(
      await countAll(FACTOR_LIMITS[kind].map((limit) => () => this.limits.count(limit, uid))),
      attempt,
      WRONG,
    );
  }

  /** Counts wrong codes of a mailbox; those of a signed-in user apart from strangers. @throws {ApiError} TOO_MANY_REQUESTS */
  async emailCode<T>({ purpose, uid, email }: Link, attempt: () => Promise<T>): Promise<T> {
    const key = purpose === 'reauthenticate' && uid !== null ? uid : mailboxOf(email);
    return settle(await this.limits.count(WRONG_EMAIL_CODES, key), attempt, WRONG);
  }

  /** Removes the wrong second factors of an account, after a change of its password. */
  async resetFactors(uid: string): Promise<void> {
    for (const limit of Object.values(FACTOR_LIMITS).flat()) await this.limits.reset(limit, uid);
  }

  /**
   * Counts a change of address that was made, and one that reveals an existing account.
   * @param attempt returns whether the address changed
   * @throws {ApiError} TOO_MANY_REQUESTS
   */
  async emailChange(uid: string, attempt: () => Promise<boolean>): Promise<boolean> {
    const counted = await this.limits.count(EMAIL_CHANGES, uid);
    return settle(counted, attempt, ['EMAIL_ALREADY_IN_USE'], (changed) => changed);
  }

  /**
   * Counts the notice of a change; undefined when there have been too many. A stranger who has registered addresses of another
   * person, with any tags, must not fill that mailbox; nor use up the notices to the owner of a proved address.
   */
  async countNotice(
    { uid, email }: Pick<User, 'uid' | 'email'>,
    proved: boolean,
    limit = PASSWORD_NOTICES,
  ): Promise<Counted | undefined> {
    try {
      return await this.limits.count(limit, proved ? uid : mailboxOf(email));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'TOO_MANY_REQUESTS') return undefined;
      throw error;
    }
  }

  /** Removes the failed logins of an account, after its owner has used a token that was mailed to it. */
  async reset(email: string): Promise<void> {
    const account = accountOf(email);
    await this.limits.reset(FAILED_LOGINS_PER_ADDRESS, account, addressGroup(currentActor().ip ?? ''));
    await this.limits.reset(FAILED_LOGINS_PER_ACCOUNT, account);
  }

  /**
   * Records a failed login. Every reason writes the same kind of row, so that the time of the answer does not reveal the reason. The
   * actor is `anonymous`, also when the password was right: no session was opened.
   * @param uid null when there is no such account
   * @param method left out for a password and an email code
   */
  recordFailure(uid: string | null, reason: LoginFailureReason, method?: SignInMethod): Promise<void> {
    const facts = { uid, actor: 'anonymous', data: { reason, method } };
    return this.database.transaction(() => this.events.record('login.failed', facts));
  }
}

/** Makes the attempt and takes the count back, unless it fails with one of these codes or has a result that counts. */
async function settle<T>(
  counted: Counted,
  attempt: () => Promise<T>,
  codes: ErrorCode[],
  resultCounts: (result: T) => boolean = () => false,
): Promise<T> {
  let counts = false;
  try {
    const result = await attempt();
    counts = resultCounts(result);
    return result;
  } catch (error) {
    counts = error instanceof ApiError && codes.includes(error.code);
    throw error;
  } finally {
    if (!counts) await counted.takeBack();
  }
}

/** The normalised email, also of an account that does not exist. */
function accountOf(email: string): string {
  return normaliseEmail(email) ?? email;
}

/**
 * Limits the share of one client address in the queues of passwords, so that parallel requests of one stranger cannot make
 * the service refuse the passwords of others.
 */
@Injectable()
export class PasswordShares implements OnModuleInit {
  constructor(
    private readonly env: Env,
    private readonly hasher: PasswordHasher,
    private readonly scorer: PasswordScorer,
  ) {}

  onModuleInit(): void {
    if (!this.env.rateLimit) return;
    this.hasher.clientOf = client;
    this.scorer.clientOf = client;
  }
}

/** Undefined for an administrator and for a command, which may bring many passwords at once. */
function client(): string | undefined {
  const { actor, ip } = currentActor();
  return ip === null || actor.startsWith('admin:') ? undefined : addressGroup(ip);
}
