import { ConsoleSessions, type Scope, scopesIn } from '@app/admin';
import { ApiError } from '@app/errors';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { type Administrator, ofUser } from './administrator.js';
import { TokenAccess } from './token-access.js';

/**
 * Decides who may change whom. To set the password, the address or the factors of a user is to become that user, so it needs
 * all scopes that the user has.
 */
@Injectable()
export class AdminRank {
  constructor(
    private readonly users: UsersService,
    private readonly tokens: TokenAccess,
    private readonly console: ConsoleSessions,
  ) {}

  /**
   * The user whom an administrator changes, locked until the end of the transaction: scopes that the user gets meanwhile count.
   * Every flow that changes a user for an administrator locks the user here.
   * @param by undefined for the operator and for work that waited, which may change every user
   * @throws {ApiError} NOT_AUTHENTICATED, USER_NOT_FOUND, NOT_AUTHORIZED
   */
  async lock(uid: string, by: Administrator | undefined): Promise<User> {
    if (by) await this.confirm(by);
    const user = await this.users.lock(uid);
    if (!user) throw new ApiError('USER_NOT_FOUND');
    const beyond = by && scopesIn(user.adminScopes).find((scope) => !by.scopes.includes(scope));
    if (beyond === undefined) return user;
    throw new ApiError(
      'NOT_AUTHORIZED',
      `This user has the scope "${beyond}". Only an administrator who has it, too, can change the user.`,
    );
  }

  /**
   * Locks the administrator, who may have lost rights since the request began: a body can arrive late. Returns the user, or null
   * for an admin token.
   * @throws {ApiError} NOT_AUTHENTICATED
   */
  async confirm({ tokenId, uid, scopes, session }: Administrator): Promise<User | null> {
    const user = uid === null ? null : await this.users.lock(uid);
    const now = user ? ofUser(user) : await this.tokens.confirm(tokenId ?? '');
    const alive = session === undefined || (await this.console.isOpen(session));
    if (!now || !alive || scopes.some((scope) => !now.scopes.includes(scope))) throw new ApiError('NOT_AUTHENTICATED');
    return user;
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
    throw new ApiError('NOT_AUTHORIZED', `Only an administrator with the scope "${missing}" can set these scopes.`);
  }
  if (by.expiresAt !== null && scopes.some((scope) => !earlier.includes(scope))) {
    throw new ApiError('NOT_AUTHORIZED', 'An admin token that expires cannot give scopes to a user.');
  }
}
