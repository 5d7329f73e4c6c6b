import type { CallerIdentity } from '@app/auth';
import { type ApiKey, ApiKeyStore } from '@app/clients';
import { Env } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { Injectable } from '@nestjs/common';
import { RecentCaller } from '../access/recent-caller.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { withinClaims } from './machine-scopes.js';

/** What a user asks for. */
export interface NewApiKey {
  name: string;
  scopes: string[];
  audiences?: string[];
  /** In seconds. */
  lifetime: number;
}

/** Makes, lists and revokes the API keys of the caller. */
@Injectable()
export class ApiKeyService {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly keys: ApiKeyStore,
    private readonly recent: RecentCaller,
    private readonly stale: StaleTokens,
    private readonly events: EventLog,
  ) {}

  /**
   * Makes a key. Only this call returns it.
   * @throws {ApiError} API_KEYS_DISABLED, INVALID_SCOPE, INVALID_AUDIENCE, KEY_LIMIT_REACHED, NOT_AUTHENTICATED,
   * REAUTHENTICATION_REQUIRED
   */
  async create(caller: CallerIdentity, { name, scopes, audiences, lifetime }: NewApiKey) {
    const { apiKeys } = this.env;
    this.requireEnabled();
    const chosen = audiences ?? apiKeys.audiences;
    if (scopes.some((scope) => !apiKeys.scopes.includes(scope))) throw new ApiError('INVALID_SCOPE');
    if (chosen.some((audience) => !apiKeys.audiences.includes(audience)) || (!audiences && chosen.length > 1))
      throw new ApiError('INVALID_AUDIENCE');
    return this.recent.transaction(caller, async ({ uid, claims }) => {
      if (withinClaims(scopes, claims).length < scopes.length) throw new ApiError('INVALID_SCOPE');
      const expiresAt = this.clock.now() + lifetime;
      const facts = { uid, name, scopes: scopes.join(' '), audiences: chosen.join(' '), expiresAt };
      const made = await this.keys.add(facts);
      const data = { key_id: made.keyId, name, scopes, audiences: chosen };
      await this.events.record('api_key.created', { uid, data });
      return made;
    });
  }

  /** @throws {ApiError} API_KEYS_DISABLED */
  async list({ uid }: CallerIdentity): Promise<ApiKey[]> {
    this.requireEnabled();
    return this.keys.ofUser(uid);
  }

  /** @throws {ApiError} API_KEYS_DISABLED, API_KEY_NOT_FOUND, NOT_AUTHENTICATED */
  async remove(caller: CallerIdentity, keyId: string): Promise<void> {
    this.requireEnabled();
    await this.stale.transaction(caller, async ({ uid }) => {
      await this.keys.remove(uid, keyId);
      await this.events.record('api_key.revoked', { uid, data: { key_id: keyId, reason: 'user' } });
    });
  }

  private requireEnabled(): void {
    if (this.env.apiKeys.scopes.length === 0) throw new ApiError('API_KEYS_DISABLED');
  }
}
