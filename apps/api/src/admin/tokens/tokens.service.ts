import { type AdminToken, AdminTokens, type NewAdminToken, SCOPES, type Scope } from '@app/admin';
import { Clock, Database } from '@app/database';
import { ApiError } from '@app/errors';
import { currentOrigin, EventLog } from '@app/events';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';

type Wanted = Pick<NewAdminToken, 'name' | 'scopes' | 'expiresAt'>;

/** Handing out and taking back admin tokens. */
@Injectable()
export class AdminTokenService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly tokens: AdminTokens,
    private readonly events: EventLog,
  ) {}

  /**
   * Makes a token, by the holder of another one or, without one, by whoever runs the service. Whoever may write can
   * change every user and sign in as any of them: to read as well adds nothing. Password hashes are another matter, so
   * only a token that may export makes one that may. And none makes one that outlives it.
   * @throws {ApiError} NOT_AUTHORIZED, INVALID_REQUEST
   */
  async create({ name, scopes, expiresAt }: Wanted, by?: AdminToken): Promise<{ id: string; token: string }> {
    if (by && scopes.includes('export') && !by.scopes.includes('export')) {
      throw new ApiError('NOT_AUTHORIZED', 'Only a token with the scope "export" can make another one with it.');
    }
    if (by?.expiresAt != null && (expiresAt === null || expiresAt > by.expiresAt)) {
      throw new ApiError('NOT_AUTHORIZED', 'A token cannot make another one that lives longer than itself.');
    }
    if (expiresAt !== null && expiresAt <= this.clock.now()) {
      throw new ApiError('INVALID_REQUEST', 'expires_at must be in the future.');
    }
    return this.database.transaction(async () => {
      const made = await this.tokens.create({ name, scopes, expiresAt, createdBy: currentOrigin().actor });
      await this.note(made.id, name, scopes);
      return made;
    });
  }

  /**
   * Revokes a token. The holder of another one revokes tokens with no scope beyond their own, and those that it made; the
   * operator, who needs no token, revokes any.
   * @throws {ApiError} TOKEN_NOT_FOUND, also for one that is revoked already; NOT_AUTHORIZED
   */
  async revoke(given: string, by?: AdminToken): Promise<void> {
    const id = given.toLowerCase();
    if (!isUuid(id)) throw new ApiError('TOKEN_NOT_FOUND');
    await this.database.transaction(async () => {
      const revoked = await this.tokens.revoke(id, by?.scopes ?? SCOPES, currentOrigin().actor);
      if (!revoked) throw await this.refusal(id);
      await this.events.record('admin.token_revoked', { data: { token_id: id } });
    });
  }

  private async refusal(id: string): Promise<ApiError> {
    if (!(await this.tokens.isUsable(id))) return new ApiError('TOKEN_NOT_FOUND');
    return new ApiError('NOT_AUTHORIZED', 'A token cannot revoke another one with scopes that it does not have.');
  }

  /** Writes into the log that a token was made. */
  async note(id: string, name: string, scopes: Scope[]): Promise<void> {
    await this.events.record('admin.token_created', { data: { token_id: id, name, scopes } });
  }
}
