import { timingSafeEqual } from 'node:crypto';
import { hashToken } from '@app/config';
import {
  Clock,
  Database,
  findPage,
  type KeyLookup,
  type ListPage,
  lockRows,
  newId,
  type PageRequest,
  type Span,
  within,
} from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { Column, Entity, ForeignKey, In, Index, PrimaryColumn } from 'typeorm';
import { validate as isUuid } from 'uuid';
import { isClientId, isNewUse, newClientId, newClientSecret, USE_PRECISION_SECONDS } from './credentials.js';

/** How a client authenticates: with a secret, or with assertions that it signs (RFC 7523). */
export const AUTH_METHODS = ['secret', 'private_key_jwt'] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];

/** A service that gets access tokens for itself, without a person. Times are seconds since the UNIX epoch. */
@Entity('clients')
export class Client {
  @PrimaryColumn('varchar', { name: 'client_id', length: 36 })
  clientId!: string;

  @Column('varchar', { length: 100 })
  name!: string;

  /** What its tokens may be used for, separated by blanks. */
  @Column('text')
  scopes!: string;

  /** Where its tokens may be used, separated by blanks. */
  @Column('text')
  audiences!: string;

  @Column('varchar', { name: 'auth_method', length: 20 })
  authMethod!: AuthMethod;

  /** The public keys of its assertions, as the JSON of a key set (RFC 7517); null for a client with secrets. */
  @Column('text', { nullable: true })
  jwks!: string | null;

  /** A client that is not active gets no tokens. */
  @Column('boolean')
  active!: boolean;

  /** The actor who made it: see `Origin`. */
  @Column('varchar', { name: 'created_by', length: 60 })
  createdBy!: string;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  @Column('int', { unsigned: true, name: 'updated_at' })
  updatedAt!: number;

  /** When the client and its tokens end; null for never. */
  @Column('int', { unsigned: true, name: 'expires_at', nullable: true })
  expiresAt!: number | null;

  /** With a precision of one minute. */
  @Column('int', { unsigned: true, name: 'last_used_at', nullable: true })
  lastUsedAt!: number | null;
}

declare const locked: unique symbol;

/** A client whose row the open transaction has locked. Only `lock()` makes one. */
type LockedClient = Client & { readonly [locked]: true };

/** What a client is made of. */
type ClientFacts = Pick<
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

/** A secret of a client. Times are seconds since the UNIX epoch. */
@Entity('client_secrets')
@Index('client_secrets_client_id', ['clientId'])
export class ClientSecret {
  @PrimaryColumn('varchar', { name: 'secret_id', length: 36 })
  secretId!: string;

  @ForeignKey('clients', 'clientId', { onDelete: 'CASCADE' })
  @Column('varchar', { name: 'client_id', length: 36 })
  clientId!: string;

  /** The SHA-256 of the secret, in hexadecimal. Only the client has the secret itself. */
  @Column('varchar', { name: 'secret_hash', length: 64 })
  secretHash!: string;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  /** With a precision of one minute. */
  @Column('int', { unsigned: true, name: 'last_used_at', nullable: true })
  lastUsedAt!: number | null;
}

/** Two, so that a client can change to a new one without a pause. */
const MOST_SECRETS = 2;

const OF_CLIENT = `SELECT secret_id, secret_hash, last_used_at FROM client_secrets WHERE client_id = ?`;
const RECORD_USE_OF_SECRET = `UPDATE client_secrets SET last_used_at = ?
  WHERE secret_id = ? AND (last_used_at IS NULL OR last_used_at <= ?)`;

/** A secret that was just made. */
export interface NewSecret {
  secretId: string;
  secret: string;
}

/** The secrets of clients: 256 random bits, stored as their SHA-256. */
@Injectable()
export class ClientSecrets {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Makes a secret. Only this call returns it. @throws {ApiError} SECRET_LIMIT_REACHED */
  async add({ clientId }: LockedClient): Promise<NewSecret> {
    const secrets = this.database.repo(ClientSecret);
    if ((await secrets.countBy({ clientId })) >= MOST_SECRETS) throw new ApiError('SECRET_LIMIT_REACHED');
    const secret = newClientSecret();
    const row = { secretId: newId(), clientId, secretHash: hashToken(secret), createdAt: this.clock.now() };
    await this.database.insert(ClientSecret, [{ ...row, lastUsedAt: null }]);
    return { secretId: row.secretId, secret };
  }

  /** The secrets of each of these clients, oldest first. */
  async list(clientIds: string[]): Promise<Map<string, ClientSecret[]>> {
    if (clientIds.length === 0) return new Map();
    const where = { clientId: In(clientIds) };
    const found = await this.database.repo(ClientSecret).find({ where, order: { secretId: 'ASC' } });
    return new Map(clientIds.map((id) => [id, found.filter(({ clientId }) => clientId === id)]));
  }

  /** Removes a secret, and returns it. @throws {ApiError} SECRET_NOT_FOUND */
  async remove({ clientId }: LockedClient, secretId: string): Promise<ClientSecret> {
    const secrets = this.database.repo(ClientSecret);
    const found = isUuid(secretId) ? await secrets.findOneBy({ clientId, secretId: secretId.toLowerCase() }) : null;
    if (!found) throw new ApiError('SECRET_NOT_FOUND');
    await secrets.delete({ secretId: found.secretId });
    return found;
  }

  /** Whether a text is a secret of a client. A right one counts as used. */
  async use(clientId: string, secret: string): Promise<boolean> {
    const given = Buffer.from(hashToken(secret));
    const rows = await this.database.select(OF_CLIENT, [clientId]);
    const found = rows.find(({ secret_hash }) => timingSafeEqual(Buffer.from(String(secret_hash)), given));
    if (!found) return false;
    const now = this.clock.now();
    if (isNewUse(found.last_used_at as number | null, now))
      await this.database.recordUse(RECORD_USE_OF_SECRET, [now, found.secret_id, now - USE_PRECISION_SECONDS]);
    return true;
  }
}
