import {
  Clock,
  cursorAt,
  Database,
  findPage,
  type ListOrder,
  type ListPage,
  lockRows,
  newId,
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
import { Column, Entity, ForeignKey, In, Index, MoreThanOrEqual } from 'typeorm';
import { isProviderId, type Provider } from './provider.entity.js';
import { type ExternalPerson, identityKey } from './provider-kinds.js';
import { Providers } from './providers.js';

/** An account at an external provider that signs a user in. Times are seconds since the UNIX epoch. */
@Entity('identities')
@Index('identities_uid', ['uid'])
@Index('identities_provider', ['providerId', 'userCreatedAt', 'uid'])
@Index('identities_key', ['providerId', 'keyHash'], { unique: true })
export class Identity {
  @PersonColumn('varchar', { name: 'identity_id', length: 36, primary: true })
  identityId!: string;

  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @ServiceColumn('varchar', { length: 36 })
  uid!: string;

  @PersonColumn('varchar', { name: 'provider_id', length: 32 })
  providerId!: string;

  /** See `identityKey()`. */
  @Column('varchar', { name: 'key_hash', length: 64 })
  keyHash!: string;

  /** The id of the person at the provider, for administrators. */
  @PersonColumn('varchar', { length: 255 })
  subject!: string;

  /** The address that the provider named last; null when it named none. It decides nothing. */
  @PersonColumn('varchar', { length: 254, nullable: true })
  email!: string | null;

  @PersonColumn('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  /** When the account of the user was created: the order of lists. */
  @ServiceColumn('int', { unsigned: true, name: 'user_created_at' })
  userCreatedAt!: number;

  @PersonColumn('int', { unsigned: true, name: 'last_used_at', nullable: true })
  lastUsedAt!: number | null;
}

/** The user of an identity, and when the account was created, in epoch seconds. */
interface Owner {
  uid: string;
  createdAt: number;
}

/** Which identities of a provider. Times are seconds since the UNIX epoch. */
interface OwnerFilter {
  provider: string;
  /** The account of the user was created in this second, or later. */
  createdAfter?: number;
  /** The account of the user was created before this second. */
  createdBefore?: number;
}

/** How an import names a person at a provider. */
interface SubjectFields {
  subject: string;
  /** Of Entra: the tenant of the person. */
  tenant?: string;
  /** The key, where the provider does not give it: see `identityKey()`. */
  key?: string;
}

const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The key that a sign-in of this person has; undefined when the tenant is missing, or a field does not fit the provider. */
export function subjectKey(provider: Provider, { subject, tenant, key }: SubjectFields): string | undefined {
  if (key !== undefined) return tenant === undefined && /^[\da-f]{64}$/.test(key) ? key : undefined;
  if (provider.kind === 'microsoft') return entraKey(provider, subject, tenant);
  if (tenant !== undefined) return undefined;
  if (provider.kind !== 'github') return identityKey(provider.issuer, subject);
  // As GitHub's API writes the number of an account.
  return /^[1-9]\d{0,15}$/.test(subject) ? identityKey(provider.issuer.replace(/\/$/, ''), subject) : undefined;
}

/** The tenant may be left out where the issuer names one. */
function entraKey({ issuer, tenants }: Provider, subject: string, given: string | undefined): string | undefined {
  const { origin, pathname } = new URL(issuer);
  const tenant = given ?? pathname.split('/')[1] ?? '';
  const allowed = tenants.length === 0 || tenants.includes(tenant);
  return GUID.test(tenant) && GUID.test(subject) && allowed ? identityKey(`${origin}/${tenant}`, subject) : undefined;
}

/** An identity of a new user. */
export type NewIdentity = Pick<Identity, 'providerId' | 'keyHash' | 'subject' | 'email'>;

/** An identity for an export. */
export interface ExportedIdentity extends SubjectFields {
  providerId: string;
  email: string | null;
}

/** Identifies an identity: the id of its provider, and its key. */
export function linkOf({ providerId, keyHash }: Pick<Identity, 'providerId' | 'keyHash'>): string {
  return `${providerId}/${keyHash}`;
}

/** The identities of users at external providers. */
@Injectable()
export class Identities implements PersonalData {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly providers: Providers,
  ) {}

  /** @param key of an `ExternalPerson` */
  find(providerId: string, key: string): Promise<Identity | null> {
    return this.database.repo(Identity).findOneBy({ providerId, keyHash: key });
  }

  /**
   * Links an identity to a user. Of several requests at once, the unique key lets one through.
   * @throws {ApiError} IDENTITY_ALREADY_LINKED, also to the same user; NOT_AUTHENTICATED when the user was deleted
   */
  async link(
    { uid, createdAt: userCreatedAt }: Owner,
    providerId: string,
    { key, subject, email }: Pick<ExternalPerson, 'key' | 'subject' | 'email'>,
  ): Promise<Identity> {
    this.database.requireTransaction();
    const createdAt = this.clock.now();
    const times = { createdAt, userCreatedAt, lastUsedAt: null };
    const row = { identityId: newId(), uid, providerId, keyHash: key, subject, email, ...times };
    await this.database.insertOwned(Identity, row, 'IDENTITY_ALREADY_LINKED');
    return row;
  }

  /**
   * Records a sign-in, and the address that the provider has named this time.
   * @throws {ApiError} IDENTITY_NOT_FOUND when it was removed meanwhile
   */
  async noteUse(identityId: string, email: string | null): Promise<void> {
    const used = { email, lastUsedAt: this.clock.now() };
    const { affected } = await this.database.repo(Identity).update({ identityId }, used);
    if (affected !== 1) throw new ApiError('IDENTITY_NOT_FOUND');
  }

  /** The identities of a user, oldest first. */
  list(uid: string): Promise<Identity[]> {
    return this.database.repo(Identity).find({ where: { uid }, order: { identityId: 'ASC' } });
  }

  /** How many identities of a user can sign in: those at providers that are enabled. */
  async count(uid: string): Promise<number> {
    const providers = await this.providers.listEnabled();
    return this.database.repo(Identity).countBy({ uid, providerId: In(providers.map(({ id }) => id)) });
  }

  /** Removes an identity and returns it. @throws {ApiError} IDENTITY_NOT_FOUND, also for one of another user */
  async remove(uid: string, identityId: string): Promise<Identity> {
    const removed = await removeOwn(this.database.repo(Identity), { uid, identityId });
    if (!removed) throw new ApiError('IDENTITY_NOT_FOUND');
    return removed;
  }

  /**
   * Removes the identities of a user that were linked at a time or later, in seconds since the UNIX epoch, and returns them.
   * The user must be locked.
   */
  async removeSince(uid: string, since: number): Promise<Identity[]> {
    const which = { uid, createdAt: MoreThanOrEqual(since) };
    const newer = this.database
      .repo(Identity)
      .createQueryBuilder('identity')
      .where(which)
      .orderBy('identity.identityId');
    const found = await lockRows(newer).getMany();
    if (found.length > 0)
      await this.database.repo(Identity).delete({ identityId: In(found.map((row) => row.identityId)) });
    return found;
  }

  /**
   * The users in the order of their creation, with the cursor after each. A user with two identities there is listed twice,
   * one entry after the other.
   * @throws {ApiError} INVALID_REQUEST for a cursor of another list
   */
  async ownersAt(
    { provider, createdAfter, createdBefore }: OwnerFilter,
    descending: boolean,
    page: PageRequest,
  ): Promise<ListPage<{ uid: string; cursor: string }>> {
    const order: ListOrder<Identity> = { by: ['userCreatedAt', 'uid'], descending };
    const query = this.database
      .repo(Identity)
      .createQueryBuilder('identity')
      // MySQL would not compare a text that is no id with a column of ASCII.
      .where({ providerId: isProviderId(provider) ? provider : '' });
    if (createdAfter !== undefined) query.andWhere('identity.userCreatedAt >= :createdAfter', { createdAfter });
    if (createdBefore !== undefined) query.andWhere('identity.userCreatedAt < :createdBefore', { createdBefore });
    query.select(['identity.identityId', 'identity.uid', 'identity.userCreatedAt']);
    const { rows, nextCursor } = await findPage(query, order, page);
    return { rows: rows.map((row) => ({ uid: row.uid, cursor: cursorAt(row, order) })), nextCursor };
  }

  /** Which of these users have an identity at the provider. */
  async ownersAmong(uids: string[], providerId: string): Promise<Set<string>> {
    if (uids.length === 0) return new Set();
    const query = this.database.repo(Identity).createQueryBuilder('identity');
    // By the index of the users: that of the provider may have most users of the database.
    query.select(['identity.identityId', 'identity.uid', 'identity.providerId']).where({ uid: In(uids) });
    const found = await query.getMany();
    return new Set(found.filter((identity) => identity.providerId === providerId).map(({ uid }) => uid));
  }

  /** Adds the identities of new users, of an import or a request of an administrator. */
  async add(users: (Owner & { identities: NewIdentity[] })[]): Promise<void> {
    this.database.requireTransaction();
    const times = { createdAt: this.clock.now(), lastUsedAt: null };
    const rows = users.flatMap(({ uid, createdAt: userCreatedAt, identities }) =>
      identities.map((identity) => ({ ...identity, identityId: newId(), uid, userCreatedAt, ...times })),
    );
    if (rows.length > 0) await this.database.insert(Identity, rows);
  }

  /** Which of these identities belong to a user already: see `linkOf()`. */
  async findUsed(each: NewIdentity[]): Promise<Set<string>> {
    if (each.length === 0) return new Set();
    const where = { keyHash: In(each.map(({ keyHash }) => keyHash)) };
    const select = { identityId: true, providerId: true, keyHash: true } as const;
    return new Set((await this.database.repo(Identity).find({ where, select })).map(linkOf));
  }

  /**
   * The identities of these users, as an import computes their keys from the provider. One whose key the provider does not
   * give, such as that of an earlier issuer, has the key itself.
   */
  async exported(uids: string[]): Promise<Map<string, ExportedIdentity[]>> {
    const all = new Map(uids.map((uid): [string, ExportedIdentity[]] => [uid, []]));
    const rows = await this.database.repo(Identity).find({ where: { uid: In(uids) }, order: { identityId: 'ASC' } });
    const providers = new Map((await this.providers.list()).map((provider) => [provider.id, provider]));
    for (const { uid, providerId, keyHash, subject, email } of rows) {
      const provider = providers.get(providerId);
      const candidates: SubjectFields[] = [
        { subject },
        ...(provider?.tenants ?? []).map((tenant) => ({ subject, tenant })),
      ];
      const fits = candidates.find((fields) => provider && subjectKey(provider, fields) === keyHash);
      all.get(uid)?.push({ providerId, email, ...(fits ?? { subject, key: keyHash }) });
    }
    return all;
  }

  /** All that this library stores about a person, without hashes. */
  of({ uid }: Person): Record<string, StoredRows> {
    return {
      identities: storedRows(this.database, Identity, {
        where: { uid },
        by: 'identityId',
      }),
    };
  }
}
