import { Database } from '@app/database';
import { RateLimits } from '@app/limits';
import { EmailQueries } from '@app/mail';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from './metrics.js';

/** Registers the gauges: values that are read at each scrape. */
@Injectable()
export class Gauges implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly database: Database,
    private readonly emails: EmailQueries,
    private readonly limits: RateLimits,
  ) {}

  onModuleInit(): void {
    const { metrics, database, emails, limits } = this;
    metrics.gauge('mailWaiting', () => emails.countQueued());
    metrics.gauge('mailOldest', () => emails.oldestWait());
    if (limits.shared !== undefined) metrics.gauge('limitsShared', () => Number(limits.shared));
    if (database.connections === undefined) return;
    metrics.gauge('connectionsBusy', () => database.connections?.busy ?? 0);
    metrics.gauge('connectionsIdle', () => database.connections?.idle ?? 0);
    metrics.gauge('connectionsWaiting', () => database.connections?.waiting ?? 0);
  }
}
