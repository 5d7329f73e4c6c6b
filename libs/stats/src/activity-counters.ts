import { Env } from '@app/config';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { And, LessThan, MoreThanOrEqual } from 'typeorm';
import { ActivityCounter, type Counts, PERIODS, type Period } from './activity-counter.entity.js';

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
const sums = (added: (column: string) => string) => columns.map((column) => `${column} = ${column} + ${added(column)}`);
const ADD = {
  mysql: `${INSERT} ON DUPLICATE KEY UPDATE ${sums((column) => `VALUES(${column})`)}`,
  sqlite: `${INSERT} ON CONFLICT (period, at) DO UPDATE SET ${sums((column) => `excluded.${column}`)}`,
};

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
  constructor(
    private readonly env: Env,
    private readonly database: Database,
  ) {}

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
      await this.database.change(ADD[this.env.database.type], [period, at, ...NAMES.map((name) => counts[name] ?? 0)]);
    }
  }

  /** The counters of the periods that begin from one time until before another, oldest first. Empty ones are left out. */
  read(period: Period, from: number, to: number): Promise<ActivityCounter[]> {
    const at = And(MoreThanOrEqual(from), LessThan(to));
    return this.database.repo(ActivityCounter).find({ where: { period, at }, order: { at: 'ASC' } });
  }
}
