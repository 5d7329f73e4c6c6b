import {
  type EntityTarget,
  type FindOptionsWhere,
  In,
  LessThanOrEqual,
  MoreThan,
  MoreThanOrEqual,
  type ObjectLiteral,
  type SelectQueryBuilder,
} from 'typeorm';
import type { Clock } from './clock.js';
import type { Database } from './database.js';
import { lockRows } from './query/rows.js';

/** What a row of a queue has. A row of a table without a status waits as long as it exists. */
interface Queued extends ObjectLiteral {
  status?: string;
  attempts?: number;
  /** When a process may claim it: at once, after a pause, or when the lease of another process has ended. In epoch seconds. */
  dueAt: number;
}

/** What a table is like that is a queue. */
interface QueueTable<T extends Queued> {
  entity: EntityTarget<T>;
  /** The primary key. */
  key: keyof T & string;
  /** The statuses of rows that wait. The first one is that of a row whose next try comes. */
  open?: T['status'][];
  /** How many seconds a process has for a claimed row: longer than a try may take. */
  lease?: number;
}

/** The longest error text that a table has space for. */
const ERROR_LENGTH = 255;

/**
 * A table whose rows wait until they are due, and are then handled by one process. Work outside of the database, which may be done twice
 * after a kill: `claim()`, the work, `settle()`. Work in a transaction: `take()` in it.
 */
export class Queue<T extends Queued> {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly table: QueueTable<T>,
  ) {}

  /** Selects the rows that are due, under the name `queued`. Those that have waited longest come first. */
  due(which: FindOptionsWhere<T> = {}): SelectQueryBuilder<T> {
    const due = { ...this.open, ...which, dueAt: LessThanOrEqual(this.clock.now()) };
    return this.rows.createQueryBuilder('queued').where(due).orderBy('queued.dueAt');
  }

  /**
   * Claims a row by one conditional update, so that no other process handles it until the lease ends. Returns it with that time;
   * undefined if the row has changed.
   * @param also a further condition, in SQL
   */
  async claim(row: T, also?: string): Promise<T | undefined> {
    const dueAt = this.leaseEnd;
    const update = this.rows.createQueryBuilder().update().set(valuesOf<T>({ dueAt })).where(this.unchanged(row));
    const { affected } = await (also === undefined ? update : update.andWhere(also)).execute();
    return affected === 1 ? { ...row, dueAt } : undefined;
  }

  /** Claims several rows that are due. */
  async claimDue(limit: number): Promise<T[]> {
    // Most of the time none is due. This look needs no lock of a writer.
    if (!(await this.due().getExists())) return [];
    return this.database.transaction(async () => {
      const claimed: T[] = [];
      for (const row of await lockRows(this.due().limit(limit)).setOnLocked('skip_locked').getMany()) {
        const mine = await this.claim(row);
        if (mine) claimed.push(mine);
      }
      return claimed;
    });
  }

  /** The state of a row after a failed try: due again after a pause, or given up without one. */
  afterFailure(pause: number | undefined, error: string | null, waits = this.table.open?.[0]) {
    const status = (pause === undefined ? 'failed' : waits) as T['status'] & string;
    return { status, dueAt: this.clock.now() + (pause ?? 0), lastError: error?.slice(0, ERROR_LENGTH) ?? null };
  }

  /**
   * Records a try of a claimed row, in one transaction with what follows from it. Does nothing when another process has claimed the row
   * since, or an administrator has changed it.
   * @param which a weaker condition than that the claim still holds
   */
  async settle(row: T, state: object, andThen: () => Promise<void>, which = this.unchanged(row)): Promise<void> {
    await this.database.transaction(async () => {
      const tried = { ...state, attempts: (row.attempts ?? 0) + 1 };
      if ((await this.rows.update(which, valuesOf<T>(tried))).affected === 1) await andThen();
    });
  }

  /** Takes a due row out of the table, to do its work in the same transaction. Undefined when it is not due, or gone. */
  async take(which: FindOptionsWhere<T>): Promise<T | undefined> {
    this.database.requireTransaction();
    const due = { ...which, dueAt: LessThanOrEqual(this.clock.now()) };
    const row = await this.rows.findOneBy(due);
    return row && (await this.rows.delete(due)).affected === 1 ? row : undefined;
  }

  /**
   * Makes rows due that wait for a later time, and those that were given up since a time. A row that is due before a lease would end may
   * be in the hands of a process. Returns how many rows.
   */
  async makeDue(which: FindOptionsWhere<T>, failedSince: number | null, state: object = {}): Promise<number> {
    const now = this.clock.now();
    const waiting = { ...which, ...this.open, dueAt: MoreThan(this.leaseEnd) };
    const failed = { ...which, status: 'failed', dueAt: MoreThanOrEqual(failedSince ?? 0) };
    const update = this.rows.createQueryBuilder().update();
    update.set(valuesOf<T>({ ...state, status: this.table.open?.[0], dueAt: now }));
    return (await update.where(failedSince === null ? waiting : [waiting, failed]).execute()).affected ?? 0;
  }

  /** How many rows wait. */
  count(): Promise<number> {
    return this.rows.countBy(this.open);
  }

  /** Selects the rows that wait. */
  get open(): FindOptionsWhere<T> {
    const { open = [] } = this.table;
    if (open.length === 0) return {};
    return { status: open.length === 1 ? open[0] : In(open) } as FindOptionsWhere<T>;
  }

  /** Later than the end of each lease that exists now. */
  get leaseEnd(): number {
    return this.clock.now() + (this.table.lease ?? 0);
  }

  private unchanged(row: T): FindOptionsWhere<T> {
    const { key } = this.table;
    return { ...this.open, [key]: row[key], dueAt: row.dueAt, attempts: row.attempts };
  }

  private get rows() {
    return this.database.repo(this.table.entity);
  }
}

/** TypeORM's type of new values has no place for the columns of a generic entity. */
function valuesOf<T>(values: object) {
  return values as Parameters<ReturnType<Database['repo']>['update']>[1] & Partial<T>;
}
