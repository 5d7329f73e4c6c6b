import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Env } from '@app/config';
import { Database } from '@app/database';
import { EventLog } from '@app/events';
import { ExternalSignIn, MachineTokenService, MigrationSource } from '@app/flows';
import { RateLimits } from '@app/limits';
import { MailService } from '@app/mail';
import { BreachedPasswords, PasswordHasher } from '@app/users';
import { Deliveries, DeliveryWork, WebhookStore } from '@app/webhooks';
import { Controller, Injectable, type OnApplicationShutdown, type OnModuleInit, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { Access } from '../access/access.decorator.js';
import { hostProblem, SecurityHeaders } from '../http/headers.js';
import { failureOf, requestId, statusOf } from '../http/logger.js';
import type { OpenRequests } from '../http/server.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
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

  /** Measures every request. Labels have the route, not the path: no text of a client becomes a label. */
  measure(open: OpenRequests): void {
    open.onEnd((reply) => {
      const { request } = reply;
      const route = request.routeOptions?.url ?? 'none';
      const labels = {
        method: request.method,
        route,
        status: statusOf(reply) ?? 'none',
        code: failureOf(request) ?? '',
      };
      this.requests.observe(labels, reply.elapsedTime / 1_000);
    });
  }

  /** Counts what the event log has recorded: sign-ins, their second factors, reused tokens and impersonations. */
  count(...[type, data]: Parameters<NonNullable<EventLog['onRecorded']>>): void {
    if (type === 'login.succeeded') {
      this.signIns.inc({ method: String(data.method), result: 'succeeded' });
      if (data.provider !== undefined)
        this.externalSignIns.inc({ provider: String(data.provider), result: 'succeeded' });
    }
    if (type === 'login.failed') {
      const method = data.method ?? (data.reason === 'wrong_code' ? 'email_code' : 'password');
      this.signIns.inc({ method: String(method), result: String(data.reason) });
    }
    if (type === 'session.reuse_detected') this.reusedTokens.inc();
    if (type === 'user.impersonated') this.impersonations.inc();
    if (type === 'mfa.challenged') this.mfaChallenges.inc({ method: String(data.method) });
    if (type === 'mfa.failed') this.mfaFailures.inc({ kind: String(data.kind) });
    if (type === 'mfa.locked') this.mfaLocked.inc();
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

/** Connects the metrics with the parts of the service that they count and measure. */
@Injectable()
export class MetricSources implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly database: Database,
    private readonly emails: MailService,
    private readonly limits: RateLimits,
    private readonly hasher: PasswordHasher,
    private readonly breached: BreachedPasswords,
    private readonly migration: MigrationSource,
    private readonly machines: MachineTokenService,
    private readonly events: EventLog,
    private readonly external: ExternalSignIn,
    private readonly webhooks: WebhookStore,
    private readonly deliveries: Deliveries,
    private readonly sending: DeliveryWork,
  ) {}

  onModuleInit(): void {
    const { metrics } = this;
    this.hasher.onHashed = (milliseconds) => metrics.hashing.observe(milliseconds / 1_000);
    this.breached.onChecked = (result) => metrics.breachChecks.inc({ result });
    this.migration.onAsked = (result) => metrics.migrationChecks.inc({ result });
    this.machines.onOutcome = (kind, result) => metrics.machineTokens.inc({ kind, result });
    this.external.onFailed = (provider, result) => metrics.externalSignIns.inc({ provider, result });
    this.events.onRecorded = (type, data) => metrics.count(type, data);
    this.sending.onTried = (result) => metrics.webhookTries.inc({ result });
    this.addGauges();
  }

  private addGauges(): void {
    const { metrics, database, emails, limits, hasher } = this;
    metrics.gauge('mailWaiting', () => emails.countQueued());
    metrics.gauge('mailOldest', () => emails.oldestWait());
    metrics.gauge('hashingWaiting', () => hasher.waiting);
    metrics.gauge('webhookLag', () => this.deliveries.greatestLag());
    metrics.gauge('webhooksDisabled', () => this.webhooks.countDisabled());
    if (limits.shared !== undefined) metrics.gauge('limitsShared', () => Number(limits.shared));
    if (database.connections === undefined) return;
    metrics.gauge('connectionsBusy', () => database.connections?.busy ?? 0);
    metrics.gauge('connectionsIdle', () => database.connections?.idle ?? 0);
    metrics.gauge('connectionsWaiting', () => database.connections?.waiting ?? 0);
  }
}

/** Serves the metrics without authentication on a separate port, which only a private network should reach. */
@Injectable()
export class MetricsPort implements OnApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly env: Env,
    private readonly metrics: Metrics,
  ) {}

  /** Does nothing if `METRICS_PORT` is not set. */
  async listen(): Promise<void> {
    if (this.env.metricsPort === undefined) return;
    const { answers } = new SecurityHeaders(this.env);
    this.server = createServer(async (request, response) => {
      const valid = hostProblem(request) === undefined;
      const found = valid && request.method === 'GET' && request.url === '/metrics';
      response.writeHead(found ? 200 : valid ? 404 : 400, {
        ...answers,
        'x-request-id': requestId(request),
        'content-type': found ? this.metrics.contentType : 'text/plain',
      });
      response.end(found ? await this.metrics.read() : undefined);
    });
    await once(this.server.listen(this.env.metricsPort, this.env.host), 'listening');
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}

@ApiTags('Health')
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Endpoint('GET', Access('admin', 'read', 'reads'), {
    id: 'getMetrics',
    summary: 'Metrics in the text format of Prometheus',
    description: '`METRICS_PORT` serves them without a token on another port.',
    text: { type: 'text/plain', description: 'Lines of text.' },
    noEvents: true,
  })
  async read(@Res() reply: FastifyReply): Promise<void> {
    await reply.type(this.metrics.contentType).send(await this.metrics.read());
  }
}
