import { Clock, Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThan } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { ImportBatch } from './import-batch.entity.js';
import { withHashSteps } from './password-hash.js';
import { type NewAccount, User } from './user.entity.js';

/** Emails and uids that belong to accounts. */
export interface Taken {
  emails: Set<string>;
  uids: Set<string>;
}

/** Many users in one statement: what comes in as a batch, is taken back as one, or goes out. */
@Injectable()
export class UserBatches {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Notes the beginning of an import; returns its id. */
  async open(createdBy: string): Promise<string> {
    const batch = { batchId: uuidv7(), createdBy, createdAt: this.clock.now() };
    await this.database.statement(() => this.database.repo(ImportBatch).insert(batch));
    return batch.batchId;
  }

  exists(batchId: string): Promise<boolean> {
    return this.database.repo(ImportBatch).existsBy({ batchId });
  }

  /** Which of the emails and uids of these accounts belong to others already. */
  async taken(accounts: Pick<User, 'uid' | 'email'>[]): Promise<Taken> {
    const users = this.database.repo(User);
    const emails = await users.find({
      where: { email: In(accounts.map(({ email }) => email)) },
      select: { email: true },
    });
    const uids = await users.find({ where: { uid: In(accounts.map(({ uid }) => uid)) }, select: { uid: true } });
    return { emails: new Set(emails.map(({ email }) => email)), uids: new Set(uids.map(({ uid }) => uid)) };
  }

  /** All of them or none: fails where one email or uid belongs to another account by now. */
  async insert(accounts: NewAccount[]): Promise<void> {
    if (accounts.length === 0) return;
    const now = this.clock.now();
    const rest = { passwordVersion: 0, updatedAt: now, lastLogin: null };
    const rows = accounts.map((account) => ({ ...withHashSteps(account), ...rest }));
    await this.database.insert(User, rows);
  }

  /**
   * Removes users of a batch who never signed in, behind a uid and in its order; returns who it was, and nobody once
   * there are no more. To be called in a transaction: whoever signs in meanwhile comes before it, and stays, or after it.
   */
  async removeUnused(batchId: string, after: string, limit: number): Promise<Pick<User, 'uid' | 'email'>[]> {
    const users = this.database.repo(User);
    const unused = { batchId, uid: MoreThan(after), lastLogin: IsNull() };
    const found = users.createQueryBuilder('user').select(['user.uid', 'user.email']).where(unused);
    if (users.manager.connection.options.type === 'mysql') {
      // By the index of who signed in last it would lock the users of every other batch, too.
      found.useIndex('users_batch_id').setLock('pessimistic_write');
    }
    const leaving = await found.orderBy('user.uid').limit(limit).getMany();
    if (leaving.length > 0) await users.delete({ uid: In(leaving.map(({ uid }) => uid)), lastLogin: IsNull() });
    return leaving;
  }

  count(batchId: string): Promise<number> {
    return this.database.repo(User).countBy({ batchId });
  }

  /** Users behind a uid and in its order, with their hashes where these are asked for: nothing else lists those. */
  page(after: string, limit: number, withHashes: boolean): Promise<User[]> {
    const query = this.database
      .repo(User)
      .createQueryBuilder('user')
      .where({ uid: MoreThan(after) });
    return (withHashes ? query.addSelect('user.passwordHash') : query).orderBy('user.uid').limit(limit).getMany();
  }
}
