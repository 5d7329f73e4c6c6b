import {
  type ApiKey,
  ApiKeyStore,
  Assertions,
  type Client,
  ClientSecrets,
  ClientStore,
  refusedClient,
} from '@app/clients';
import { Env } from '@app/config';
import { Clock } from '@app/database';
import { ApiError, type ErrorCode } from '@app/errors';
import { addressGroup, RateLimits, WRONG_API_KEYS, WRONG_CLIENT_SECRETS } from '@app/limits';
import { MachineTokens, OneTimeTokens } from '@app/tokens';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';

/** The texts of a list with blanks, each once; none in an empty one. */
export function wordsOf(list: string): string[] {
  return [...new Set(list.split(' ').filter((word) => word !== ''))];
}

/**
 * What the claims of a user leave of scopes: their `scopes`, a list of texts or a text with blanks, limit them. Any other value
 * leaves none.
 */
export function withinClaims(scopes: string[], claims: string): string[] {
  const { scopes: limit } = JSON.parse(claims) as { scopes?: unknown };
  if (limit === undefined) return scopes;
  const allowed: unknown[] = typeof limit === 'string' ? wordsOf(limit) : Array.isArray(limit) ? limit : [];
  return scopes.filter((scope) => allowed.includes(scope));
}

/**
 * The scopes of a token: those that were asked for, or all that are left (RFC 6749, section 3.3).
 * @throws {ApiError} INVALID_SCOPE
 */
function grantedScopes(asked: string | undefined, left: string[]): string[] {
  const scopes = wordsOf(asked ?? '');
  const granted = scopes.length === 0 ? left : scopes;
  if (granted.length === 0 || granted.some((scope) => !left.includes(scope))) throw new ApiError('INVALID_SCOPE');
  return granted;
}

/**
 * The audience of a token: the one that was asked for, compared byte for byte, or the only one (RFC 8707, section 2).
 * @throws {ApiError} INVALID_AUDIENCE
 */
function grantedAudience(asked: string[], listed: string[]): string {
  const [audience, ...more] = new Set(asked.length === 0 ? listed : asked);
  if (audience === undefined || more.length > 0 || !listed.includes(audience)) throw new ApiError('INVALID_AUDIENCE');
  return audience;
}

/** How a client says who it is: by a secret, or by an assertion beside which the client id is optional. */
export type ClientCredentials = { clientId: string; secret: string } | { clientId?: string; assertion: string };

const UNKNOWN = 'unknown, disabled or expired client';

/** A request of a client for an access token (RFC 6749, section 4.4). */
export interface ClientTokenRequest {
  credentials: ClientCredentials;
  scope?: string;
  /** The values of `resource` (RFC 8707) and `audience`. */
  audiences: string[];
  /** The client address. */
  address: string;
}

/** An access token for a machine. */
export interface MachineToken {
  token: string;
  scope: string;
  issuedAt: number;
  /** In seconds since the UNIX epoch. */
  expiry: number;
}

/** A key that works, and its user. */
interface Usable {
  key: ApiKey;
  user: User;
}

/** A request for an access token with an API key. */
interface KeyTokenFacts {
  key: string;
  scope?: string;
  audience?: string;
  /** The client address. */
  address: string;
}

/** What a machine gets a token with. */
type MachineKind = 'client' | 'api_key';

/** Gives access tokens to clients, and to the scripts of users for their API keys. */
@Injectable()
export class MachineTokenService {
  /** Called with `succeeded`, or the code of the refusal, for each request. */
  onOutcome: (kind: MachineKind, result: string) => void = () => undefined;

  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly clients: ClientStore,
    private readonly secrets: ClientSecrets,
    private readonly assertions: Assertions,
    private readonly used: OneTimeTokens,
    private readonly keys: ApiKeyStore,
    private readonly users: UsersService,
    private readonly limits: RateLimits,
    private readonly tokens: MachineTokens,
  ) {}

  /** @throws {ApiError} NOT_AUTHENTICATED, INVALID_SCOPE, INVALID_AUDIENCE, TOO_MANY_REQUESTS */
  issue(request: ClientTokenRequest): Promise<MachineToken> {
    return this.report('client', () => this.issueToClient(request));
  }

  private async issueToClient({ credentials, scope, audiences, address }: ClientTokenRequest): Promise<MachineToken> {
    // Before the client is read: a change that comes later ends the token.
    const at = this.clock.now();
    const client = await this.clientWith(credentials, address);
    const scopes = grantedScopes(scope, wordsOf(client.scopes));
    const audience = grantedAudience(audiences, wordsOf(client.audiences));
    const until = client.expiresAt ?? Number.POSITIVE_INFINITY;
    return { ...this.tokens.issue(client, { scopes, audience }, { at, until }), scope: scopes.join(' ') };
  }

  /** @throws {ApiError} API_KEYS_DISABLED, INVALID_API_KEY, INVALID_SCOPE, INVALID_AUDIENCE, TOO_MANY_REQUESTS */
  exchange(facts: KeyTokenFacts): Promise<MachineToken> {
    return this.report('api_key', () => this.issueForKey(facts));
  }

  private async issueForKey({ key, scope, audience, address }: KeyTokenFacts): Promise<MachineToken> {
    const { apiKeys } = this.env;
    if (apiKeys.scopes.length === 0) throw new ApiError('API_KEYS_DISABLED');
    // Before the user is read: a change that comes later ends the token.
    const at = this.clock.now();
    const { user, key: found } = await this.countWrong('INVALID_API_KEY', WRONG_API_KEYS, address, () =>
      this.checkKey(key),
    );
    const left = wordsOf(found.scopes).filter((one) => apiKeys.scopes.includes(one));
    const scopes = grantedScopes(scope, withinClaims(left, user.claims));
    const listed = wordsOf(found.audiences).filter((one) => apiKeys.audiences.includes(one));
    const grant = { scopes, audience: grantedAudience(audience === undefined ? [] : [audience], listed) };
    const times = { at, claimsChangedAt: user.claimsChangedAt, until: found.expiresAt };
    return { ...this.tokens.issue(found, grant, times), scope: scopes.join(' ') };
  }

  /**
   * The client with these credentials, after a change that is not committed yet: a later change that ends tokens also ends the one
   * that this leads to. Wrong credentials count after the look, so that they never block right ones
   * from the same client address.
   * @throws {ApiError} NOT_AUTHENTICATED, TOO_MANY_REQUESTS
   */
  private clientWith(credentials: ClientCredentials, address: string): Promise<Client> {
    return this.countWrong('NOT_AUTHENTICATED', WRONG_CLIENT_SECRETS, address, async () => {
      const client = await ('secret' in credentials ? this.bySecret(credentials) : this.byAssertion(credentials));
      await this.clients.recordUse(client);
      return client;
    });
  }

  private async bySecret({ clientId, secret }: { clientId: string; secret: string }): Promise<Client> {
    const client = await this.workingClient(clientId);
    if (client.authMethod !== 'secret') throw refusedClient('secret of a client that signs assertions');
    if (!(await this.secrets.use(clientId, secret))) throw refusedClient('wrong secret of a client');
    return client;
  }

  private async byAssertion({ clientId, assertion }: { clientId?: string; assertion: string }): Promise<Client> {
    const named = this.assertions.clientIn(assertion);
    if (named === undefined || (clientId !== undefined && clientId !== named))
      throw refusedClient('no assertion of the client');
    const found = await this.clients.find(named);
    if (!found) throw refusedClient(UNKNOWN);
    const { jwks } = found;
    if (jwks === null) throw refusedClient('assertion of a client with a secret');
    const { tokenId, keptUntil } = await this.assertions.verify(assertion, named, jwks);
    const client = await this.workingClient(named);
    if (client.jwks !== jwks) throw refusedClient('keys of the client changed meanwhile');
    const isFirst = await this.used.useOnce('assertion', JSON.stringify([named, tokenId]), keptUntil);
    if (!isFirst) throw refusedClient('assertion used before');
    return client;
  }

  /** The client after a change that is not committed yet, if it may get tokens. @throws {ApiError} NOT_AUTHENTICATED */
  private async workingClient(clientId: string): Promise<Client> {
    const client = await this.clients.findSettled(clientId);
    if (client?.active && (client.expiresAt === null || client.expiresAt > this.clock.now())) return client;
    throw refusedClient(UNKNOWN);
  }

  /** Counts a refusal with this code after the look, so that it never blocks right ones from the same client address. */
  private async countWrong<T>(
    code: ErrorCode,
    limit: typeof WRONG_API_KEYS,
    address: string,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ApiError && error.code === code) await this.limits.count(limit, addressGroup(address));
      throw error;
    }
  }

  /**
   * The key with this text, and its user, both after changes that are not committed yet: a later change that ends tokens also ends
   * the one that this leads to.
   * @throws {ApiError} INVALID_API_KEY
   */
  private async checkKey(text: string): Promise<Usable> {
    const refused = (reason: string) => new ApiError('INVALID_API_KEY', { reason });
    const key = await this.keys.find(text);
    if (!key) throw refused('malformed, unknown or revoked API key');
    if (key.expiresAt <= this.clock.now()) throw refused('API key expired');
    const user = await this.users.findSettled(key.uid);
    if (!user?.active) throw refused('account disabled or deleted');
    if (key.counter !== user.rung4) throw refused('API key from before the owner had the account back');
    await this.keys.recordUse(key);
    return { key, user };
  }

  private async report<T>(kind: MachineKind, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.onOutcome(kind, 'succeeded');
      return result;
    } catch (error) {
      this.onOutcome(kind, error instanceof ApiError ? error.code : 'INTERNAL_ERROR');
      throw error;
    }
  }
}
