import { TemporarySet } from '@app/database';
import { credentialsOf, type FactorTransfer } from '@app/factors';
import type { UserBatches } from '@app/users';
import type { ImportError } from './import-errors.js';
import { dropDuplicates, type Row } from './import-rows.js';

/** Finds the rows of an import that would fail, and changes nothing. The accepted emails and uids may be millions. */
export class DryRun {
  private readonly seen = new TemporarySet();

  constructor(
    private readonly batches: UserBatches,
    private readonly transfer: FactorTransfer,
  ) {}

  /** Returns the rows that would fail. */
  async settle(rows: Row[]): Promise<ImportError[]> {
    const { emails, uids } = await this.batches.findUsed(rows.map(({ account }) => account));
    const credentials = await this.transfer.findUsed(rows.map(({ factors }) => factors));
    for (const { account, factors } of rows) {
      // Emails, uids and hashes share the set: every email has an @, every uid has dashes, and no hash has either.
      if (this.seen.has(account.email)) emails.add(account.email);
      if (this.seen.has(account.uid)) uids.add(account.uid);
      for (const hash of credentialsOf(factors)) if (this.seen.has(hash)) credentials.add(hash);
    }
    const { accepted, failed } = dropDuplicates(rows, { emails, uids, credentials });
    this.seen.add(accepted.flatMap(({ account, factors }) => [account.email, account.uid, ...credentialsOf(factors)]));
    return failed;
  }

  close(): void {
    this.seen.close();
  }
}
