import { MigrationSource } from '@app/flows';
import { BreachedPasswords, PasswordHasher } from '@app/users';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from './metrics.js';

/** Measures the hashing of passwords, and counts the look-ups of new ones among breached ones, and the questions to an earlier system. */
@Injectable()
export class PasswordMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly hasher: PasswordHasher,
    private readonly breached: BreachedPasswords,
    private readonly migration: MigrationSource,
  ) {}

  onModuleInit(): void {
    const { metrics, hasher, breached, migration } = this;
    hasher.onHashed = (milliseconds) => metrics.hashing.observe(milliseconds / 1_000);
    breached.onChecked = (result) => metrics.breachChecks.inc({ result });
    migration.onAsked = (result) => metrics.migrationChecks.inc({ result });
    metrics.gauge('hashingWaiting', () => hasher.waiting);
  }
}
