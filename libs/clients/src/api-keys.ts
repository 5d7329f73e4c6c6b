import { timingSafeEqual } from 'node:crypto';
import { hashToken } from '@app/config';
import {
  Clock,
  Counter,
  Database,
  findPage,
  type KeyLookup,
  type ListPage,
  type PageRequest,
  type Person,
  type PersonalData,
  PersonColumn,
  removeOwn,
  ServiceColumn,
  type StoredRows,
  storedRows,
} from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { Column, Entity, ForeignKey, Index, LessThanOrEqual } from 'typeorm';
import { isKeyId, isNewUse, keyIdIn, newApiKey, USE_PRECISION_SECONDS } from './credentials.js';

/** A key with which scripts of a user get access tokens. A revoked key has no row. Times are seconds since the UNIX epoch. */
@Entity('api_keys')
@Index('api_keys_uid', ['uid'])
@Index('api_keys_expires_at', ['expiresAt'])
export class ApiKey {
  /** A part of the key. Ids of later keys are greater. */
  @PersonColumn('varchar', { name: 'key_id', length: 22, primary: true })
  keyId!: string;

  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @ServiceColumn('varchar', { length: 36 })
  uid!: string;

  @PersonColumn('varchar', { length: 100 })
  name!: string;

  /** The SHA-256 of the key, in hexadecimal. Only the user has the key itself. */
  @Column('varchar', { name: 'key_hash', length: 64 })
  keyHash!: string;

  /** What its tokens may be used for, at most, separated by blanks. */
  @PersonColumn('text')
  scopes!: string;

  /** Where its tokens may be used, at most, separated by blanks. */
  @PersonColumn('text')
  audiences!: string;

  @PersonColumn('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  @PersonColumn('int', { unsigned: true, name: 'expires_at' })
  expiresAt!: number;

  /** With a precision of one minute. */
  @PersonColumn('int', { unsigned: true, name: 'last_used_at', nullable: true })
  lastUsedAt!: number | null;

  /** The counter of rung 4 of the user when the key was made. */
  @ServiceColumn('int', { unsigned: true, default: 0 })
  counter!: number;
}

/** The most keys of a user. */
const MOST_KEYS = 20;

const RECORD_USE = `UPDATE api_keys SET last_used_at = ?
  WHERE key_id = ? AND (last_used_at IS NULL OR last_used_at <= ?)`;

/** What a key is made of. */
type ApiKeyFacts = Pick<ApiKey, 'uid' | 'name' | 'scopes' | 'audiences' | 'expiresAt'>;

/** The API keys of users: 256 random bits, stored as the SHA-256 of the whole key. */
@Injectable()
export class ApiKeyStore implements PersonalData {
  private readonly byId: KeyLookup<ApiKey>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.byId = database.keyLookup(ApiKey, 'keyId');
  }

  /**
   * Makes a key. Only this call returns it. An expired key of the user makes room. The user must be locked.
   * @throws {ApiError} KEY_LIMIT_REACHED
   */
  async add(facts: ApiKeyFacts): Promise<{ keyId: string; key: string }> {
    this.database.requireTransaction();
    const { uid } = facts;
    const now = this.clock.now();
    const keys = this.database.repo(ApiKey);
    await keys.delete({ uid, expiresAt: LessThanOrEqual(now) });
    if ((await keys.countBy({ uid })) >= MOST_KEYS) throw new ApiError('KEY_LIMIT_REACHED');
    const made = newApiKey();
    const unused = { createdAt: now, lastUsedAt: null, counter: new Counter(4, uid) };
    const row = { ...facts, keyId: made.keyId, keyHash: hashToken(made.key), ...unused };
    await this.database.insert(ApiKey, [row]);
    return made;
  }

  /**
   * The key with this text, expired or not; undefined for any other text. Waits for a revocation that is not committed yet: a
   * later one begins later.
   */
  async find(text: string): Promise<ApiKey | undefined> {
    const keyId = keyIdIn(text);
    const found = keyId === undefined ? null : await this.byId.findSettled(keyId);
    const same = found && timingSafeEqual(Buffer.from(found.keyHash), Buffer.from(hashToken(text)));
    return same ? found : undefined;
  }

  /** The user of a key, expired or not; undefined for an unknown id. */
  async ownerOf(keyId: string): Promise<string | undefined> {
    return isKeyId(keyId) ? (await this.byId.find(keyId))?.uid : undefined;
  }

  /** Newest first. */
  ofUser(uid: string): Promise<ApiKey[]> {
    return this.database.repo(ApiKey).find({ where: { uid }, order: { keyId: 'DESC' } });
  }

  /** The keys of all users, newest first. */
  list(page: PageRequest): Promise<ListPage<ApiKey>> {
    return findPage(this.database.repo(ApiKey).createQueryBuilder('key'), { by: ['keyId'], descending: true }, page);
  }

  /** Removes a key of a user, and returns it. @throws {ApiError} API_KEY_NOT_FOUND */
  async remove(uid: string, keyId: string): Promise<ApiKey> {
    const removed = isKeyId(keyId) ? await removeOwn(this.database.repo(ApiKey), { uid, keyId }) : undefined;
    if (!removed) throw new ApiError('API_KEY_NOT_FOUND');
    return removed;
  }

  /** Removes all keys of a user, and returns them. */
  async removeAll(uid: string): Promise<ApiKey[]> {
    this.database.requireTransaction();
    const found = await this.ofUser(uid);
    if (found.length > 0) await this.database.repo(ApiKey).delete({ uid });
    return found;
  }

  async recordUse({ keyId, lastUsedAt }: ApiKey): Promise<void> {
    const now = this.clock.now();
    if (isNewUse(lastUsedAt, now)) await this.database.recordUse(RECORD_USE, [now, keyId, now - USE_PRECISION_SECONDS]);
  }

  /** All that this library stores about a person, without the hashes of keys. */
  of({ uid }: Person): Record<string, StoredRows> {
    return { api_keys: storedRows(this.database, ApiKey, { where: { uid }, by: 'keyId' }) };
  }
}
