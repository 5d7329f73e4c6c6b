import { Database, type Dialect } from '@app/database';
import { Injectable } from '@nestjs/common';
import { And, Column, Entity, LessThan, MoreThanOrEqual, PrimaryColumn } from 'typeorm';

/** The lengths of the periods that are counted, in seconds. */
export const PERIODS = { day: 86_400, hour: 3_600 } as const;

export type Period = keyof typeof PERIODS;

/** What happened within a day or an hour, in UTC. */
@Entity('activity_counters')
export class ActivityCounter {
  @PrimaryColumn('varchar', { length: 4 })
  period!: Period;

  /** The beginning of the period, in seconds since the UNIX epoch. */
  @PrimaryColumn('int', { unsigned: true })
  at!: number;

  @Column('int', { unsigned: true, name: 'sign_ins', default: 0 })
  signIns!: number;

  /** Refused passwords and second factors. */
  @Column('int', { unsigned: true, default: 0 })
  failed!: number;

  @Column('int', { unsigned: true, name: 'users_created', default: 0 })
  usersCreated!: number;

  /** Different users who have signed in. */
  @Column('int', { unsigned: true, name: 'users_active', default: 0 })
  usersActive!: number;

  @Column('int', { unsigned: true, name: 'emails_sent', default: 0 })
  emailsSent!: number;

  /** Emails that were given up. */
  @Column('int', { unsigned: true, name: 'emails_failed', default: 0 })
  emailsFailed!: number;

  /** Tries of deliveries that failed. */
  @Column('int', { unsigned: true, name: 'webhooks_failed', default: 0 })
  webhooksFailed!: number;
}

/** What is counted. */
export type Counts = Partial<Omit<ActivityCounter, 'period' | 'at'>>;

/** The columns of what is counted. */
const COLUMNS: Record<keyof Counts, string> = {
  signIns: 'sign_ins',
  failed: 'failed',
  usersCreated: 'users_created',
  usersActive: 'users_active',
  emailsSent: 'emails_sent',
  emailsFailed: 'emails_failed',
  webhooksFailed: 'webhooks_failed',
};
const NAMES = Object.keys(COLUMNS) as (keyof Counts)[];

const columns = Object.values(COLUMNS);
const INSERT = `INSERT INTO activity_counters (period, at, ${columns.join()}) VALUES (?, ?${', ?'.repeat(columns.length)})`;
/** The columns are named with their table: on some databases a name alone could also be that of the value. */
const add = (dialect: Dialect) =>
  dialect.upsert(INSERT, ['period', 'at'], (added) =>
    Object.fromEntries(columns.map((column) => [column, `activity_counters.${column} + ${added(column)}`])),
  );

/** What is to be added to the counters of one period. */
export interface PeriodCounts extends Counts {
  period: Period;
  /** The beginning of the period. */
  at: number;
}

/** The beginning of the period of a time. */
export function beginningOf(period: Period, at: number): number {
  return at - (at % PERIODS[period]);
}

/** Counters of days and hours, so that a chart costs one read. */
@Injectable()
export class ActivityCounters {
  constructor(private readonly database: Database) {}

  /** Counts what happened at a time, as the last statement of a transaction. */
  async count(at: number, counts: Counts): Promise<void> {
    const periods = Object.keys(PERIODS) as Period[];
    await this.add(periods.map((period) => ({ ...counts, period, at: beginningOf(period, at) })));
  }

  /** Adds, as the last statement of a transaction. All callers add in one order, so that none waits for another in turn. */
  async add(all: PeriodCounts[]): Promise<void> {
    this.database.requireTransaction();
    const ordered = [...all].sort((one, other) => one.period.localeCompare(other.period) || one.at - other.at);
    for (const { period, at, ...counts } of ordered) {
      await this.database.change(add(this.database.dialect), [period, at, ...NAMES.map((name) => counts[name] ?? 0)]);
    }
  }

  /** The counters of the periods that begin from one time until before another, oldest first. Empty ones are left out. */
  read(period: Period, from: number, to: number): Promise<ActivityCounter[]> {
    const at = And(MoreThanOrEqual(from), LessThan(to));
    return this.database.repo(ActivityCounter).find({ where: { period, at }, order: { at: 'ASC' } });
  }
}

/** How much of the event log is counted: one row, whose lock makes processes count one after the other. */
@Entity('activity_progress')
export class ActivityProgress {
  @PrimaryColumn('int', { unsigned: true })
  id!: number;

  /** The position of the last event that is counted. */
  @Column('bigint')
  position!: number;

  /** When the counters had all events, in seconds since the UNIX epoch; null before the first time. */
  @Column('int', { unsigned: true, name: 'counted_at', nullable: true })
  countedAt!: number | null;
}

// Changes nothing, but locks the row on both databases.
const LOCK = 'UPDATE activity_progress SET position = position WHERE id = 1';
const READ = 'SELECT position, counted_at AS "countedAt" FROM activity_progress WHERE id = 1';
const MOVE = 'UPDATE activity_progress SET position = ?, counted_at = COALESCE(?, counted_at) WHERE id = 1';

/** How much of the event log is counted. */
@Injectable()
export class CountingProgress {
  constructor(private readonly database: Database) {}

  /** The position of the last event that is counted, locked until the end of the transaction: others wait. */
  async lock(): Promise<number> {
    await this.database.change(LOCK);
    // Reads after the lock, so that it sees all that the holder before has counted.
    const [row] = await this.database.select(READ);
    return Number(row?.position);
  }

  /** @param countedAt the time when no event was left; null if there may be more */
  async move(position: number, countedAt: number | null): Promise<void> {
    await this.database.change(MOVE, [position, countedAt]);
  }

  /** When the counters had all events; null before the first time. */
  async countedAt(): Promise<number | null> {
    const [row] = await this.database.select(READ);
    return row?.countedAt == null ? null : Number(row.countedAt);
  }
}
