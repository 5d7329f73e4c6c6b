import Sqlite from 'better-sqlite3';

/** A set of texts that may be larger than the memory: an SQLite database without a name, which is removed when it is closed. */
export class TemporarySet {
  private readonly database = new Sqlite('');
  private readonly insert;
  private readonly find;

  constructor() {
    this.database.pragma('journal_mode = OFF');
    this.database.exec('CREATE TABLE texts (text TEXT PRIMARY KEY) WITHOUT ROWID');
    this.insert = this.database.prepare('INSERT INTO texts VALUES (?)');
    this.find = this.database.prepare('SELECT 1 FROM texts WHERE text = ?');
  }

  has(text: string): boolean {
    return this.find.get(text) !== undefined;
  }

  /** @param texts that the set does not have yet */
  add(texts: string[]): void {
    this.database.transaction(() => {
      for (const text of texts) this.insert.run(text);
    })();
  }

  close(): void {
    this.database.close();
  }
}
