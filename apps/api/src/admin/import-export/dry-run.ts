import { TemporarySet } from '@app/database';
import type { UserBatches } from '@app/users';
import type { ImportError } from './import-errors.js';
import { dropDuplicates, type Row } from './import-rows.js';

/** Finds the rows of an import that would fail, and changes nothing. The accepted emails and uids may be millions. */
export class DryRun {
  private readonly seen = new TemporarySet();

  constructor(private readonly batches: UserBatches) {}

  /** Returns the rows that would fail. */
  async settle(rows: Row[]): Promise<ImportError[]> {
    const { emails, uids } = await this.batches.findUsed(rows.map(({ account }) => account));
    for (const { account } of rows) {
      // Emails and uids share the set: every email has an @, and no uid has one.
      if (this.seen.has(account.email)) emails.add(account.email);
      if (this.seen.has(account.uid)) uids.add(account.uid);
    }
    const { accepted, failed } = dropDuplicates(rows, { emails, uids });
    this.seen.add(accepted.flatMap(({ account }) => [account.email, account.uid]));
    return failed;
  }

  close(): void {
    this.seen.close();
  }
}
