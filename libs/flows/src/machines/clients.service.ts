import {
  type Client,
  type ClientChanges,
  type ClientSecret,
  ClientSecrets,
  ClientStore,
  includesKeys,
  type NewSecret,
} from '@app/clients';
import { Env, isAudience, isScope } from '@app/config';
import { Clock, Database, type ListPage, type PageRequest } from '@app/database';
import { ApiError, failsWith } from '@app/errors';
import { currentActor, EventLog } from '@app/events';
import { applyDecorators, Injectable } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, Matches, ValidateBy } from 'class-validator';
import { AdminRank } from '../access/admin-rank.js';
import { HasLength, MayBeLeftOut } from '../input/fields.js';

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
export function grantedScopes(asked: string | undefined, left: string[]): string[] {
  const scopes = wordsOf(asked ?? '');
  const granted = scopes.length === 0 ? left : scopes;
  if (granted.length === 0 || granted.some((scope) => !left.includes(scope))) throw new ApiError('INVALID_SCOPE');
  return granted;
}

/**
 * The audience of a token: the one that was asked for, compared byte for byte, or the only one (RFC 8707, section 2).
 * @throws {ApiError} INVALID_AUDIENCE
 */
export function grantedAudience(asked: string[], listed: string[]): string {
  const [audience, ...more] = new Set(asked.length === 0 ? listed : asked);
  if (audience === undefined || more.length > 0 || !listed.includes(audience)) throw new ApiError('INVALID_AUDIENCE');
  return audience;
}

/** The changes that differ from what a client has. */
function realChanges(client: Client, changes: ClientChanges): ClientChanges {
  const names = Object.keys(changes) as (keyof ClientChanges)[];
  return Object.fromEntries(
    names
      .filter((name) => changes[name] !== undefined && changes[name] !== client[name])
      .map((name) => [name, changes[name]]),
  );
}

/** Whether access tokens that a client got before a change say more than it allows from now on. */
function endsTokens(before: Client, changes: ClientChanges): boolean {
  return exceeds(before, { ...before, ...changes });
}

/** Whether a client may do more after a change, for longer, or signs assertions with another key. */
function widensClient(before: Client, changes: ClientChanges): boolean {
  return exceeds({ ...before, ...changes }, before);
}

/** Whether one state of a client may do what another one may not. */
function exceeds(one: Client, other: Client): boolean {
  const more = (name: 'scopes' | 'audiences') =>
    wordsOf(one[name]).some((word) => !wordsOf(other[name]).includes(word));
  const ends = ({ expiresAt }: Client) => expiresAt ?? Number.POSITIVE_INFINITY;
  return (
    (one.active && !other.active) ||
    more('scopes') ||
    more('audiences') ||
    ends(one) > ends(other) ||
    !includesKeys(other.jwks, one.jwks)
  );
}

/** How exact the last use of a secret is, in seconds. */
const USE_PRECISION = 60;

/** Makes and deletes the secrets of clients. */
@Injectable()
export class ClientSecretService {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly secrets: ClientSecrets,
    private readonly clients: ClientStore,
    private readonly events: EventLog,
  ) {}

  /**
   * @throws {ApiError} CLIENT_NOT_FOUND, SECRET_LIMIT_REACHED, INVALID_REQUEST, NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED
   */
  add(clientId: string): Promise<NewSecret> {
    return this.database.transaction(async () => {
      const client = await this.clients.lock(clientId);
      if (client.authMethod !== 'secret')
        throw new ApiError('INVALID_REQUEST', 'A client that signs assertions has no secrets.');
      const secret = await this.secrets.add(client);
      const data = { client_id: clientId, secret_id: secret.secretId };
      await this.events.record('client.secret_created', { data });
      return secret;
    });
  }

  /**
   * Deletes a secret. Tokens that it may have got end, too, if it was used so recently that they still live: a clean change to
   * another secret ends none.
   * @throws {ApiError} CLIENT_NOT_FOUND, SECRET_NOT_FOUND, NOT_AUTHENTICATED
   */
  remove(clientId: string, secretId: string): Promise<void> {
    return this.database.transaction(async () => {
      const { lastUsedAt } = await this.secrets.remove(await this.clients.lock(clientId), secretId);
      const living = this.clock.now() - this.env.accessTokenTtl - USE_PRECISION;
      const tokens = lastUsedAt !== null && lastUsedAt >= living ? { tokens: 'revoked' } : {};
      const data = { client_id: clientId, secret_id: secretId, ...tokens };
      await this.events.record('client.secret_deleted', { data });
    });
  }
}

/** A client with its secrets, oldest first. */
export type ListedClient = Client & { secrets: ClientSecret[] };

/** What a new client is made of. */
export type NewClient = Pick<Client, 'name' | 'scopes' | 'audiences' | 'authMethod' | 'jwks' | 'expiresAt'>;

const REVOKED = { tokens: 'revoked' };

/** Creates, changes and deletes clients. */
@Injectable()
export class ClientService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly clients: ClientStore,
    private readonly secrets: ClientSecrets,
    private readonly rank: AdminRank,
    private readonly events: EventLog,
  ) {}

  async list(page: PageRequest): Promise<ListPage<ListedClient>> {
    const { rows, nextCursor } = await this.clients.list(page);
    return { rows: await this.withSecrets(rows), nextCursor };
  }

  /** @throws {ApiError} CLIENT_NOT_FOUND */
  async get(clientId: string): Promise<ListedClient> {
    const found = await this.clients.find(clientId);
    const [client] = found ? await this.withSecrets([found]) : [];
    if (!client) throw new ApiError('CLIENT_NOT_FOUND');
    return client;
  }

  /**
   * Creates a client, with a first secret unless it signs assertions.
   * @throws {ApiError} INVALID_REQUEST, NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED
   */
  create(facts: NewClient): Promise<{ client: ListedClient; secret?: NewSecret }> {
    this.requireFuture(facts.expiresAt);
    return this.database.transaction(async () => {
      const client = await this.add({ ...facts, active: true });
      const secret =
        client.authMethod === 'secret' ? await this.secrets.add(await this.clients.lock(client.clientId)) : undefined;
      return { client: await this.get(client.clientId), ...(secret && { secret }) };
    });
  }

  /**
   * Adds a client of an export under its id, without secrets.
   * @returns whether there was none with this id
   */
  importOne(facts: NewClient & Pick<Client, 'active'>, clientId: string): Promise<boolean> {
    return this.database.transaction(async () => {
      if (await this.clients.find(clientId)) return false;
      await this.add(facts, clientId);
      return true;
    });
  }

  /** @throws {ApiError} CLIENT_NOT_FOUND, INVALID_REQUEST, NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED for a new key */
  change(clientId: string, given: ClientChanges): Promise<ListedClient> {
    return this.database.transaction(async () => {
      const client = await this.clients.lock(clientId);
      if (given.jwks !== undefined && client.jwks === null)
        throw new ApiError('INVALID_REQUEST', 'A client with a secret has no jwks.');
      const changes = realChanges(client, given);
      this.requireFuture(changes.expiresAt);
      const widens = widensClient(client, changes);
      if (widens) await this.rank.requireFactorFor('client_change');
      const fields = Object.keys(changes).map((name) => (name === 'expiresAt' ? 'expires_at' : name));
      if (fields.length > 0) {
        await this.clients.change(client, changes);
        const tokens = endsTokens(client, changes) ? REVOKED : {};
        const data = { client_id: clientId, fields, ...tokens, ...(widens && { widened: true }) };
        await this.events.record('client.changed', { data });
      }
      return this.get(clientId);
    });
  }

  /** @throws {ApiError} CLIENT_NOT_FOUND, NOT_AUTHENTICATED */
  remove(clientId: string): Promise<void> {
    return this.database.transaction(async () => {
      await this.clients.remove(await this.clients.lock(clientId));
      await this.events.record('client.deleted', { data: { client_id: clientId, ...REVOKED } });
    });
  }

  private async add(facts: NewClient & Pick<Client, 'active'>, clientId?: string): Promise<Client> {
    const client = await this.clients.add({ ...facts, createdBy: currentActor().actor }, clientId);
    const { name, authMethod } = client;
    const data = { client_id: client.clientId, name, auth_method: authMethod };
    await this.events.record('client.created', { data });
    return client;
  }

  private requireFuture(time: number | null | undefined): void {
    if (typeof time === 'number' && time <= this.clock.now())
      throw new ApiError('INVALID_REQUEST', 'expires_at must be in the future.');
  }

  private async withSecrets(clients: Client[]): Promise<ListedClient[]> {
    const secrets = await this.secrets.list(clients.map(({ clientId }) => clientId));
    return clients.map((client) => ({ ...client, secrets: secrets.get(client.clientId) ?? [] }));
  }
}

const NAME = failsWith('INVALID_REQUEST', 'name must be a text of 1 to 100 printable characters');
const MOST_SCOPES = 50;
const MOST_AUDIENCES = 20;

type Code = Parameters<typeof failsWith>[0];

/** The name that a person gives to a client or an API key. */
export function MachineName(description: string, optional = false): PropertyDecorator {
  return applyDecorators(
    ...(optional ? [MayBeLeftOut()] : []),
    HasLength(1, 100, NAME),
    Matches(/^\P{C}+$/u, NAME),
    optional ? ApiPropertyOptional({ description }) : ApiProperty({ description }),
  );
}

/** A list of scopes. @param code the failure of any other value */
export function ScopeList(code: Code, description: string, optional = false): PropertyDecorator {
  const form = failsWith(code, `$property must be a list of 1 to ${MOST_SCOPES} scopes`);
  return applyDecorators(...textList(MOST_SCOPES, isScope, form, optional), documented(description, optional));
}

/** A list of audiences. @param code the failure of any other value */
export function AudienceList(code: Code, description: string, optional = false): PropertyDecorator {
  const form = failsWith(code, `$property must be a list of 1 to ${MOST_AUDIENCES} names or URIs`);
  return applyDecorators(...textList(MOST_AUDIENCES, isAudience, form, optional), documented(description, optional));
}

function textList(
  most: number,
  fits: (text: string) => boolean,
  form: ReturnType<typeof failsWith>,
  optional: boolean,
): PropertyDecorator[] {
  const validate = (value: unknown) => typeof value === 'string' && fits(value);
  const rule = { name: 'isListed', validator: { validate, defaultMessage: () => '$property is not valid' } };
  return [
    ...(optional ? [MayBeLeftOut()] : []),
    IsArray(form),
    ArrayMinSize(1, form),
    ArrayMaxSize(most, form),
    ArrayUnique(form),
    ValidateBy(rule, { each: true, ...form }),
  ];
}

function documented(description: string, optional: boolean): PropertyDecorator {
  return (optional ? ApiPropertyOptional : ApiProperty)({ type: [String], description });
}
