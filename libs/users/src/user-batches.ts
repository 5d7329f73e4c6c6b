import {
  Clock,
  Database,
  findPage,
  type ListPage,
  lockRows,
  newId,
  type PageRequest,
  ServiceColumn,
} from '@app/database';
import { Injectable } from '@nestjs/common';
import { Entity, In, IsNull, MoreThan } from 'typeorm';
import { UserRoles } from './claims.js';
import { User } from './user.entity.js';
import { type NewAccount, rowOf } from './user-store.js';

/** An import of users. Its users have its `batchId`. */
@Entity('import_batches')
export class ImportBatch {
  @ServiceColumn('varchar', { name: 'batch_id', length: 36, primary: true })
  batchId!: string;

  /** An actor of the event log. */
  @ServiceColumn('varchar', { name: 'created_by', length: 60 })
  createdBy!: string;

  /** In seconds since the UNIX epoch. */
  @ServiceColumn('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;
}

/** Emails and uids that belong to accounts already. */
export interface UsedNames {
  emails: Set<string>;
  uids: Set<string>;
}

/** Many users in one statement: for imports, for undoing them, and for exports. */
@Injectable()
export class UserBatches {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly roles: UserRoles,
  ) {}

  /** Records the start of an import, and returns its id. */
  async create(createdBy: string): Promise<string> {
    const batch = { batchId: newId(), createdBy, createdAt: this.clock.now() };
    await this.database.repo(ImportBatch).insert(batch);
    return batch.batchId;
  }

  /** Removes an import that has created nobody. */
  async removeEmpty(batchId: string): Promise<void> {
    await this.database.repo(ImportBatch).delete({ batchId });
  }

  exists(batchId: string): Promise<boolean> {
    return this.database.repo(ImportBatch).existsBy({ batchId });
  }

  /** The imports, newest first: their ids begin with their time. */
  list(page: PageRequest): Promise<ListPage<ImportBatch>> {
    const query = this.database.repo(ImportBatch).createQueryBuilder('batch');
    return findPage(query, { by: ['batchId'], descending: true }, page);
  }

  /**
   * How many users of these imports there still are. Counts in the index of the batches, which has one entry for each imported user: for a
   * command, and not for a request.
   */
  async countEach(batchIds: string[]): Promise<Map<string, number>> {
    if (batchIds.length === 0) return new Map();
    const counts = await this.database
      .repo(User)
      .createQueryBuilder('user')
      .select('user.batchId', 'batchId')
      .addSelect('COUNT(*)', 'users')
      .where({ batchId: In(batchIds) })
      .groupBy('user.batchId')
      .getRawMany<{ batchId: string; users: number | string }>();
    return new Map(counts.map((row) => [row.batchId, Number(row.users)]));
  }

  /** Whether more users of an import than these are there. Reads so many entries of the index. */
  async hasMoreThan(batchId: string, users: number): Promise<boolean> {
    const query = this.database.repo(User).createQueryBuilder('user').select('user.uid').where({ batchId });
    query.useIndex('users_batch_id').orderBy('user.uid').offset(users).limit(1);
    return (await query.getOne()) !== null;
  }

  /** Which of the emails and uids of these accounts belong to accounts in the database. */
  async findUsed(accounts: Pick<User, 'uid' | 'email'>[]): Promise<UsedNames> {
    return namesOf(await this.find(accounts));
  }

  /** Which of the emails and uids of these accounts belong to users of a batch. */
  async findOfBatch(batchId: string, accounts: Pick<User, 'uid' | 'email'>[]): Promise<UsedNames> {
    return namesOf((await this.find(accounts)).filter((user) => user.batchId === batchId));
  }

  /**
   * The users with the emails or the uids of these accounts, by the unique keys alone: with the batch in the condition, SQLite
   * would read all its users each time.
   */
  private async find(accounts: Pick<User, 'uid' | 'email'>[]): Promise<Pick<User, 'uid' | 'email' | 'batchId'>[]> {
    const select = { uid: true, email: true, batchId: true } as const;
    const repo = this.database.repo(User);
    const byEmail = await repo.find({ where: { email: In(accounts.map(({ email }) => email)) }, select });
    const byUid = await repo.find({ where: { uid: In(accounts.map(({ uid }) => uid)) }, select });
    return [...byEmail, ...byUid];
  }

  /** Inserts all accounts or none: fails when one of the emails or uids is in use. */
  async insert(accounts: NewAccount[]): Promise<void> {
    if (accounts.length === 0) return;
    const now = this.clock.now();
    const rows = accounts.map((account) => rowOf(account, now));
    await this.database.insert(User, rows);
    await this.roles.add(rows);
  }

  /**
   * Removes the next users of a batch who have never signed in, in the order of their uids; not those with admin scopes, whose
   * removal needs all of these scopes. Returns them; an empty list means that there are no more. A user who signs in
   * before the removal stays.
   * @param after the uid of the last user before
   */
  async removeUnused(batchId: string, after: string, limit: number): Promise<Pick<User, 'uid' | 'email'>[]> {
    this.database.requireTransaction();
    const users = this.database.repo(User);
    const unused = { batchId, uid: MoreThan(after), lastLogin: IsNull(), adminScopes: '' };
    const found = users.createQueryBuilder('user').select(['user.uid', 'user.email']).where(unused);
    // With the index of the last sign-ins, MySQL would also lock the users of all other batches.
    found.useIndex('users_batch_id').orderBy('user.uid').limit(limit);
    const removed = await lockRows(found).getMany();
    if (removed.length > 0)
      await users.delete({ uid: In(removed.map(({ uid }) => uid)), lastLogin: IsNull(), adminScopes: '' });
    return removed;
  }

  count(batchId: string): Promise<number> {
    return this.database.repo(User).countBy({ batchId });
  }

  /**
   * The next users in the order of their uids, with whether they have a password. Only this method lists hashes.
   * @param after the uid of the last user before
   */
  page(after: string, limit: number, withHashes: boolean): Promise<User[]> {
    const query = this.database
      .repo(User)
      .createQueryBuilder('user')
      .addSelect('user.hasPassword')
      .where({ uid: MoreThan(after) });
    return (withHashes ? query.addSelect('user.passwordHash') : query).orderBy('user.uid').limit(limit).getMany();
  }
}

function namesOf(users: Pick<User, 'uid' | 'email'>[]): UsedNames {
  return { emails: new Set(users.map(({ email }) => email)), uids: new Set(users.map(({ uid }) => uid)) };
}
