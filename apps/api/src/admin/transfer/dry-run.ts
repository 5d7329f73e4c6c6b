import type { UserBatches } from '@app/users';
import Sqlite from 'better-sqlite3';
import type { Failure } from './failures.js';
import { type Row, weed } from './import.rows.js';

/**
 * Finds out what would become of the rows of an import, and changes nothing. The emails and uids that would be in use by
 * then may be millions: they stand in a temporary SQLite database of its own, which has no name and is gone when closed.
 */
export class DryRun {
  private readonly seen = new Sqlite('');
  private readonly add;
  private readonly find;

  constructor(private readonly batches: UserBatches) {
    this.seen.pragma('journal_mode = OFF');
    this.seen.exec('CREATE TABLE seen (name TEXT PRIMARY KEY) WITHOUT ROWID');
    this.add = this.seen.prepare('INSERT INTO seen VALUES (?)');
    this.find = this.seen.prepare('SELECT 1 FROM seen WHERE name = ?');
  }

  /** Returns those that would become no account. */
  async settle(rows: Row[]): Promise<Failure[]> {
    const { emails, uids } = await this.batches.taken(rows.map(({ account }) => account));
    for (const { account } of rows) {
      // No uid has an @ in it, and every email has one.
      if (this.find.get(account.email)) emails.add(account.email);
      if (this.find.get(account.uid)) uids.add(account.uid);
    }
    const { accepted, failed } = weed(rows, { emails, uids });
    this.seen.transaction(() => {
      for (const { account } of accepted) this.add.run(account.email) && this.add.run(account.uid);
    })();
    return failed;
  }

  close(): void {
    this.seen.close();
  }
}
