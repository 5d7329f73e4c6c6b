import { ConsoleSessions, type Scope, scopesIn } from '@app/admin';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { type LockedUser, type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { type Administrator, type AdministratorOrOperator, OPERATOR, ofUser, widens } from './administrator.js';
import { FactorMethods } from './factor-methods.js';
import { TokenAccess } from './token-access.js';

/**
 * Decides who may change whom. To set the password, the address or the factors of a user is to become that user, so it needs
 * all scopes that the user has.
 */
@Injectable()
export class AdminRank {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly tokens: TokenAccess,
    private readonly console: ConsoleSessions,
    private readonly methods: FactorMethods,
  ) {}

  /**
   * The user whom an administrator changes, locked until the end of the transaction: scopes that the user gets meanwhile count.
   * Every flow that changes a user for an administrator begins its transaction with this, or is run by `transaction()`.
   * @param by undefined for the operator and for work that waited, which may change every user
   * @throws {ApiError} NOT_AUTHENTICATED, USER_NOT_FOUND, NOT_AUTHORIZED
   */
  async lock(uid: string, by: Administrator | undefined): Promise<LockedUser> {
    const user = await this.lockAny(uid, by);
    const beyond = by && scopesIn(user.adminScopes).find((scope) => !by.scopes.includes(scope));
    if (beyond === undefined) return user;
    throw new ApiError(
      'NOT_AUTHORIZED',
      `This user has the scope "${beyond}". Only an administrator who has it, too, can change the user.`,
      { reason: 'user with a scope that the administrator lacks' },
    );
  }

  /** Runs work in one transaction that has locked the user: see `lock()`. */
  transaction<T>(uid: string, by: Administrator | undefined, work: (user: LockedUser) => Promise<T>): Promise<T> {
    return this.database.transaction(async () => work(await this.lock(uid, by)));
  }

  /**
   * The same as `lock()` for a flow that has another rule than the scopes of the user.
   * @throws {ApiError} NOT_AUTHENTICATED, USER_NOT_FOUND
   */
  async lockAny(uid: string, by: Administrator | undefined): Promise<LockedUser> {
    const locked = await this.lockUsers(uid, by?.uid);
    if (by) await this.check(by, locked);
    const user = locked.get(uid);
    if (!user) throw new ApiError('USER_NOT_FOUND');
    return user;
  }

  /**
   * Locks the administrator, who may have lost rights since the request began: a body can arrive late. Returns the user, or
   * null for an admin token.
   * @throws {ApiError} NOT_AUTHENTICATED
   */
  async confirm(by: Administrator): Promise<LockedUser | null> {
    const locked = await this.lockUsers(by.uid);
    await this.check(by, locked);
    return locked.get(by.uid ?? '') ?? null;
  }

  /**
   * Runs work in one transaction that has locked the administrator: see `confirm()`. For a step of work that takes long.
   * @throws {ApiError} NOT_AUTHENTICATED
   */
  confirmed<T>(by: AdministratorOrOperator, work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      if (by !== OPERATOR) await this.confirm(by);
      return work();
    });
  }

  /**
   * The same check without a lock, before each step of work that only reads: a right that is lost later ends the next step.
   * @throws {ApiError} NOT_AUTHENTICATED
   */
  async requireStill(by: AdministratorOrOperator): Promise<void> {
    if (by === OPERATOR) return;
    await this.compare(by, by.uid === null ? await this.tokens.find(by.tokenId ?? '') : await this.users.find(by.uid));
  }

  /**
   * Locks all users of a change before it reads anything else: on MySQL, what a transaction reads without a lock is as old as its
   * first such read. In the order of their uids, so that administrators who change each other do not end in a deadlock.
   */
  private async lockUsers(...uids: (string | null | undefined)[]): Promise<Map<string, LockedUser>> {
    const given = [...new Set(uids)].filter((uid) => typeof uid === 'string');
    const locked = new Map<string, LockedUser>();
    for (const uid of given.sort()) {
      const user = await this.users.lock(uid);
      if (user) locked.set(uid, user);
    }
    return locked;
  }

  private async check(by: Administrator, locked: Map<string, LockedUser>): Promise<void> {
    await this.compare(by, by.uid === null ? await this.tokens.confirm(by.tokenId ?? '') : locked.get(by.uid));
  }

  /** @param stored what the administrator is now: the token, or the user; nothing if there is none any more */
  private async compare(
    { scopes, session }: Administrator,
    stored: Administrator | User | null | undefined,
  ): Promise<void> {
    const isUser = stored && 'adminScopes' in stored;
    const now = isUser ? ofUser(stored, await this.methods.needsFactor(stored)) : stored;
    const alive = session === undefined || (await this.console.isOpen(session));
    if (!now || !alive || scopes.some((scope) => !now.scopes.includes(scope)))
      throw new ApiError('NOT_AUTHENTICATED', 'The administrator has meanwhile lost the right to do this.', {
        reason: 'administrator signed out, revoked or with fewer scopes meanwhile',
      });
  }
}

/**
 * Scopes are given only by an administrator who has them, and not by an admin token that expires: they would outlive it.
 * @param scopes all scopes that the user will have
 * @param earlier those that the user has
 * @throws {ApiError} NOT_AUTHORIZED
 */
export function requireGrant(scopes: Scope[], earlier: Scope[], by: Administrator): void {
  const missing = (['admins', ...scopes] as const).find((scope) => !by.scopes.includes(scope));
  if (missing !== undefined) {
    throw new ApiError('NOT_AUTHORIZED', `Only an administrator with the scope "${missing}" can set these scopes.`, {
      reason: 'scopes beyond those of the administrator',
    });
  }
  if (by.expiresAt !== null && widens(scopes, earlier)) {
    throw new ApiError('NOT_AUTHORIZED', 'An admin token that expires cannot give scopes to a user.', {
      reason: 'scopes by an admin token that expires',
    });
  }
}
