import { Clock, Database, isDuplicateKey } from '@app/database';
import { ApiError } from '@app/errors';
import { currentActor, EventLog } from '@app/events';
import { FactorTransfer } from '@app/factors';
import { IdentityTransfer } from '@app/federation';
import { type NewAccount, UserAdministration, UserBatches } from '@app/users';
import { Injectable } from '@nestjs/common';
import { AdminRank } from '../../../access/admin-rank.js';
import { hasWays } from '../../users/user-creator.js';
import { type ImportError, toImportError } from '../rows/import-errors.js';
import { dropDuplicates, inParallel, type Row } from '../rows/import-rows.js';
import type { ImportTarget } from './import-target.js';
import { UsedKeysFinder } from './used-keys.js';

/** How often a batch is tried when other requests insert the same emails or uids between its statements. */
const TRIES = 3;

/** Creates accounts from the rows of an import. */
@Injectable()
export class ImportWriter implements ImportTarget {
  readonly already = 0;

  constructor(
    private readonly clock: Clock,
    private readonly database: Database,
    private readonly rank: AdminRank,
    private readonly users: UserAdministration,
    private readonly batches: UserBatches,
    private readonly transfer: FactorTransfer,
    private readonly identities: IdentityTransfer,
    private readonly used: UsedKeysFinder,
    private readonly events: EventLog,
  ) {}

  /** Returns the rows that failed. @throws {ApiError} REAUTHENTICATION_REQUIRED */
  async settle(rows: Row[]): Promise<ImportError[]> {
    if (rows.some(hasSecrets)) await this.database.transaction(() => this.rank.requireFactorFor('import'));
    const { accepted, failed } = await this.dropBeforeHashing(rows);
    const ready = await inParallel(accepted, async ({ account, ...row }) => {
      return { ...row, account: await this.users.hash(account) };
    });
    return [...failed, ...(await this.write(ready))];
  }

  /** Nothing is open after an import: the next one uses the same writer. */
  close(): void {}

  /** Drops duplicates before the hashing, too: hashing takes longest when a file is imported again. */
  private async dropBeforeHashing(rows: Row[]): Promise<{ accepted: Row[]; failed: ImportError[] }> {
    if (!rows.some(({ account }) => this.users.needsHash(account))) return { accepted: rows, failed: [] };
    return dropDuplicates(rows, await this.used.find(rows));
  }

  /** Inserts all rows in one transaction; after repeated conflicts with other requests, one by one. */
  private async write(rows: Row<NewAccount>[]): Promise<ImportError[]> {
    for (let tried = 0; tried < TRIES; tried++) {
      const failed = await this.attempt(rows);
      if (failed) return failed;
    }
    const [first] = rows;
    if (rows.length === 1 && first) return [toImportError(first.line, new ApiError('EMAIL_ALREADY_IN_USE'))];
    const each: ImportError[] = [];
    for (const row of rows) each.push(...(await this.write([row])));
    return each;
  }

  /** Undefined when another request caused a duplicate key, and nothing was written. */
  private async attempt(rows: Row<NewAccount>[]): Promise<ImportError[] | undefined> {
    if (rows.length === 0) return [];
    try {
      return await this.database.transaction(async () => {
        const { accepted, failed } = dropDuplicates(rows, await this.used.find(rows));
        const [madeBy, now] = [currentActor().actor, this.clock.now()];
        await this.batches.insert(
          accepted.map((row) => ({ ...row.account, madeBy, madeOpenAt: isOpen(row) ? now : null })),
        );
        await this.transfer.insert(accepted.map(({ account, factors }) => ({ uid: account.uid, factors })));
        await this.identities.insert(accepted.map(({ account, identities }) => ({ ...account, identities })));
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

/** Whether a person can sign in by what the row brings, other than by a password that the policy has checked. */
function hasSecrets({ account, factors, identities }: Row): boolean {
  return account.passwordHash !== null || account.weak !== undefined || hasWays(factors, identities);
}

/** Whether a person can sign in by what the row brings. */
function isOpen({ account, factors, identities }: Row<NewAccount>): boolean {
  return account.passwordHash !== null || hasWays(factors, identities);
}
