import Sqlite from 'better-sqlite3';

/** A record of a file, such as a user of another product. */
export interface TemporaryRecord {
  /** Its number, from 1, in the order in which the records were added. */
  place: number;
  /** Unique; null for a record that has none. */
  id: string | null;
  email: string | null;
  /** Whether the email is verified. */
  verified: boolean;
  body: string;
}

type StoredRecord = Omit<TemporaryRecord, 'verified'> & { verified: number };

/** Records that may be larger than the memory: an SQLite database without a name, which is removed when it is closed. */
export class TemporaryRecords {
  private readonly database = new Sqlite('');
  private readonly statements;

  constructor() {
    this.database.pragma('journal_mode = OFF');
    this.database.exec(`
      CREATE TABLE records (place INTEGER PRIMARY KEY, id TEXT UNIQUE, email TEXT, verified INTEGER, body TEXT);
      CREATE INDEX records_email ON records (email, verified DESC, place);
      CREATE TABLE names (name TEXT, place INTEGER, PRIMARY KEY (name, place)) WITHOUT ROWID;
      BEGIN`);
    this.statements = {
      byId: this.database.prepare<[string], StoredRecord>('SELECT * FROM records WHERE id = ?'),
      byPlace: this.database.prepare<[number], StoredRecord>('SELECT * FROM records WHERE place = ?'),
      page: this.database.prepare<[number, number], StoredRecord>(
        'SELECT * FROM records WHERE place > ? ORDER BY place LIMIT ?',
      ),
      places: this.database
        .prepare<[string], number>('SELECT place FROM records WHERE email = ? ORDER BY verified DESC, place LIMIT 2')
        .pluck(),
      insert: this.database.prepare('INSERT INTO records (id, email, verified, body) VALUES (?, ?, ?, ?)'),
      remove: this.database.prepare('DELETE FROM records WHERE place = ?'),
      addName: this.database.prepare('INSERT OR IGNORE INTO names (name, place) VALUES (?, ?)'),
      named: this.database
        .prepare<[string], number>('SELECT place FROM names WHERE name = ? ORDER BY place LIMIT 2')
        .pluck(),
      idsOfNames: this.database.prepare<[number, number], StoredRecord>(`
        SELECT * FROM records WHERE place > ? AND id IN (SELECT name FROM names) ORDER BY place LIMIT ?`),
      update: this.database.prepare('UPDATE records SET email = ?, verified = ?, body = ? WHERE place = ?'),
    };
  }

  find(id: string): TemporaryRecord | undefined {
    return toRecord(this.statements.byId.get(id));
  }

  at(place: number): TemporaryRecord | undefined {
    return toRecord(this.statements.byPlace.get(place));
  }

  /** The next records in the order of their places. @param after the place of the last record before */
  page(after: number, limit: number): TemporaryRecord[] {
    return this.statements.page.all(after, limit).flatMap((record) => toRecord(record) ?? []);
  }

  /** The places of the first two records with this email, verified ones first. */
  placesOf(email: string): number[] {
    return this.statements.places.all(email);
  }

  /** Returns the place of the record. */
  add({ id, email, verified, body }: Omit<TemporaryRecord, 'place'>): number {
    return Number(this.statements.insert.run(id, email, Number(verified), body).lastInsertRowid);
  }

  /** Gives a record a name, which may be the id of another record. Two records may have the same name. */
  addName(place: number, name: string): void {
    this.statements.addName.run(name, place);
  }

  /** The places of the first two records with this name. */
  placesNamed(name: string): number[] {
    return this.statements.named.all(name);
  }

  /** The next records whose id is a name. @param after the place of the last record before */
  pageOfNames(after: number, limit: number): TemporaryRecord[] {
    return this.statements.idsOfNames.all(after, limit).flatMap((record) => toRecord(record) ?? []);
  }

  remove(place: number): void {
    this.statements.remove.run(place);
  }

  replace({ place, email, verified, body }: TemporaryRecord): void {
    this.statements.update.run(email, Number(verified), body, place);
  }

  close(): void {
    this.database.close();
  }
}

function toRecord(stored: StoredRecord | undefined): TemporaryRecord | undefined {
  return stored && { ...stored, verified: stored.verified === 1 };
}

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
