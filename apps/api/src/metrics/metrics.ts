import { Injectable } from '@nestjs/common';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** In seconds: from the fastest read to a request that waits for a long queue of hashes. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const UNKNOWN = -1;

/** The metrics of the service in the text format of Prometheus. Durations are in seconds. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();

  readonly requests = new Histogram({
    name: 'latchkey_request_duration_seconds',
    help: 'Duration of requests by route, status and error code; the code of a success is empty.',
    labelNames: ['method', 'route', 'status', 'code'],
    buckets: DURATIONS,
    registers: [this.registry],
  });

  readonly signIns = new Counter({
    name: 'latchkey_sign_ins_total',
    help: 'Sign-ins by method (password, sign_up, magic_link) and result: succeeded or the reason of the failure.',
    labelNames: ['method', 'result'],
    registers: [this.registry],
  });

  readonly externalSignIns = new Counter({
    name: 'latchkey_external_sign_ins_total',
    help: 'Sign-ins by external providers, by provider and result: succeeded or the code of the failure.',
    labelNames: ['provider', 'result'],
    registers: [this.registry],
  });

  readonly impersonations = new Counter({
    name: 'latchkey_impersonations_total',
    help: 'How often an administrator began to act as a user.',
    registers: [this.registry],
  });

  readonly mfaChallenges = new Counter({
    name: 'latchkey_mfa_challenges_total',
    help: 'Sign-ins that had to prove a second factor, by the method of their first step.',
    labelNames: ['method'],
    registers: [this.registry],
  });

  readonly mfaFailures = new Counter({
    name: 'latchkey_mfa_failures_total',
    help: 'Wrong second factors by kind: factor or recovery_code.',
    labelNames: ['kind'],
    registers: [this.registry],
  });

  readonly mfaLocked = new Counter({
    name: 'latchkey_mfa_locked_total',
    help: 'How often too many wrong codes have switched the authenticator apps of a user off.',
    registers: [this.registry],
  });

  readonly webhookTries = new Counter({
    name: 'latchkey_webhook_tries_total',
    help: 'Tries to send a message of a webhook by result: sent, retried, blocked or failed (given up).',
    labelNames: ['result'],
    registers: [this.registry],
  });

  readonly hashing = new Histogram({
    name: 'latchkey_hashing_duration_seconds',
    help: 'Duration of hashing or comparing a password, including the wait for a thread.',
    buckets: DURATIONS,
    registers: [this.registry],
  });

  readonly breachChecks = new Counter({
    name: 'latchkey_password_breach_checks_total',
    help: 'Look-ups of new passwords by result: breached, not_breached, or unreachable (the list was out of reach).',
    labelNames: ['result'],
    registers: [this.registry],
  });

  readonly migrationChecks = new Counter({
    name: 'latchkey_migration_checks_total',
    help: 'Questions to the earlier system (MIGRATION_URL) by result: right, wrong, failed, or busy (not asked).',
    labelNames: ['result'],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Adds a value that is read at each scrape. It is -1 when reading fails, for example without a database. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name: `latchkey_${name}`,
      help,
      registers: [this.registry],
      async collect() {
        const value = Promise.resolve().then(read);
        this.set(await value.catch(() => UNKNOWN));
      },
    });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  read(): Promise<string> {
    return this.registry.metrics();
  }
}
