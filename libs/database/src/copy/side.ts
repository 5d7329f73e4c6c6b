import { createHash } from 'node:crypto';
import { type DatabaseLocation, describeLocation } from '@app/config';
import { ApiError } from '@app/errors';
import type { EntityMetadata } from 'typeorm';
import { type OpenDatabase, openDatabase } from '../data-source.js';
import { type Dialect, dialectOf } from '../dialect.js';
import { databaseFailure, isRefusal, refused } from '../driver-errors.js';
import { knownMigrations, listedMigrations } from '../schema/migrate.js';
import type { ClientSettings, Row } from '../sql-client.js';

/** Rows are read by pages of so many at most, with about so many characters, so that a copy of any size fits into the memory. */
const MOST_ROWS = 1_000;
const MOST_CHARACTERS = 500_000;
/** How long the rows may be is known after the first page. */
const FIRST_ROWS = 100;
/** Of so many rows one tells how long they are. */
const SAMPLED = 8;
/** Short texts are garbage that is collected early. */
const HASHED_ROWS = 50;

/** A table as all kinds of databases have it. */
export interface CopiedTable {
  name: string;
  columns: string[];
  /** The columns that are true or false: some databases have 1 and 0 for them. */
  flags: Set<string>;
  /** The primary key, by which the rows are read and copied in order. */
  keys: string[];
}

/** What a table has: equal for the same rows in all kinds of databases. */
export interface TableContent {
  rows: number;
  /** The SHA-256 of the rows in the order of their keys, in hexadecimal. */
  sha256: string;
}

export type Contents = Map<string, TableContent>;
/** Hears of each page how many rows it has. */
export type OnRows = (count: number) => void;

/** One of the two databases of a copy. */
export class Side {
  readonly dialect: Dialect;

  private constructor(
    readonly open: OpenDatabase,
    readonly place: string,
  ) {
    this.dialect = dialectOf(open.dataSource.options);
  }

  /** @param setting what names the database, for the message about a refusal */
  static async at(location: DatabaseLocation, settings: ClientSettings, setting: string): Promise<Side> {
    const place = describeLocation(location);
    const open = await openDatabase(location, settings).catch((error) => {
      throw isRefusal(error) ? refused(error, location, setting) : named(place, error);
    });
    return new Side(open, place);
  }

  /** The tables of this program, each after those that its rows refer to. */
  get tables(): CopiedTable[] {
    return parentsFirst(this.open.dataSource.entityMetadatas).map(toTable);
  }

  async rows(text: string, values: unknown[] = []): Promise<Row[]> {
    try {
      return (await this.open.client.query(text, values)).rows;
    } catch (error) {
      throw named(this.place, error);
    }
  }

  /** All its columns, as `table.column`. */
  async columns(): Promise<string[]> {
    return (await this.rows(this.dialect.columns)).map(({ table, name }) => `${table}.${name}`);
  }

  migrations(): Promise<string[]> {
    return listedMigrations(this.open.dataSource);
  }

  /** The names of the migrations of this program. */
  get known(): string[] {
    return knownMigrations(this.open.dataSource);
  }

  /** The rows behind a key, or all, in pages. */
  async *pages(table: CopiedTable, after?: unknown[]): AsyncGenerator<Row[]> {
    const { name, keys } = table;
    const from = `SELECT ${table.columns.map((column) => selected(table, column)).join()} FROM ${name}`;
    for (let [limit, last] = [FIRST_ROWS, after]; ; ) {
      const { where, values } = behind(keys, last, this.dialect.comparesRows);
      const rows = await this.rows(`${from}${where} ORDER BY ${keys.join()} LIMIT ${limit}`, values);
      if (rows.length > 0) yield rows;
      if (rows.length < limit) return;
      last = keys.map((key) => rows.at(-1)?.[key]);
      const fitting = Math.floor((limit * MOST_CHARACTERS) / (1 + charactersOf(rows)));
      limit = Math.max(1, Math.min(MOST_ROWS, fitting));
    }
  }

  /** The greatest key; undefined without rows. */
  async lastKey({ name, keys }: CopiedTable): Promise<unknown[] | undefined> {
    const order = keys.map((key) => `${key} DESC`).join();
    const [row] = await this.rows(`SELECT ${keys.join()} FROM ${name} ORDER BY ${order} LIMIT 1`);
    return row && keys.map((key) => row[key]);
  }

  async count({ name }: CopiedTable): Promise<number> {
    const [row] = await this.rows(`SELECT COUNT(*) AS count FROM ${name}`);
    return Number(row?.count);
  }

  /** @param inspect sees all rows, some at a time, and their JSON */
  async content(
    table: CopiedTable,
    onRows: OnRows = () => undefined,
    inspect: (rows: Row[], text: string) => void = () => undefined,
  ): Promise<TableContent> {
    const hash = createHash('sha256');
    let rows = 0;
    for await (const page of ahead(this.pages(table))) {
      for (let first = 0; first < page.length; first += HASHED_ROWS) {
        const some = page.slice(first, first + HASHED_ROWS);
        const text = JSON.stringify(some);
        inspect(some, text);
        // Without the brackets, the text is the same for pages of all sizes.
        hash.update(`${text.slice(1, -1)},`);
      }
      rows += page.length;
      onRows(page.length);
    }
    return { rows, sha256: hash.digest('hex') };
  }

  async contents(tables: CopiedTable[]): Promise<Contents> {
    const contents: Contents = new Map();
    for (const table of tables) contents.set(table.name, await this.content(table));
    return contents;
  }

  close(): Promise<void> {
    return this.open.dataSource.destroy();
  }
}

/** An outage with the name of the database: there are two. */
function named(place: string, error: unknown): unknown {
  if (databaseFailure(error) !== 'UNAVAILABLE') return error;
  const message = `The database ${place} is out of reach (${(error as Error).message}).`;
  return new ApiError('UNAVAILABLE', message, { cause: error });
}

/** Each entity after those that its foreign keys refer to. */
function parentsFirst(entities: EntityMetadata[]): EntityMetadata[] {
  const ordered = new Set<EntityMetadata>();
  const seen = new Set<EntityMetadata>();
  const add = (entity: EntityMetadata) => {
    if (seen.has(entity)) return;
    seen.add(entity);
    for (const { referencedEntityMetadata } of entity.foreignKeys) add(referencedEntityMetadata);
    ordered.add(entity);
  };
  for (const entity of entities) add(entity);
  return [...ordered];
}

function toTable({ tableName, columns, primaryColumns, generatedColumns }: EntityMetadata): CopiedTable {
  // PostgreSQL would give the same number to the next row, unless a copy moved its sequence on.
  if (generatedColumns.length > 0)
    throw new Error(`The database gives numbers to rows of ${tableName}: not copied yet.`);
  const stored = columns.filter(({ isVirtualProperty }) => !isVirtualProperty);
  const isFlag = ({ type }: { type: unknown }) => type === 'boolean' || type === Boolean;
  return {
    name: tableName,
    columns: stored.map(({ databaseName }) => databaseName),
    flags: new Set(stored.filter(isFlag).map(({ databaseName }) => databaseName)),
    keys: primaryColumns.map(({ databaseName }) => databaseName),
  };
}

/** A column in a SELECT. Where truth values are numbers, drivers return them as such. */
function selected({ flags }: CopiedTable, column: string): string {
  return flags.has(column) ? `CASE ${column} WHEN TRUE THEN 1 WHEN FALSE THEN 0 END AS ${column}` : column;
}

/** The rows behind a key. Spelt out where the database would not use the index for a comparison of rows. */
function behind(keys: string[], after: unknown[] | undefined, comparesRows: boolean) {
  if (!after) return { where: '', values: [] };
  if (comparesRows) return { where: ` WHERE (${keys.join()}) > (${keys.map(() => '?').join()})`, values: after };
  const steps = keys.map((key, place) => [...keys.slice(0, place).map((equal) => `${equal} = ?`), `${key} > ?`]);
  return {
    where: ` WHERE ${steps.map((step) => `(${step.join(' AND ')})`).join(' OR ')}`,
    values: keys.flatMap((_key, place) => after.slice(0, place + 1)),
  };
}

/** About how many characters rows have. */
function charactersOf(rows: Row[]): number {
  let characters = 0;
  for (let index = 0; index < rows.length; index += SAMPLED) {
    for (const value of Object.values(rows[index] ?? {})) characters += typeof value === 'string' ? value.length : 0;
  }
  return characters * SAMPLED;
}

/** Reads the next page while the caller uses the one before. */
export async function* ahead(pages: AsyncGenerator<Row[]>): AsyncGenerator<Row[]> {
  for (let next = pages.next(); ; ) {
    const { value, done } = await next;
    if (done) return;
    next = pages.next();
    // Nobody awaits it when the caller fails first.
    next.catch(() => undefined);
    yield value;
  }
}
