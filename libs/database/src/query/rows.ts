import {
  Between,
  type EntityMetadata,
  type FindOperator,
  type FindOptionsWhere,
  In,
  type ObjectLiteral,
  QueryResult,
  type QueryRunner,
  type Repository,
  type SelectQueryBuilder,
} from 'typeorm';
import { dialectOf } from '../dialect.js';
import type { Result, Row, SqlClient } from '../sql-client.js';

/**
 * A part of what a user has, which an event ends as a whole, with all parts of a lower number. `users` has a counter for each, and
 * what is made carries the counter of its rung: it is dead as soon as the user has another one.
 */
export type Rung = 1 | 2 | 3 | 4;

/** SQL for the counter of a rung. @param user SQL for the value of this column of the user */
export function counterOf(rung: Rung, user: string, column: 'uid' | 'email' = 'uid'): string {
  return `(SELECT rung_${rung} FROM users WHERE users.${column} = ${user})`;
}

/** The counter that something gets when it is made: that of its user at this moment, or 0 without one. */
export class Counter {
  constructor(
    readonly rung: Rung,
    readonly uid: string | null,
  ) {}
}

/** A time with its first and its last second, in seconds since the UNIX epoch. */
export interface Span {
  since: number;
  until: number;
}

/** The last second that a column can have. */
export const FOREVER = 4_294_967_295;

/** Selects the rows of a time. */
export function within({ since, until }: Span): FindOperator<number> {
  return Between(since, until);
}

/** SQLite takes no more than 32,766 values in one statement. */
const MOST_ROWS = 500;

/** To escape a text, the driver of MySQL splits it at each quote, which takes a hundred bytes for each of them. */
const MOST_CHARACTERS = 256 * 1024;

/** A row whose counters may be those of its user. */
export type NewRow<T> = { [K in keyof T]: T[K] | (T[K] extends number ? Counter : never) };

type Run = (statement: string, values: unknown[]) => Promise<unknown>;

/** The parts of an INSERT for an entity. */
interface Insert {
  into: string;
  properties: string[];
}

const inserts = new WeakMap<EntityMetadata, Insert>();

/**
 * Inserts rows by few statements; call it in a transaction when there may be many rows. TypeORM's query builder makes an
 * expression of every value first, which takes longer than the insert itself and uses megabytes for hundreds of rows. For
 * entities whose columns have no transformers.
 */
export async function insertRows<T extends ObjectLiteral>(metadata: EntityMetadata, rows: NewRow<T>[], run: Run) {
  const { into, properties } = insertOf(metadata);
  for (const batch of batchesOf(rows.map((row) => properties.map((name) => row[name])))) {
    const places = batch.map((row) => `(${row.map(placeOf).join()})`);
    await run(`${into} VALUES ${places.join()}`, batch.flat().map(boundValue));
  }
}

function insertOf(metadata: EntityMetadata): Insert {
  const known = inserts.get(metadata);
  if (known) return known;
  const { driver } = metadata.connection;
  const columns = metadata.columns.filter(({ isInsert, isVirtualProperty }) => isInsert && !isVirtualProperty);
  const names = columns.map(({ databaseName }) => driver.escape(databaseName)).join();
  const insert = {
    into: `INSERT INTO ${driver.escape(metadata.tableName)} (${names})`,
    properties: columns.map(({ propertyName }) => propertyName),
  };
  inserts.set(metadata, insert);
  return insert;
}

function placeOf(value: unknown): string {
  return value instanceof Counter ? `COALESCE(${counterOf(value.rung, '?')}, 0)` : '?';
}

function boundValue(value: unknown): unknown {
  return value instanceof Counter ? value.uid : value;
}

/** Splits rows into as many as one statement may have. @param rows lists of values, or objects with them */
export function* batchesOf<T extends object>(rows: T[]): Generator<T[]> {
  let batch: T[] = [];
  let characters = 0;
  for (const row of rows) {
    batch.push(row);
    for (const value of Object.values(row)) characters += typeof value === 'string' ? value.length : 0;
    if (batch.length < MOST_ROWS && characters < MOST_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

/**
 * Locks the rows that a query finds until the end of the transaction. MySQL then reads their newest state, where it may otherwise
 * read an older one. SQLite needs no lock: it runs one transaction at a time.
 */
export function lockRows<T extends ObjectLiteral>(query: SelectQueryBuilder<T>): SelectQueryBuilder<T> {
  return dialectOf(query.dataSource.options).locksRows ? query.setLock('pessimistic_write') : query;
}

/**
 * Removes the row of a user, and returns it; undefined for a row of another user, and for one that is gone or that another request removes.
 * @param own the uid and the rest of what selects the row
 */
export async function removeOwn<T extends ObjectLiteral>(
  rows: Repository<T>,
  own: FindOptionsWhere<T> & { uid: string },
): Promise<T | undefined> {
  const found = await rows.findOneBy(own);
  const { affected } = await rows.delete(own);
  return found && affected === 1 ? found : undefined;
}

/**
 * Removes rows by batches, each in a statement of its own: on SQLite nothing else runs meanwhile.
 * @param which still holds for each row when it is removed
 */
export async function removeInBatches<T extends ObjectLiteral>(
  rows: Repository<T>,
  which: FindOptionsWhere<T>,
  batch: number,
): Promise<void> {
  const key = rows.metadata.primaryColumns[0]?.propertyName as keyof T & string;
  for (let found: T[] = []; ; ) {
    found = await rows.createQueryBuilder('old').select(`old.${key}`).where(which).limit(batch).getMany();
    if (found.length > 0) await rows.delete({ ...which, [key]: In(found.map((row) => row[key])) });
    if (found.length < batch) return;
  }
}

/** A result as TypeORM's query runners return it. */
function toTypeorm({ rows, affected }: Result, structured: boolean): QueryResult | Row[] {
  return structured ? Object.assign(new QueryResult(), { raw: rows, records: rows, affected }) : rows;
}

/** Lets a client run the statements of TypeORM's runner. Nothing begins a transaction there: the client alone does. */
export function throughClient<R extends QueryRunner>(runner: R, client: Pick<SqlClient, 'query'>): R {
  return Object.assign(runner, {
    query: async (statement: string, values: unknown[] = [], structured = false) =>
      toTypeorm(await client.query(statement, values), structured),
    startTransaction: (): Promise<void> => {
      throw new Error('Transactions are opened with Database.transaction() only.');
    },
  });
}

interface Request<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/** The size and number of batches. */
interface BatchOptions {
  /** The most items of one batch. */
  most: number;
  /** How many batches may run at a time; later items wait for the next one. Without a limit by default. */
  atOnce?: number;
  /** A batch that runs for longer does not count as running: later items do not wait for a lost connection. In milliseconds. */
  slowMs?: number;
}

/**
 * Joins items into batches: all that come in one turn of the event loop, or while the allowed number of batches runs. Never
 * delays an item to fill a batch.
 */
export class Batcher<T, R> {
  private requests: Request<T, R>[] = [];
  private running = 0;
  private scheduled = false;

  /**
   * @param work returns the results of a batch in the order of its items. When it fails, each item fails
   */
  constructor(
    private readonly work: (items: T[]) => Promise<R[]>,
    private readonly options: BatchOptions,
  ) {}

  do(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.requests.push({ item, resolve, reject });
      if (this.scheduled) return;
      this.scheduled = true;
      setImmediate(() => {
        this.scheduled = false;
        this.startBatches();
      });
    });
  }

  private startBatches(): void {
    const { most, atOnce = Number.POSITIVE_INFINITY } = this.options;
    while (this.requests.length > 0 && this.running < atOnce) void this.run(this.requests.splice(0, most));
  }

  private async run(batch: Request<T, R>[]): Promise<void> {
    const end = this.begin();
    try {
      const results = await this.work(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      end();
    }
  }

  /** Returns what ends the batch: it then counts as running no more. */
  private begin(): () => void {
    const { slowMs } = this.options;
    let counts = true;
    this.running += 1;
    const end = () => {
      clearTimeout(timer);
      if (counts) this.running -= 1;
      counts = false;
      this.startBatches();
    };
    const timer = slowMs === undefined ? undefined : setTimeout(end, slowMs).unref();
    return end;
  }
}

/** A statement is prepared for each of these numbers of keys. The last key is repeated to fill the next larger one. */
const SIZES = [1, 2, 4, 8, 16];
const LARGEST = 16;

/**
 * So few lookups run at a time that the requests that come meanwhile share the next one: each statement costs the service and the
 * database more than the rows that it reads. Never for reads that wait for locks.
 */
const FEW = { most: LARGEST, atOnce: 3, slowMs: 50 };

/** What a lookup needs of the database. */
interface Reader {
  requireUsable(): void;
  readonly inTransaction: boolean;
  select(statement: string, values: unknown[], settled?: boolean): Promise<Row[]>;
}

/** The texts of the statements by their sizes, and the properties that are booleans: the databases have numbers. */
interface Lookup {
  statements: Map<number, string>;
  booleans: string[];
}

/**
 * Finds rows of an entity by a unique column, with prepared statements. Requests that ask in one turn of the event loop, or while
 * others wait for their answers, share a statement, since sending it and receiving the answer is most of the cost of a read. Inside a
 * transaction each request has its own.
 */
export class KeyLookup<T extends ObjectLiteral> {
  private readonly batcher = new Batcher<string, T | null>((keys) => this.readEach(keys, false), FEW);
  private readonly settling = new Batcher<string, T | null>((keys) => this.readEach(keys, true), { most: LARGEST });
  private lookup: Lookup | undefined;

  /**
   * @param metadata of the entity, when TypeORM has loaded it
   * @param column of texts that are compared byte by byte
   * @param properties those to read, with the column; by default all that a repository reads
   */
  constructor(
    private readonly database: Reader,
    private readonly metadata: () => EntityMetadata,
    private readonly column: keyof T & string,
    private readonly properties?: (keyof T & string)[],
  ) {}

  /** @throws {ApiError} UNAVAILABLE until the database has been reached */
  find(key: string): Promise<T | null> {
    return this.findBy(key, false);
  }

  /**
   * The same after a transaction that is changing the row. A change that comes later begins after this has found the row. It may
   * also wait for changes of rows that others ask for in the same turn. Transactions are short: none waits for another service.
   * @throws {ApiError} UNAVAILABLE until the database has been reached
   */
  findSettled(key: string): Promise<T | null> {
    return this.findBy(key, true);
  }

  private async findBy(key: string, settled: boolean): Promise<T | null> {
    this.database.requireUsable();
    if (this.database.inTransaction) return (await this.read([key], settled)).get(key) ?? null;
    return (settled ? this.settling : this.batcher).do(key);
  }

  private async readEach(keys: string[], settled: boolean): Promise<(T | null)[]> {
    const rows = await this.read(keys, settled);
    return keys.map((key) => {
      const row = rows.get(key);
      // A caller may change its row.
      return row === undefined ? null : { ...row };
    });
  }

  private async read(keys: string[], settled: boolean): Promise<Map<string, T>> {
    const { statements, booleans } = this.prepared();
    const size = SIZES.find((size) => size >= keys.length) ?? LARGEST;
    const values = [...keys, ...Array(size - keys.length).fill(keys.at(-1))];
    const found = new Map<string, T>();
    for (const row of await this.database.select(statements.get(size) as string, values, settled)) {
      found.set(row[this.column] as string, this.toEntity(row, booleans));
    }
    return found;
  }

  private toEntity(row: Row, booleans: string[]): T {
    for (const name of booleans) row[name] = Boolean(row[name]);
    return row as T;
  }

  private prepared(): Lookup {
    this.database.requireUsable();
    this.lookup ??= this.prepare();
    return this.lookup;
  }

  private prepare(): Lookup {
    const { columns, tableName } = this.metadata();
    const read = columns.filter(({ propertyName, isSelect, isVirtualProperty }) => {
      return this.properties
        ? this.properties.includes(propertyName as keyof T & string)
        : isSelect && !isVirtualProperty;
    });
    const names = read.map(({ databaseName, propertyName }) => `${databaseName} AS "${propertyName}"`);
    const key = read.find(({ propertyName }) => propertyName === this.column)?.databaseName;
    const select = `SELECT ${names.join(', ')} FROM ${tableName} WHERE ${key}`;
    return {
      statements: new Map(SIZES.map((size) => [size, `${select} IN (${Array(size).fill('?').join(', ')})`])),
      booleans: read.filter(({ type }) => type === 'boolean').map(({ propertyName }) => propertyName),
    };
  }
}
