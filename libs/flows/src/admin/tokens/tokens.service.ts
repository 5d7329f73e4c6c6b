import { AdminTokens, SCOPES, type Scope } from '@app/admin';
import { Clock, Database } from '@app/database';
import { ApiError } from '@app/errors';
import { currentActor, EventLog } from '@app/events';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { Administrator } from '../../access/administrator.js';
import { TokenRevocation } from '../../revocation/token-revocation.js';
import { TokenMaker, type TokenRequest } from './token-maker.js';

/** Creates and revokes admin tokens. */
@Injectable()
export class AdminTokenService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly tokens: AdminTokens,
    private readonly maker: TokenMaker,
    private readonly revocation: TokenRevocation,
    private readonly events: EventLog,
  ) {}

  /**
   * Creates a token. One that a user or a token makes works only while its maker does: see `TokenAccess`.
   * @param by the administrator of the request; undefined for the operator, who may create any token
   * @throws {ApiError} NOT_AUTHORIZED, INVALID_REQUEST, NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED
   */
  async create(request: TokenRequest, by?: Administrator): Promise<{ id: string; token: string }> {
    const { name, scopes, expiresAt } = request;
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
   * Revokes a token with those that it has made, and ends the sessions in which they act as users. A token can revoke those that
   * it created and those without scopes beyond its own.
   * @param by the administrator of the request; undefined for the operator, who may revoke any token
   * @throws {ApiError} TOKEN_NOT_FOUND, also for a revoked one; NOT_AUTHORIZED
   */
  async revoke(given: string, by?: Administrator): Promise<void> {
    const id = given.toLowerCase();
    if (!isUuid(id)) throw new ApiError('TOKEN_NOT_FOUND');
    await this.database.transaction(async () => {
      const revoked = await this.tokens.revoke(id, by?.scopes ?? SCOPES, currentActor().actor);
      if (!revoked) throw await this.refusal(id);
      await this.revocation.revoked(id);
    });
  }

  private async refusal(id: string): Promise<ApiError> {
    if (!(await this.tokens.isUsable(id))) return new ApiError('TOKEN_NOT_FOUND');
    return new ApiError('NOT_AUTHORIZED', 'A token cannot revoke another one with scopes that it does not have.', {
      reason: 'token to revoke with further scopes',
    });
  }

  async recordCreation(id: string, name: string, scopes: Scope[]): Promise<void> {
    await this.events.record('admin.token_created', { data: { token_id: id, name, scopes } });
  }
}
