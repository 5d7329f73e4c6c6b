import { Database, isDuplicateKey } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { type NewAccount, UserAdministration, UserBatches } from '@app/users';
import { Injectable } from '@nestjs/common';
import type { Failure } from './failures.js';
import { inParallel, type Row, toFailure, weed } from './import.rows.js';

/** How often a batch is run again because another request took an email or a uid of it between two statements. */
const TRIES = 3;

/** Makes accounts of the rows of an import. */
@Injectable()
export class ImportWriter {
  constructor(
    private readonly database: Database,
    private readonly users: UserAdministration,
    private readonly batches: UserBatches,
    private readonly events: EventLog,
  ) {}

  /** Returns those that became none. */
  async settle(rows: Row[]): Promise<Failure[]> {
    const { accepted, failed } = await this.worthHashing(rows);
    const ready = await inParallel(accepted, async ({ line, account }) => {
      return { line, account: await this.users.hash(account) };
    });
    return [...failed, ...(await this.write(ready))];
  }

  /** To ask twice costs less than to hash the passwords of a file that is imported again. */
  private async worthHashing(rows: Row[]): Promise<{ accepted: Row[]; failed: Failure[] }> {
    if (rows.every(({ account }) => account.password === undefined)) return { accepted: rows, failed: [] };
    return weed(rows, await this.batches.taken(rows.map(({ account }) => account)));
  }

  /** All at once; one by one where others make accounts of the same emails all the time. */
  private async write(rows: Row<NewAccount>[]): Promise<Failure[]> {
    for (let tried = 0; tried < TRIES; tried++) {
      const failed = await this.attempt(rows);
      if (failed) return failed;
    }
    const [first] = rows;
    if (rows.length === 1 && first) return [toFailure(first.line, new ApiError('EMAIL_ALREADY_IN_USE'))];
    const each: Failure[] = [];
    for (const row of rows) each.push(...(await this.write([row])));
    return each;
  }

  /** Undefined when nothing was written because somebody came between. */
  private async attempt(rows: Row<NewAccount>[]): Promise<Failure[] | undefined> {
    if (rows.length === 0) return [];
    try {
      return await this.database.transaction(async () => {
        const { accepted, failed } = weed(rows, await this.batches.taken(rows.map(({ account }) => account)));
        await this.batches.insert(accepted.map(({ account }) => account));
        const facts = accepted.map(({ account: { uid, batchId } }) => ({ uid, data: { batch_id: batchId } }));
        await this.events.recordEach('user.imported', facts);
        return failed;
      });
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }
}
