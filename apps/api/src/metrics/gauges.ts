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
    metrics.gauge('mail_waiting', 'Letters in the queue.', () => letters.countQueued());
    metrics.gauge('mail_oldest_seconds', 'The age of the oldest queued letter.', () => letters.oldestWait());
    if (limits.shared !== undefined) {
      const help = '1 while limits are shared by all replicas, 0 while Redis is unreachable.';
      metrics.gauge('limits_shared', help, () => Number(limits.shared));
    }
    if (database.connections === undefined) return;
    for (const state of ['busy', 'idle', 'waiting'] as const) {
      const help = `Connections to the database: ${state}.`;
      metrics.gauge(`database_connections_${state}`, help, () => database.connections?.[state] ?? 0);
    }
  }
}
