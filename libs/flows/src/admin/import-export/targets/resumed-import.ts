import { TemporarySet } from '@app/database';
import type { UserBatches } from '@app/users';
import type { ImportError } from '../rows/import-errors.js';
import type { Row } from '../rows/import-rows.js';
import type { ImportTarget } from './import-target.js';
import type { ImportWriter } from './import-writer.js';

/**
 * Continues an import that was interrupted. A row whose user the earlier run created is counted and not written again; a
 * second row of the same user fails as in an import without an interruption.
 */
export class ResumedImport implements ImportTarget {
  already = 0;
  private readonly seen = new TemporarySet();

  constructor(
    private readonly writer: ImportWriter,
    private readonly batches: UserBatches,
    private readonly batchId: string,
  ) {}

  async settle(rows: Row[]): Promise<ImportError[]> {
    const { emails, uids } = await this.batches.findOfBatch(
      this.batchId,
      rows.map(({ account }) => account),
    );
    const rest: Row[] = [];
    for (const row of rows) {
      const { email, uid } = row.account;
      const isDone = emails.has(email) || uids.has(uid);
      if (isDone && !this.seen.has(email)) this.already += 1;
      else rest.push(row);
      if (!this.seen.has(email)) this.seen.add([email]);
    }
    return rest.length === 0 ? [] : this.writer.settle(rest);
  }

  close(): void {
    this.seen.close();
  }
}
