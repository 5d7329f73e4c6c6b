import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { commandLine, type DatabaseLocation, describeLocation } from '@app/config';
import { ApiError } from '@app/errors';
import { databaseFailure, isDuplicateKey, isOrphan } from '../driver-errors.js';
import { batchesOf } from '../query/rows.js';
import { COPY_MARK, migrate } from '../schema/migrate.js';
import { requireColumns, SchemaError } from '../schema/required-columns.js';
import type { Row } from '../sql-client.js';
import { ahead, type Contents, type CopiedTable, type OnRows, Side } from './side.js';

/** This process answers no requests, so it may block while another one writes to the same file. */
const BUSY_TIMEOUT_MS = 120_000;
/** How often a table goes on behind rows that another process has copied meanwhile. */
const MOST_TRIES = 20;
const UNUSED: DatabaseLocation = { type: 'sqlite', file: ':memory:' };
/** Tables of every database that have nothing to copy. */
const OWN_TABLES = ['migrations', 'sqlite_sequence'];

function sourceChanged(what: string): SchemaError {
  return new SchemaError(
    'SOURCE_CHANGED',
    `The other database has changed since its copy began: ${what}. The copy is not complete, and no service starts on it.`,
    'stop all services and commands that use the other database, empty the database of DATABASE_URL, and begin again',
  );
}

/**
 * Copies all rows of a database into another one, of the same or another kind. Both may be killed at any moment: a run that begins
 * again goes on behind the last row that each table has.
 *
 * No snapshot survives a kill, so none is used: the source is read as a whole before the first row is copied, and again after the
 * last one. The copy is complete only if both times had the same rows, and the target has them, too. Then the source had just
 * these rows at the end of the first reading, and they have been copied.
 *
 * Until then the list of migrations of the target has a mark with the SHA-256 of the source. It keeps services away, and tells
 * whether a later run copies the same rows.
 */
export class DatabaseCopy {
  /** What the source has. */
  private read: Contents = new Map();
  private target: Side | undefined;
  /** Whether the target may be a copy that an earlier run has finished: then it is only compared. */
  private finished = false;

  private constructor(
    private readonly from: DatabaseLocation,
    private readonly source: Side,
    private readonly tables: CopiedTable[],
    /** What a database has that was migrated, and never used. */
    private readonly unused: Contents,
  ) {}

  /**
   * Opens the source, which is only read.
   * @throws {SchemaError} unless it has the tables of this program; {SettingsError} when the server refuses what its URL says
   */
  static async of(from: DatabaseLocation): Promise<DatabaseCopy> {
    const source = await Side.at(from, { readOnly: true }, '--from-database');
    try {
      const { tables } = source;
      const unused = await contentsOfUnused(tables);
      await requireSameSchema(source, tables);
      return new DatabaseCopy(from, source, tables, unused);
    } catch (error) {
      await source.close();
      throw error;
    }
  }

  /** Rows of the source. */
  query(statement: string): Promise<Row[]> {
    return this.source.rows(statement);
  }

  /** Opens the target. @throws {SchemaError} for one that has rows, and is no copy */
  async into(to: DatabaseLocation): Promise<void> {
    if (nameOf(to) === nameOf(this.from))
      throw new ApiError('INVALID_REQUEST', 'DATABASE_URL and --from-database name the same database.');
    this.target = await Side.at(to, { busyTimeoutMs: BUSY_TIMEOUT_MS }, 'DATABASE_URL');
    const listed = await this.target.migrations();
    const filled = listed.some(isMark) ? undefined : await this.findRows(this.target);
    if (filled === undefined) return;
    this.finished =
      this.target.known.every((name) => listed.includes(name)) && (await this.endsLikeSource(this.target));
    if (!this.finished) throw this.notEmpty(this.target, filled);
  }

  /** Reads the whole source. Returns how many rows it has. @throws {SchemaError} for a text that the target cannot store */
  async readSource(onRows: OnRows): Promise<number> {
    const { storesNul } = this.opened.dialect;
    for (const table of this.tables) {
      const inspect = storesNul ? undefined : (rows: Row[], text: string) => requireNoNul(table, rows, text);
      this.read.set(table.name, await this.source.content(table, onRows, inspect));
    }
    return [...this.read.values()].reduce((sum, { rows }) => sum + rows, 0);
  }

  /**
   * Copies the rows that the target does not have. @returns how many rows an earlier run had copied
   * @throws {SchemaError} when the target has rows that are no copy of those of the source
   */
  async copy(onRows: OnRows): Promise<number> {
    const before = this.finished || (await this.goesOn()) ? await this.countCopied() : 0;
    onRows(before);
    for (const table of this.finished ? [] : this.tables) await this.copyTable(table, onRows);
    return before;
  }

  /** Compares both databases, and then lets services use the target. @throws {SchemaError} when they differ */
  async finish(onRows: OnRows): Promise<Contents> {
    const { open, dialect } = this.opened;
    for (const table of this.tables) await this.compare(table, onRows);
    // Without limits of time: it takes seconds to count the values of a large table.
    await open.client.migrate(async () => {
      for (const { name } of this.tables) {
        const statistics = dialect.analyze?.(name);
        if (statistics) await open.client.query(statistics);
      }
      await open.client.query('DELETE FROM migrations WHERE name = ?', [this.mark]);
    });
    return this.read;
  }

  async close(): Promise<void> {
    await Promise.all([this.source.close(), this.target?.close()]);
  }

  private get opened(): Side {
    if (!this.target) throw new Error('The target is not open yet.');
    return this.target;
  }

  private get mark(): string {
    return (
      COPY_MARK +
      createHash('sha256')
        .update(JSON.stringify([...this.read]))
        .digest('hex')
    );
  }

  /** A table with rows, found before anything is changed: the tables may be those of an older version. */
  private async findRows(target: Side): Promise<string | undefined> {
    const present = new Set((await target.columns()).map((column) => column.replace(/\..*/s, '')));
    for (const { name } of this.tables.filter((table) => present.has(table.name) && !this.isFilled(table))) {
      const rows = await target.rows(`SELECT 1 AS found FROM ${name} LIMIT 1`);
      if (rows.length > 0) return name;
    }
    return undefined;
  }

  private async endsLikeSource(target: Side): Promise<boolean> {
    for (const table of this.tables) {
      const [ours, theirs] = await Promise.all([this.source.lastKey(table), target.lastKey(table)]);
      if (JSON.stringify(ours) !== JSON.stringify(theirs)) return false;
    }
    return true;
  }

  /** Whether an unused database has rows in this table. */
  private isFilled({ name }: CopiedTable): boolean {
    return this.unused.get(name)?.rows !== 0;
  }

  private notEmpty({ place }: Side, table: string): SchemaError {
    return new SchemaError(
      'DATABASE_NOT_EMPTY',
      `The database ${place} has rows of its own, in ${table}. Nothing was changed in it.`,
      'let DATABASE_URL name an empty database',
    );
  }

  /** Whether the target is an unfinished copy of the source; else it becomes one without rows. */
  private async goesOn(): Promise<boolean> {
    const target = this.opened;
    const listed = await target.migrations();
    const mark = listed.find(isMark);
    if (mark === undefined) {
      await migrate(target.open.client, target.open.dataSource, () => this.begin(target));
      return false;
    }
    if (target.known.some((name) => !listed.includes(name)))
      throw new SchemaError(
        'PENDING_MIGRATIONS',
        `An older version of this program has begun the copy in ${target.place}.`,
        'finish it with that version, or empty the database of DATABASE_URL and begin again',
      );
    if (mark !== this.mark)
      throw sourceChanged('it has other rows now, or it is not the database that was copied first');
    return true;
  }

  /** Under the lock of the migrations: no service prepares the database meanwhile. */
  private async begin(target: Side): Promise<void> {
    await requireColumns(target.open.dataSource);
    for (const [name, { sha256 }] of await target.contents(this.tables)) {
      if (sha256 !== this.unused.get(name)?.sha256) throw this.notEmpty(target, name);
    }
    await target.open.client.transaction(async () => {
      for (const table of this.tables.filter((table) => this.isFilled(table)))
        await target.open.client.query(`DELETE FROM ${table.name}`);
      await target.open.client.query('INSERT INTO migrations (timestamp, name) VALUES (-1, ?)', [this.mark]);
    });
  }

  private async countCopied(): Promise<number> {
    let count = 0;
    for (const table of this.tables) count += await this.opened.count(table);
    return count;
  }

  /** A statement of a killed process may end after it: then the key is taken, and the copy goes on behind it. */
  private async copyTable(table: CopiedTable, onRows: OnRows): Promise<void> {
    for (let tried = 1; ; tried++) {
      try {
        const pages = this.source.pages(table, await this.opened.lastKey(table));
        for await (const rows of ahead(pages)) {
          await this.store(table, rows);
          onRows(rows.length);
        }
        return;
      } catch (error) {
        if (!isDuplicateKey(error) || tried === MOST_TRIES) throw error;
      }
    }
  }

  /** Stores rows, all or none of them; when the target refuses some, it finds and names the first of these. */
  private async store(table: CopiedTable, rows: Row[]): Promise<void> {
    try {
      await this.opened.open.client.transaction(() => this.insert(table, rows));
    } catch (error) {
      const passes = isDuplicateKey(error) || databaseFailure(error) === 'UNAVAILABLE';
      if (passes || error instanceof SchemaError) throw error;
      if (isOrphan(error)) throw sourceChanged(`a row of ${table.name} refers to a row that was not there before`);
      const [row] = rows;
      if (rows.length === 1 && row) throw refusedRow(table, row, (error as Error).message);
      const half = Math.ceil(rows.length / 2);
      await this.store(table, rows.slice(0, half));
      await this.store(table, rows.slice(half));
    }
  }

  private async insert({ name, columns }: CopiedTable, rows: Row[]): Promise<void> {
    const { open, dialect } = this.opened;
    // Without the mark, another run has finished the copy, and a service may have changed it.
    const marks = await open.client.query('SELECT id FROM migrations WHERE name = ?', [this.mark]);
    if (marks.rows.length === 0) throw this.notEmpty(this.opened, name);
    for (const batch of batchesOf(rows)) {
      for (const { text, values } of dialect.insertMany(name, columns, batch)) await open.client.query(text, values);
    }
  }

  private async compare(table: CopiedTable, onRows: OnRows): Promise<void> {
    const { name } = table;
    const [source, target] = await Promise.all([this.source.content(table, onRows), this.opened.content(table)]);
    const read = this.read.get(name);
    if (source.sha256 !== read?.sha256) throw sourceChanged(`it has other rows in ${name} now`);
    if (target.sha256 === source.sha256) return;
    if (this.finished) throw this.notEmpty(this.opened, name);
    throw new SchemaError(
      'COPY_DIFFERS',
      `The copy of ${name} has ${target.rows} rows, and they are not the ${source.rows} rows of the other database. No service ` +
        'starts on it.',
      'empty the database of DATABASE_URL and begin again, with nothing else that uses it',
    );
  }
}

const isMark = (name: string) => name.startsWith(COPY_MARK);

/** Tells the database of a location from others. */
function nameOf(location: DatabaseLocation): string {
  if (location.type === 'sqlite') return resolve(location.file);
  return describeLocation(location) + (location.type === 'postgres' ? `/${location.schema}` : '');
}

/**
 * What a database has that was migrated and never used: on SQLite, of which a new one costs little.
 * @throws {Error} when this program does not know a table or column of its own migrations, which a copy would forget
 */
async function contentsOfUnused(tables: CopiedTable[]): Promise<Contents> {
  const unused = await Side.at(UNUSED, {}, 'memory');
  try {
    const { client, dataSource } = unused.open;
    await migrate(client, dataSource, async () => undefined);
    const copied = columnsOf(tables);
    const forgotten = (await unused.columns()).filter((column) => !copied.has(column) && !isOwn(column));
    if (forgotten.length > 0) throw new Error(`No entity has ${forgotten.join(', ')}: the copy would lack it.`);
    return await unused.contents(tables);
  } finally {
    await unused.close();
  }
}

function columnsOf(tables: CopiedTable[]): Set<string> {
  return new Set(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`)));
}

const isOwn = (column: string) => OWN_TABLES.some((table) => column.startsWith(`${table}.`));

/** @throws {SchemaError} unless the source has just the migrations and columns of this program */
async function requireSameSchema(source: Side, tables: CopiedTable[]): Promise<void> {
  const { place, known } = source;
  const listed = await source.migrations();
  if (listed.some(isMark))
    throw new SchemaError('UNFINISHED_COPY', `The database ${place} is itself an unfinished copy.`, 'finish it first');
  if (known.some((name) => !listed.includes(name)))
    throw new SchemaError(
      'PENDING_MIGRATIONS',
      `The schema of ${place} is older than this program, or it is no database of the service.`,
      `make a backup of it, run "${commandLine('migrate')}" of this version with it as DATABASE_URL, and begin again`,
    );
  const names = new Set(tables.map(({ name }) => name));
  const copied = columnsOf(tables);
  const foreign = (await source.columns()).filter(
    (column) => names.has(column.replace(/\..*/s, '')) && !copied.has(column),
  );
  const unknown = [...listed.filter((name) => !known.includes(name)), ...foreign];
  if (unknown.length === 0) return requireColumns(source.open.dataSource);
  throw new SchemaError(
    'NEWER_SCHEMA',
    `The database ${place} has migrations or columns that this program does not know: ${unknown.join(', ')}.`,
    'use the version of the program that runs on it',
  );
}

/** @throws {SchemaError} for a text with NUL, before the first row is copied */
function requireNoNul(table: CopiedTable, rows: Row[], json: string): void {
  // A text may have the escape sequence itself, as metadata does.
  if (!json.includes('\\u0000')) return;
  for (const row of rows) {
    const column = table.columns.find((name) => String(row[name]).includes('\0'));
    if (column) throw refusedRow(table, row, `${column} has the character NUL, which PostgreSQL cannot store`);
  }
}

function refusedRow({ name, keys }: CopiedTable, row: Row, reason: string): SchemaError {
  const key = keys.map((column) => `${column} ${JSON.stringify(row[column])}`).join(', ');
  return new SchemaError(
    'ROW_REFUSED',
    `The database of DATABASE_URL cannot store the row of ${name} with ${key}: ${reason}.`,
    'change this value in the other database by the program that runs on it, empty the database of DATABASE_URL, and begin again',
  );
}
