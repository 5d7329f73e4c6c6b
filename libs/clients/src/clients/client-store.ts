import {
  Clock,
  Database,
  findPage,
  type KeyLookup,
  type ListPage,
  lockRows,
  type PageRequest,
  type Span,
  within,
} from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { isClientId, newClientId } from '../credentials/credential-form.js';
import { isNewUse, USE_PRECISION_SECONDS } from '../credentials/use-time.js';
import { Client, type LockedClient } from './client.entity.js';

/** What a client is made of. */
export type ClientFacts = Pick<
  Client,
  'name' | 'scopes' | 'audiences' | 'authMethod' | 'jwks' | 'expiresAt' | 'active' | 'createdBy'
>;

/** What can be changed. */
export type ClientChanges = Partial<Pick<Client, 'name' | 'scopes' | 'audiences' | 'jwks' | 'expiresAt' | 'active'>>;

const RECORD_USE = `UPDATE clients SET last_used_at = ?
  WHERE client_id = ? AND (last_used_at IS NULL OR last_used_at <= ?)`;

/** The rows of clients. */
@Injectable()
export class ClientStore {
  private readonly byId: KeyLookup<Client>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.byId = database.keyLookup(Client, 'clientId');
  }

  /** @param clientId of an imported client; by default a new one */
  async add(facts: ClientFacts, clientId = newClientId()): Promise<Client> {
    const now = this.clock.now();
    const client = { ...facts, clientId, createdAt: now, updatedAt: now, lastUsedAt: null };
    await this.database.insert(Client, [client]);
    return client;
  }

  async find(clientId: string): Promise<Client | null> {
    return isClientId(clientId) ? this.byId.find(clientId) : null;
  }

  /** The same after a change of the client that is not committed yet: a later change begins later. */
  async findSettled(clientId: string): Promise<Client | null> {
    return isClientId(clientId) ? this.byId.findSettled(clientId) : null;
  }

  /** The client, locked until the end of the transaction. @throws {ApiError} CLIENT_NOT_FOUND */
  async lock(clientId: string): Promise<LockedClient> {
    this.database.requireTransaction();
    const found = lockRows(this.database.repo(Client).createQueryBuilder('client').where({ clientId }));
    const client = isClientId(clientId) ? await found.getOne() : null;
    if (!client) throw new ApiError('CLIENT_NOT_FOUND');
    return client as LockedClient;
  }

  /** The ids of the clients that somebody has made in a time. */
  async madeBy(createdBy: string, span: Span): Promise<string[]> {
    const found = await this.database.repo(Client).findBy({ createdBy, createdAt: within(span) });
    return found.map(({ clientId }) => clientId);
  }

  /** Switches a client off. False when it is off already, or there is none. */
  async switchOff(clientId: string): Promise<boolean> {
    const changes = { active: false, updatedAt: this.clock.now() };
    return (await this.database.repo(Client).update({ clientId, active: true }, changes)).affected === 1;
  }

  /** Newest first. */
  list(page: PageRequest): Promise<ListPage<Client>> {
    const query = this.database.repo(Client).createQueryBuilder('client');
    return findPage(query, { by: ['clientId'], descending: true }, page);
  }

  async change({ clientId }: LockedClient, changes: ClientChanges): Promise<void> {
    await this.database.repo(Client).update({ clientId }, { ...changes, updatedAt: this.clock.now() });
  }

  async remove({ clientId }: LockedClient): Promise<void> {
    await this.database.repo(Client).delete({ clientId });
  }

  async recordUse({ clientId, lastUsedAt }: Client): Promise<void> {
    const now = this.clock.now();
    if (isNewUse(lastUsedAt, now))
      await this.database.recordUse(RECORD_USE, [now, clientId, now - USE_PRECISION_SECONDS]);
  }
}
