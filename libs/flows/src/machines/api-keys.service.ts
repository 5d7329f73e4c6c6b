import type { CallerIdentity } from '@app/auth';
import { type ApiKey, ApiKeyStore } from '@app/clients';
import { Env } from '@app/config';
import { Clock, type ListPage, type PageRequest } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { MailService } from '@app/mail';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { AdminRank } from '../access/admin-rank.js';
import { RecentSignIn } from '../access/recent-sign-in.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { toUid } from '../admin/user-search.js';
import { NO_CLIENT } from '../input/requester.js';
import { withinClaims } from './machine-tokens.service.js';

/** What a user asks for. */
export interface NewApiKey {
  name: string;
  scopes: string[];
  audiences?: string[];
  /** In seconds. */
  lifetime: number;
}

/** The API keys of users: users make, list and revoke their own; administrators list and revoke those of any user. */
@Injectable()
export class ApiKeyService {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly users: UsersService,
    private readonly keys: ApiKeyStore,
    private readonly recent: RecentSignIn,
    private readonly stale: StaleTokens,
    private readonly rank: AdminRank,
    private readonly mail: MailService,
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
  async listOwn({ uid }: CallerIdentity): Promise<ApiKey[]> {
    this.requireEnabled();
    return this.keys.ofUser(uid);
  }

  /** @throws {ApiError} API_KEYS_DISABLED, API_KEY_NOT_FOUND, NOT_AUTHENTICATED */
  async removeOwn(caller: CallerIdentity, keyId: string): Promise<void> {
    this.requireEnabled();
    await this.stale.transaction(caller, async ({ uid }) => {
      await this.keys.remove(uid, keyId);
      await this.events.record('api_key.revoked', { uid, data: { key_id: keyId, reason: 'user' } });
    });
  }

  private requireEnabled(): void {
    if (this.env.apiKeys.scopes.length === 0) throw new ApiError('API_KEYS_DISABLED');
  }

  /** The keys of all users, newest first. */
  list(page: PageRequest): Promise<ListPage<ApiKey>> {
    return this.keys.list(page);
  }

  /** @throws {ApiError} USER_NOT_FOUND */
  async ofUser(text: string): Promise<ApiKey[]> {
    const user = await this.users.find(toUid(text));
    if (!user) throw new ApiError('USER_NOT_FOUND');
    return this.keys.ofUser(user.uid);
  }

  /** @throws {ApiError} USER_NOT_FOUND, API_KEY_NOT_FOUND, NOT_AUTHORIZED, NOT_AUTHENTICATED */
  remove(text: string, keyId: string): Promise<void> {
    return this.rank.transaction(toUid(text), (user) => this.revoke(user, keyId));
  }

  /** The same by the id of the key alone. @throws {ApiError} API_KEY_NOT_FOUND */
  async removeById(keyId: string): Promise<void> {
    const uid = await this.keys.ownerOf(keyId);
    if (uid === undefined) throw new ApiError('API_KEY_NOT_FOUND');
    await this.remove(uid, keyId);
  }

  /** Revokes a leaked key, and informs its user. Returns its id; undefined for a key that no user has any more. */
  async removeLeaked(key: string): Promise<string | undefined> {
    const found = await this.keys.find(key);
    if (!found) return undefined;
    const { uid, keyId } = found;
    try {
      await this.rank.transaction(uid, (user) => this.revoke(user, keyId, true));
      return keyId;
    } catch (error) {
      // Its user has revoked it, or was deleted, in the meantime.
      if (error instanceof ApiError && ['API_KEY_NOT_FOUND', 'USER_NOT_FOUND'].includes(error.code)) return undefined;
      throw error;
    }
  }

  /** An email informs the user, who must be locked. @param leaked whether other people could read the key */
  private async revoke({ uid, email }: User, keyId: string, leaked = false): Promise<void> {
    const { name } = await this.keys.remove(uid, keyId);
    const reason = leaked ? 'leaked' : 'administrator';
    await this.events.record('api_key.revoked', { uid, data: { key_id: keyId, reason } });
    await this.mail.notify('api-keys-revoked', email, { keys: name, leaked }, NO_CLIENT);
  }
}
