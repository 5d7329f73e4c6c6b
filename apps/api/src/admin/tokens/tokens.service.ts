import { AdminTokens, type NewAdminToken, SCOPES, type Scope } from '@app/admin';
import { Clock, Database } from '@app/database';
import { ApiError } from '@app/errors';
import { adminActor, currentOrigin, EventLog } from '@app/events';
import { SessionRevocation } from '@app/flows';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { Administrator } from '../../access/admin/administrator.js';

type TokenRequest = Pick<NewAdminToken, 'name' | 'scopes' | 'expiresAt'>;

/** Creates and revokes admin tokens. */
@Injectable()
export class AdminTokenService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly tokens: AdminTokens,
    private readonly sessions: SessionRevocation,
    private readonly events: EventLog,
  ) {}

  /**
   * Creates a token. The scope `write` allows sign-ins as any user, so it includes everything that `read` shows. All other
   * scopes are more: only a token that has one can create another one with it. No token can create one that expires later
   * than itself.
   * @param by the administrator of the request; undefined for the operator, who may create any token
   * @throws {ApiError} NOT_AUTHORIZED, INVALID_REQUEST
   */
  async create({ name, scopes, expiresAt }: TokenRequest, by?: Administrator): Promise<{ id: string; token: string }> {
    const beyond = scopes.find(
      (scope) => !['read', 'write'].includes(scope) && !(by?.scopes ?? SCOPES).includes(scope),
    );
    if (beyond !== undefined) {
      throw new ApiError('NOT_AUTHORIZED', `Only a token with the scope "${beyond}" can make another one with it.`);
    }
    if (by?.expiresAt != null && (expiresAt === null || expiresAt > by.expiresAt)) {
      throw new ApiError('NOT_AUTHORIZED', 'A token cannot make another one that lives longer than itself.');
    }
    if (expiresAt !== null && expiresAt <= this.clock.now()) {
      throw new ApiError('INVALID_REQUEST', 'expires_at must be in the future.');
    }
    return this.database.transaction(async () => {
      const made = await this.tokens.create({ name, scopes, expiresAt, createdBy: currentOrigin().actor });
      await this.recordCreation(made.id, name, scopes);
      return made;
    });
  }

  /**
   * Revokes a token, and ends the sessions in which it acts as users. A token can revoke those that it created and those
   * without scopes beyond its own.
   * @param by the administrator of the request; undefined for the operator, who may revoke any token
   * @throws {ApiError} TOKEN_NOT_FOUND, also for a revoked one; NOT_AUTHORIZED
   */
  async revoke(given: string, by?: Administrator): Promise<void> {
    const id = given.toLowerCase();
    if (!isUuid(id)) throw new ApiError('TOKEN_NOT_FOUND');
    await this.database.transaction(async () => {
      const revoked = await this.tokens.revoke(id, by?.scopes ?? SCOPES, currentOrigin().actor);
      if (!revoked) throw await this.refusal(id);
      await this.events.record('admin.token_revoked', { data: { token_id: id } });
      await this.sessions.impersonationsBy(adminActor(id));
    });
  }

  private async refusal(id: string): Promise<ApiError> {
    if (!(await this.tokens.isUsable(id))) return new ApiError('TOKEN_NOT_FOUND');
    return new ApiError('NOT_AUTHORIZED', 'A token cannot revoke another one with scopes that it does not have.');
  }

  /** To be called in the transaction that adds the token. */
  async recordCreation(id: string, name: string, scopes: Scope[]): Promise<void> {
    await this.events.record('admin.token_created', { data: { token_id: id, name, scopes } });
  }
}
