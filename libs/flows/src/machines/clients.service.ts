import {
  type Client,
  type ClientChanges,
  type ClientSecret,
  ClientSecrets,
  ClientStore,
  includesKeys,
  type NewSecret,
} from '@app/clients';
import { Env } from '@app/config';
import { Clock, Database, type ListPage, type PageRequest } from '@app/database';
import { ApiError } from '@app/errors';
import { currentActor, EventLog } from '@app/events';
import { Injectable } from '@nestjs/common';
import { AdminRank } from '../access/admin-rank.js';
import { wordsOf } from './machine-tokens.service.js';

/** The changes that differ from what a client has. */
function realChanges(client: Client, changes: ClientChanges): ClientChanges {
  const names = Object.keys(changes) as (keyof ClientChanges)[];
  return Object.fromEntries(
    names
      .filter((name) => changes[name] !== undefined && changes[name] !== client[name])
      .map((name) => [name, changes[name]]),
  );
}

/** Whether one state of a client may do what another one may not, for longer, or signs assertions with another key. */
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

/** A client with its secrets, oldest first. */
export type ListedClient = Client & { secrets: ClientSecret[] };

/** What a new client is made of. */
export type NewClient = Pick<Client, 'name' | 'scopes' | 'audiences' | 'authMethod' | 'jwks' | 'expiresAt'>;

const REVOKED = { tokens: 'revoked' };

/** Creates, changes and deletes clients and their secrets. */
@Injectable()
export class ClientService {
  constructor(
    private readonly env: Env,
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
      const after = { ...client, ...changes };
      const widens = exceeds(after, client);
      if (widens) await this.rank.requireFactorFor('client_change');
      const fields = Object.keys(changes).map((name) => (name === 'expiresAt' ? 'expires_at' : name));
      if (fields.length > 0) {
        await this.clients.change(client, changes);
        // Access tokens from before say more than the client may do now.
        const tokens = exceeds(client, after) ? REVOKED : {};
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

  /**
   * @throws {ApiError} CLIENT_NOT_FOUND, SECRET_LIMIT_REACHED, INVALID_REQUEST, NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED
   */
  addSecret(clientId: string): Promise<NewSecret> {
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
  removeSecret(clientId: string, secretId: string): Promise<void> {
    return this.database.transaction(async () => {
      const { lastUsedAt } = await this.secrets.remove(await this.clients.lock(clientId), secretId);
      const living = this.clock.now() - this.env.accessTokenTtl - USE_PRECISION;
      const tokens = lastUsedAt !== null && lastUsedAt >= living ? { tokens: 'revoked' } : {};
      const data = { client_id: clientId, secret_id: secretId, ...tokens };
      await this.events.record('client.secret_deleted', { data });
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
