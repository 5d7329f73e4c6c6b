import { Database } from '@app/database';
import { RateLimits } from '@app/limits';
import { MailService } from '@app/mail';
import { PasswordPool } from '@app/users';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from './metrics.js';

/** What the parts of the service tell of themselves when they are asked. */
@Injectable()
export class Gauges implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly database: Database,
    private readonly passwords: PasswordPool,
    private readonly mail: MailService,
    private readonly limits: RateLimits,
  ) {}

  onModuleInit(): void {
    const { metrics, database, passwords, mail, limits } = this;
    passwords.onHashed = (milliseconds) => metrics.hashing.observe(milliseconds / 1_000);
    metrics.gauge('hashing_waiting', 'Passwords that wait for a thread.', () => passwords.waiting);
    metrics.gauge('mail_waiting', 'Letters that wait to be sent.', () => mail.countQueued());
    metrics.gauge('mail_oldest_seconds', 'For how long the oldest letter that waits has done so.', () =>
      mail.oldestWait(),
    );
    if (limits.shared !== undefined) {
      const help = '1 while limits hold over all replicas, 0 while Redis is lost.';
      metrics.gauge('limits_shared', help, () => Number(limits.shared));
    }
    if (!database.pooled) return;
    for (const state of ['busy', 'idle', 'waiting'] as const) {
      const help = `Connections to the database: ${state}.`;
      metrics.gauge(`database_connections_${state}`, help, () => database.connections[state]);
    }
  }
}
