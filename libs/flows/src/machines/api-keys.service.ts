import type { CallerIdentity } from '@app/auth';
import { type ApiKey, ApiKeyStore } from '@app/clients';
import { Env } from '@app/config';
import { Clock, type ListPage, type PageRequest } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { addressGroup, RateLimits, WRONG_API_KEYS } from '@app/limits';
import { KeyNotices } from '@app/mail';
import { MachineTokens } from '@app/tokens';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { AdminRank } from '../access/admin-rank.js';
import { RecentSignIn } from '../access/recent-sign-in.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { NO_CLIENT } from '../input/requester.js';
import { MachineOutcomes, type MachineToken } from './client-credentials.service.js';
import { grantedAudience, grantedScopes, withinClaims, wordsOf } from './clients.service.js';

/** Lists and revokes the API keys of any user. */
@Injectable()
export class AdminApiKeyService {
  constructor(
    private readonly users: UsersService,
    private readonly rank: AdminRank,
    private readonly keys: ApiKeyStore,
    private readonly notices: KeyNotices,
    private readonly events: EventLog,
  ) {}

  list(page: PageRequest): Promise<ListPage<ApiKey>> {
    return this.keys.list(page);
  }

  /** @throws {ApiError} USER_NOT_FOUND */
  async ofUser(text: string): Promise<ApiKey[]> {
    const user = await this.users.find(uidIn(text));
    if (!user) throw new ApiError('USER_NOT_FOUND');
    return this.keys.ofUser(user.uid);
  }

  /** @throws {ApiError} USER_NOT_FOUND, API_KEY_NOT_FOUND, NOT_AUTHORIZED, NOT_AUTHENTICATED */
  remove(text: string, keyId: string): Promise<void> {
    return this.rank.transaction(uidIn(text), (user) => this.revoke(user, keyId));
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
    await this.notices.revoked(email, { keys: name, leaked }, NO_CLIENT);
  }
}

function uidIn(text: string): string {
  if (!isUuid(text)) throw new ApiError('USER_NOT_FOUND');
  return text.toLowerCase();
}

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
    private readonly recent: RecentSignIn,
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

/** A key that works, and its user. */
interface Usable {
  key: ApiKey;
  user: User;
}

/** Recognises API keys. */
@Injectable()
export class KeyAuthentication {
  constructor(
    private readonly clock: Clock,
    private readonly keys: ApiKeyStore,
    private readonly users: UsersService,
    private readonly limits: RateLimits,
  ) {}

  /**
   * The key with this text, and its user, both after changes that are not committed yet: a later change that ends tokens also ends
   * the one that this leads to. A wrong key counts after the look, so that it never blocks right ones from the same client address.
   * @throws {ApiError} INVALID_API_KEY, TOO_MANY_REQUESTS
   */
  async authenticate(text: string, address: string): Promise<Usable> {
    const found = await this.find(text);
    if (typeof found !== 'string') return found;
    await this.limits.count(WRONG_API_KEYS, addressGroup(address));
    throw new ApiError('INVALID_API_KEY', { reason: found });
  }

  /** The key, or why it does not work. */
  private async find(text: string): Promise<Usable | string> {
    const key = await this.keys.find(text);
    if (!key) return 'malformed, unknown or revoked API key';
    if (key.expiresAt <= this.clock.now()) return 'API key expired';
    const user = await this.users.findSettled(key.uid);
    if (!user?.active) return 'account disabled or deleted';
    if (key.counter !== user.rung4) return 'API key from before the owner had the account back';
    await this.keys.recordUse(key);
    return { key, user };
  }
}

/** A request for an access token with an API key. */
interface KeyTokenFacts {
  key: string;
  scope?: string;
  audience?: string;
  /** The client address. */
  address: string;
}

/** Gives access tokens to the scripts of users. */
@Injectable()
export class KeyExchangeService {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly authentication: KeyAuthentication,
    private readonly tokens: MachineTokens,
    private readonly outcomes: MachineOutcomes,
  ) {}

  /** @throws {ApiError} API_KEYS_DISABLED, INVALID_API_KEY, INVALID_SCOPE, INVALID_AUDIENCE, TOO_MANY_REQUESTS */
  exchange(facts: KeyTokenFacts): Promise<MachineToken> {
    return this.outcomes.report('api_key', () => this.exchangeNow(facts));
  }

  private async exchangeNow({ key, scope, audience, address }: KeyTokenFacts): Promise<MachineToken> {
    const { apiKeys } = this.env;
    if (apiKeys.scopes.length === 0) throw new ApiError('API_KEYS_DISABLED');
    // Before the user is read: a change that comes later ends the token.
    const at = this.clock.now();
    const { user, key: found } = await this.authentication.authenticate(key, address);
    const left = wordsOf(found.scopes).filter((one) => apiKeys.scopes.includes(one));
    const scopes = grantedScopes(scope, withinClaims(left, user.claims));
    const listed = wordsOf(found.audiences).filter((one) => apiKeys.audiences.includes(one));
    const grant = { scopes, audience: grantedAudience(audience === undefined ? [] : [audience], listed) };
    const times = { at, claimsChangedAt: user.claimsChangedAt, until: found.expiresAt };
    return { ...this.tokens.issue(found, grant, times), scope: scopes.join(' ') };
  }
}
