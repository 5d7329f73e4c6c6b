import { Env } from '@app/config';
import { Clock, Database, PeriodicJobs } from '@app/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { LoggedEvent } from './event.entity.js';

const SWEEP_SECONDS = 600;
/** The time of the events that one statement looks at: on SQLite nothing else runs meanwhile. */
const WINDOW_SECONDS = 86_400;
const BATCH = 500;

/** Removes client addresses and user agents from events that stay in the log for longer (`EVENT_ADDRESSES_TTL`). */
@Injectable()
export class EventAddresses implements OnModuleInit {
  /** Events before this time have no addresses. It is not stored: each start looks at all events once. */
  private clearedBefore: number | undefined;

  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly jobs: PeriodicJobs,
  ) {}

  onModuleInit(): void {
    if (this.env.retention.eventAddresses === 0) return;
    this.jobs.every(SWEEP_SECONDS, 'to remove client addresses from old events', () => this.clear());
  }

  private async clear(): Promise<void> {
    const end = this.clock.now() - this.env.retention.eventAddresses;
    let begin = this.clearedBefore ?? (await this.database.repo(LoggedEvent).minimum('at')) ?? end;
    while (begin < end) {
      const next = Math.min(end, begin + WINDOW_SECONDS);
      if ((await this.clearSome(begin, next)) < BATCH) begin = next;
    }
    this.clearedBefore = begin;
  }

  /** Returns from how many events it has removed the address: fewer than a batch when none is left. */
  private async clearSome(from: number, to: number): Promise<number> {
    const events = this.database.repo(LoggedEvent);
    const found = await events
      .createQueryBuilder('event')
      .select(['event.id'])
      .where('event.at >= :from AND event.at < :to AND event.ip IS NOT NULL', { from, to })
      .limit(BATCH)
      .getMany();
    const ids = found.map(({ id }) => id);
    if (ids.length > 0) await events.update({ id: In(ids), ip: Not(IsNull()) }, { ip: null, client: null });
    return ids.length;
  }
}
