import { type AdminToken, AdminTokens, type Scope } from '@app/admin';
import { Clock, Database } from '@app/database';
import { ApiError } from '@app/errors';
import { currentActor, EventLog } from '@app/events';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { AdminRank } from '../../access/admin-rank.js';
import { OPERATOR } from '../../access/administrator.js';
import { type Taken, Theft } from '../../accounts/theft.js';
import { Access } from '../../revocation/access.js';
import { TokenMaker, type TokenRequest } from './token-maker.js';

/** Creates, shortens and revokes admin tokens. */
@Injectable()
export class AdminTokenService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly rank: AdminRank,
    private readonly tokens: AdminTokens,
    private readonly maker: TokenMaker,
    private readonly access: Access,
    private readonly theft: Theft,
    private readonly events: EventLog,
  ) {}

  /**
   * Creates a token. One that a user or a token makes works only while its maker does: see `TokenAccess`.
   * @throws {ApiError} NOT_AUTHORIZED, INVALID_REQUEST, NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED
   */
  async create(request: TokenRequest): Promise<{ id: string; token: string }> {
    const { name, scopes, expiresAt } = request;
    const by = this.rank.administrator;
    if (by) this.maker.check(request, by);
    if (expiresAt !== null && expiresAt <= this.clock.now()) {
      throw new ApiError('INVALID_REQUEST', 'expires_at must be in the future.');
    }
    return this.database.transaction(async () => {
      const createdBy = by?.actor ?? currentActor().actor;
      const made = await this.tokens.create({ name, scopes, expiresAt, createdBy });
      await this.recordCreation(made.id, name, scopes);
      if (by) await this.maker.announce(request, by);
      return made;
    });
  }

  /**
   * Revokes a token with those that it has made, and ends the sessions in which they act as users. What they have begun and sent stays,
   * but not with `stolen`: then also what they have made is disabled. An administrator can revoke those without further scopes, and
   * the own tokens, but these not as stolen: they may have scopes that the administrator has lost since then.
   * @param stolen also for a token that has expired, or was revoked before
   * @param since of a stolen one, what it has made from this second on
   * @throws {ApiError} TOKEN_NOT_FOUND, INVALID_REQUEST, NOT_AUTHORIZED, REAUTHENTICATION_REQUIRED
   */
  async revoke(given: string, stolen = false, since?: number): Promise<Taken | undefined> {
    if (since !== undefined && !stolen)
      throw new ApiError(
        'INVALID_REQUEST',
        'since needs stolen: true. A plain revocation leaves what the token has made.',
      );
    const by = this.rank.administrator;
    const id = await this.database.transaction(async () => {
      if (stolen) await this.rank.requireFactorFor('theft');
      const token = await this.lock(given, stolen);
      const revoked = await this.tokens.revoke(token.id);
      if (revoked && stolen) await this.events.record('admin.token_revoked', { data: { token_id: token.id } });
      else if (revoked) await this.access.tokenRevoked(token.id);
      return token.id;
    });
    if (!stolen) return undefined;
    return this.rank.afterwards(() => this.theft.takeBack({ token: id, since: since ?? 0 }, by ?? OPERATOR));
  }

  /** Lets a token expire sooner. @throws {ApiError} TOKEN_NOT_FOUND, NOT_AUTHORIZED, INVALID_REQUEST for a later time */
  async expireAt(given: string, expiresAt: number): Promise<AdminToken> {
    return this.database.transaction(async () => {
      const token = await this.lock(given);
      if (expiresAt <= this.clock.now()) throw new ApiError('INVALID_REQUEST', 'expires_at must be in the future.');
      if (token.expiresAt !== null && expiresAt > token.expiresAt)
        throw new ApiError('INVALID_REQUEST', 'expires_at can only be brought forward.');
      await this.tokens.expireAt(token.id, expiresAt);
      await this.access.tokenExpires(token.id, expiresAt);
      await this.events.record('admin.token_changed', { data: { token_id: token.id, expires_at: expiresAt } });
      return { ...token, expiresAt };
    });
  }

  /** A token that the administrator may end, locked. @param stolen allows a revoked one, and needs its scopes also of its maker */
  private async lock(given: string, stolen = false): Promise<AdminToken> {
    const token = isUuid(given) ? await this.tokens.lock(given.toLowerCase()) : null;
    if (!token || (token.revokedAt !== null && !stolen)) throw new ApiError('TOKEN_NOT_FOUND');
    const by = this.rank.administrator;
    const isOwn = !stolen && token.createdBy === by?.actor;
    if (!by || isOwn || token.scopes.every((scope) => by.scopes.includes(scope))) return token;
    throw new ApiError(
      'NOT_AUTHORIZED',
      'A token cannot revoke or change another one with scopes that it does not have.',
      {
        reason: 'token to revoke with further scopes',
      },
    );
  }

  async recordCreation(id: string, name: string, scopes: Scope[]): Promise<void> {
    await this.events.record('admin.token_created', { data: { token_id: id, name, scopes } });
  }
}
