import { Clock, Database, PeriodicJobs } from '@app/database';
import { ActivityFeed, EventFeed } from '@app/events';
import { ActivityCounters, CountingProgress } from '@app/stats';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { countsOf } from './activity-counts.js';

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
    private readonly feed: ActivityFeed,
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
    const events = await this.feed.after(position, BATCH);
    await this.progress.move(events.at(-1)?.position ?? position, events.length === BATCH ? null : now);
    await this.counters.add(countsOf(events));
    return events.length;
  }
}
