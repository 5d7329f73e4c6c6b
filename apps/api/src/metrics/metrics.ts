import { Injectable } from '@nestjs/common';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelOf,
  optionsOf,
  seriesFromStart,
} from './metric-definitions.js';

/** In seconds: from the fastest read to a request that waits for a long queue of hashes. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const UNKNOWN = -1;

/** The metrics of the service in the text format of Prometheus. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();

  readonly requests = this.histogram('requests');
  readonly signIns = this.counter('signIns');
  readonly externalSignIns = this.counter('externalSignIns');
  readonly reusedTokens = this.counter('reusedTokens');
  readonly impersonations = this.counter('impersonations');
  readonly mfaChallenges = this.counter('mfaChallenges');
  readonly mfaFailures = this.counter('mfaFailures');
  readonly mfaLocked = this.counter('mfaLocked');
  readonly machineTokens = this.counter('machineTokens');
  readonly webhookTries = this.counter('webhookTries');
  readonly hashing = this.histogram('hashing');
  readonly breachChecks = this.counter('breachChecks');
  readonly migrationChecks = this.counter('migrationChecks');

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Adds a value that is read at each scrape. It is -1 when reading fails, for example without a database. */
  gauge(name: GaugeName, read: () => number | Promise<number>): void {
    new Gauge({
      ...optionsOf(name),
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

  private counter<Name extends CounterName>(name: Name): Counter<LabelOf<Name>> {
    const counter = new Counter({ ...optionsOf(name), registers: [this.registry] });
    for (const labels of seriesFromStart(name)) counter.inc(labels, 0);
    return counter;
  }

  private histogram<Name extends HistogramName>(name: Name): Histogram<LabelOf<Name>> {
    return new Histogram({ ...optionsOf(name), buckets: DURATIONS, registers: [this.registry] });
  }
}
