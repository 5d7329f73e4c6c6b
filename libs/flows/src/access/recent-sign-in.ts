import type { CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { impersonatorOf, type Session, SessionStore, shownAt } from '@app/tokens';
import { type LockedUser, type User, UserPasswords } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from './factor-methods.js';
import { LoginThrottle } from './login-throttle.js';
import { StaleTokens } from './stale-tokens.js';

/** The version of the password that was confirmed; undefined if the request has no password. */
export type ConfirmedPassword = number | undefined;

/**
 * A change of address and the deletion of an account need a recent sign-in, or the password of a user without a second factor
 * (OWASP ASVS 5.0, 7.5.1): a stolen access token is not enough.
 */
@Injectable()
export class RecentSignIn {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly sessions: SessionStore,
    private readonly passwords: UserPasswords,
    private readonly methods: FactorMethods,
    private readonly throttle: LoginThrottle,
    private readonly stale: StaleTokens,
  ) {}

  /**
   * Compares the password of the request, if it has one. To be called outside of transactions: hashing takes long.
   * @throws {ApiError} INVALID_PASSWORD, TOO_MANY_REQUESTS
   */
  async confirm({ uid }: CallerIdentity, password: string | undefined): Promise<ConfirmedPassword> {
    if (password === undefined) return undefined;
    return this.throttle.oldPassword(uid, () => this.passwords.confirm(uid, password));
  }

  /**
   * A password does as well, but not for a user with a second factor.
   * @throws {ApiError} REAUTHENTICATION_REQUIRED; INVALID_PASSWORD when the password was changed since it was confirmed
   */
  async requireOrPassword(caller: CallerIdentity, user: LockedUser, confirmed: ConfirmedPassword): Promise<void> {
    if (confirmed !== undefined && confirmed !== user.passwordVersion) throw new ApiError('INVALID_PASSWORD');
    if (confirmed === undefined || (await this.methods.needsFactor(user))) await this.require(caller, user);
  }

  /** @throws {ApiError} REAUTHENTICATION_REQUIRED */
  async require(caller: CallerIdentity, user: LockedUser): Promise<void> {
    const byFactor = await this.methods.needsFactor(user);
    const reason = await this.lackOf(caller, byFactor);
    if (reason !== undefined) await this.refuse(user, byFactor, reason);
  }

  /**
   * Runs work in one transaction that has locked the user and checked the token: for changes that a stolen access token must not make.
   * They outlive the session, so it must not have ended, whatever counts as recent.
   * @throws {ApiError} NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED
   */
  transaction<T>(caller: CallerIdentity, work: (user: LockedUser) => Promise<T>): Promise<T> {
    return this.stale.transaction(caller, async (user) => {
      await this.require(caller, user);
      await this.stale.requireLiving(caller);
      return work(user);
    });
  }

  /**
   * As `require()` for what needs two factors of every user, the second one older than the session: a thief of a password could add a
   * factor. A session that began in another one does not do: it may be that of a product, whose scripts read its tokens.
   * @param sessionId the session of the user; null if it is not known
   * @throws {ApiError} REAUTHENTICATION_REQUIRED
   */
  async requireEarlierFactor(sessionId: string | null, user: LockedUser): Promise<void> {
    const session = sessionId === null ? undefined : await this.sessions.find(sessionId, user.uid);
    const reason = session?.earlierFactor
      ? await this.lackOfSignIn(session)
      : 'no factor older than the session was shown';
    if (reason !== undefined) await this.refuse(user, true, reason);
  }

  /** @throws {ApiError} REAUTHENTICATION_REQUIRED for a user whom a password alone does not authenticate */
  async requirePasswordUser(user: User): Promise<void> {
    if (await this.methods.needsFactor(user))
      await this.refuse(user, true, 'password alone of a user with a second factor');
  }

  /** @throws {ApiError} REAUTHENTICATION_REQUIRED */
  private async refuse({ uid }: User, byFactor: boolean, reason: string): Promise<never> {
    const methods = await this.methods.toReauthenticate(uid, byFactor);
    const details = { max_age: this.env.reauthMaxAge, acr: byFactor ? 'aal2' : 'aal1', methods };
    throw new ApiError('REAUTHENTICATION_REQUIRED', { details, reason });
  }

  /**
   * What the sign-in lacks; undefined if it is recent. For a user who needs a second factor, the time counts at
   * which one was last shown: a password does not prolong it. Without a limit of age, one factor is still no proof for such a
   * user, and a session that began in another one has still to show its own. An administrator who acts as the user has proved nothing.
   */
  private async lackOf({ uid, sessionId, claims }: CallerIdentity, byFactor: boolean): Promise<string | undefined> {
    if (impersonatorOf(claims) !== undefined) return 'an administrator acts as the user';
    const session = await this.sessions.find(sessionId, uid);
    if (session?.parentId === null && this.env.reauthMaxAge === 0 && !byFactor) return undefined;
    return session ? this.lackIn(session, byFactor) : 'session ended';
  }

  private async lackOfSignIn(session: Session): Promise<string | undefined> {
    return session.parentId === null ? this.lackIn(session, true) : 'session that began in another one';
  }

  /** A proof that was copied from the session of the sign-in pages does not count: the scripts of a product read its tokens. */
  private async lackIn(session: Session, byFactor: boolean): Promise<string | undefined> {
    const { reauthMaxAge } = this.env;
    if (!(await this.sessions.isAlive(session))) return 'session ended or expired';
    if (byFactor && session.acr !== 'aal2') return 'no second factor in the session';
    const at = shownAt(session, byFactor);
    if (at === 0 && session.parentId !== null) return 'nothing shown in the session itself';
    const age = this.clock.now() - at;
    return reauthMaxAge === 0 || age <= reauthMaxAge ? undefined : 'sign-in too old';
  }
}
