import { Database } from '@app/database';
import { RateLimits } from '@app/limits';
import { LetterDirectory } from '@app/mail';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from './metrics.js';

/** Registers the gauges: values that are read at each scrape. */
@Injectable()
export class Gauges implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly database: Database,
    private readonly letters: LetterDirectory,
    private readonly limits: RateLimits,
  ) {}

  onModuleInit(): void {
    const { metrics, database, letters, limits } = this;
    metrics.gauge('mailWaiting', () => letters.countQueued());
    metrics.gauge('mailOldest', () => letters.oldestWait());
    if (limits.shared !== undefined) metrics.gauge('limitsShared', () => Number(limits.shared));
    if (database.connections === undefined) return;
    metrics.gauge('connectionsBusy', () => database.connections?.busy ?? 0);
    metrics.gauge('connectionsIdle', () => database.connections?.idle ?? 0);
    metrics.gauge('connectionsWaiting', () => database.connections?.waiting ?? 0);
  }
}
