import { Clock, Database, PeriodicJobs } from '@app/database';
import { ApiError } from '@app/errors';
import { type ActivityEvent, EventFeed, type EventType } from '@app/events';
import { MailService } from '@app/mail';
import {
  type ActivityCounter,
  ActivityCounters,
  beginningOf,
  CountingProgress,
  type Counts,
  PERIODS,
  type Period,
  type PeriodCounts,
} from '@app/stats';
import { SessionQueries } from '@app/tokens';
import { UserCounts } from '@app/users';
import { Injectable, type OnModuleInit } from '@nestjs/common';

/** The counter of each type of event that is counted. */
const COUNTED: Partial<Record<EventType, keyof Counts>> = {
  'login.succeeded': 'signIns',
  'login.failed': 'failed',
  'mfa.failed': 'failed',
  'user.created': 'usersCreated',
  'user.imported': 'usersCreated',
};

/** What these events add to the counters of days and hours. */
function countsOf(events: ActivityEvent[]): PeriodCounts[] {
  const all = new Map<string, PeriodCounts>();
  for (const event of events) {
    const name = COUNTED[event.type];
    if (name === undefined) continue;
    for (const period of Object.keys(PERIODS) as Period[]) {
      const at = beginningOf(period, event.at);
      const counts = all.get(`${period} ${at}`) ?? { period, at };
      all.set(`${period} ${at}`, counts);
      increment(counts, name);
      if (isFirstIn(at, event)) increment(counts, 'usersActive');
    }
  }
  return [...all.values()];
}

/** Whether it is the first sign-in of its user in the period that begins at a time. */
function isFirstIn(beginning: number, { type, previous }: ActivityEvent): boolean {
  return type === 'login.succeeded' && (previous === null || previous < beginning);
}

function increment(counts: Counts, name: keyof Counts): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** Counters are at most a minute old. */
const EVERY_SECONDS = 30;
/** Bounds the time of a transaction, for which other requests wait on SQLite. */
const BATCH = 500;

/**
 * Counts the events of the log. Each replica does so; a step locks the progress, adds to the counters and moves the progress in
 * one transaction, so that each event counts once.
 */
@Injectable()
export class ActivityJob implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly jobs: PeriodicJobs,
    private readonly events: EventFeed,
    private readonly counters: ActivityCounters,
    private readonly progress: CountingProgress,
  ) {}

  onModuleInit(): void {
    this.jobs.every(EVERY_SECONDS, 'to count events', () => this.run());
  }

  private async run(): Promise<void> {
    await this.events.end();
    while (this.database.ready && (await this.database.transaction(() => this.step())) === BATCH);
  }

  /** Returns how many events it has counted. */
  private async step(): Promise<number> {
    const now = this.clock.now();
    const position = await this.progress.lock();
    const events = await this.events.afterForCounters(position, BATCH);
    await this.progress.move(events.at(-1)?.position ?? position, events.length === BATCH ? null : now);
    await this.counters.add(countsOf(events));
    return events.length;
  }
}

const MOST_POINTS = 400;
/** How many periods a request without `from` gets. */
const USUAL = { day: 30, hour: 48 };

/** The counters of the periods in a range, oldest first. */
export interface Series {
  period: Period;
  countedAt: number | null;
  points: Partial<ActivityCounter>[];
}

const ACTIVE_SECONDS = 30 * 86_400;
/** From this number of users on, a count is kept for a while, because it reads whole indexes. */
const MANY_USERS = 100_000;
const KEPT_SECONDS = 60;

interface Accounts {
  users: number;
  verified: number;
  disabled: number;
  activeLately: number;
  sessions: number;
}

/** Counts users, sessions and emails, and what happened over time. */
@Injectable()
export class StatsService {
  private kept?: { accounts: Accounts; at: number };

  constructor(
    private readonly clock: Clock,
    private readonly users: UserCounts,
    private readonly sessions: SessionQueries,
    private readonly emails: MailService,
    private readonly counters: ActivityCounters,
    private readonly progress: CountingProgress,
  ) {}

  /** With many users, all numbers but that of the queue are up to a minute old. */
  async count(): Promise<Accounts & { mailQueue: number }> {
    return { ...(await this.accounts()), mailQueue: await this.emails.countQueued() };
  }

  private async accounts(): Promise<Accounts> {
    const at = this.clock.now();
    if (this.kept && at - this.kept.at < KEPT_SECONDS) return this.kept.accounts;
    const accounts = await this.countAccounts();
    this.kept = accounts.users < MANY_USERS ? undefined : { accounts, at };
    return accounts;
  }

  /** One after the other: with millions of users each count is slow, and parallel ones would use up the connections. */
  private async countAccounts(): Promise<Accounts> {
    return {
      users: await this.users.all(),
      verified: await this.users.verified(),
      disabled: await this.users.disabled(),
      activeLately: await this.users.signedInSince(this.clock.now() - ACTIVE_SECONDS),
      sessions: await this.sessions.count(),
    };
  }

  /**
   * What happened over time, from the counters: one point for each period that overlaps the range, also for one in which nothing happened.
   * @throws {ApiError} INVALID_REQUEST
   */
  async series(period: Period, given: { from?: number; to?: number }): Promise<Series> {
    const seconds = PERIODS[period];
    const { to = this.clock.now() + 1 } = given;
    const { from = Math.max(0, to - USUAL[period] * seconds) } = given;
    if (from >= to) throw new ApiError('INVALID_REQUEST', 'from must be before to.');
    const first = beginningOf(period, from);
    const length = Math.ceil((to - first) / seconds);
    if (length > MOST_POINTS) {
      throw new ApiError('INVALID_REQUEST', `from and to must be at most ${MOST_POINTS} points apart.`);
    }
    const found = await this.counters.read(period, first, to);
    const known = new Map(found.map((counter) => [counter.at, counter]));
    const times = Array.from({ length }, (_none, index) => first + index * seconds);
    const points = times.map((at) => known.get(at) ?? { at });
    return { period, countedAt: await this.progress.countedAt(), points };
  }
}
