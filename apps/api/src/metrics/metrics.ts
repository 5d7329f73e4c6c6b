import { Injectable } from '@nestjs/common';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** From the quickest read to a request that waits for the longest hash, in seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const UNKNOWN = -1;

/** What is measured, in the text format of Prometheus. Durations are in seconds, as its conventions have it. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();

  readonly requests = new Histogram({
    name: 'latchkey_request_duration_seconds',
    help: 'How long requests took, by route, status and error code; code is empty for a success.',
    labelNames: ['method', 'route', 'status', 'code'],
    buckets: DURATIONS,
    registers: [this.registry],
  });

  readonly signIns = new Counter({
    name: 'latchkey_sign_ins_total',
    help: 'Sign-ins by method (password, sign_up, magic_link) and result: succeeded, or what they failed for.',
    labelNames: ['method', 'result'],
    registers: [this.registry],
  });

  readonly hashing = new Histogram({
    name: 'latchkey_hashing_duration_seconds',
    help: 'How long hashing or comparing a password took, with the time it waited for a thread.',
    buckets: DURATIONS,
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** A value that is asked for when somebody reads the metrics; -1 when it cannot be told, as while the database is out of reach. */
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
