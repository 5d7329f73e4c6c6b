import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Clock, Database, PeriodicJobs } from '@app/database';
import { EventFeed } from '@app/events';
import { Injectable, Logger, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { DeliveryRemoval } from '../store/delivery-removal.js';
import type { Webhook } from '../store/webhook.entity.js';
import { RunTools, WebhookRun } from './webhook-run.js';

const POLL_SECONDS = 1;
const PURGE_SECONDS = 3_600;
/** The longest time that a stopping process waits for its messages. Another process sends them again later. */
const SHUTDOWN_TIMEOUT_MS = 8_000;

/** Starts a run for each webhook with something to send, if no other process holds its lease. */
@Injectable()
export class Dispatcher implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Webhooks');
  private readonly owner = randomUUID();
  private readonly runs = new Map<string, { run: WebhookRun; done: Promise<void> }>();
  private stopping = false;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly jobs: PeriodicJobs,
    private readonly feed: EventFeed,
    private readonly removal: DeliveryRemoval,
    private readonly tools: RunTools,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.every(POLL_SECONDS, 'to look for events for webhooks', () => this.poll());
    this.jobs.every(PURGE_SECONDS, 'to remove old deliveries', () => this.removal.purge());
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    for (const { run } of this.runs.values()) run.stop();
    const done = Promise.all([...this.runs.values()].map((each) => each.done));
    await Promise.race([done, sleep(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })]);
  }

  private async poll(): Promise<void> {
    const active = (await this.tools.webhooks.all()).filter((webhook) => webhook.active);
    if (active.length === 0) return;
    const end = await this.feed.end();
    for (const webhook of active) if (await this.mayStart(webhook, end)) await this.start(webhook.webhookId);
  }

  private async mayStart({ webhookId, position, leaseOwner, leaseUntil }: Webhook, end: number): Promise<boolean> {
    if (this.runs.has(webhookId)) return false;
    if (leaseOwner !== this.owner && leaseUntil > this.clock.now()) return false;
    return position !== end || this.tools.deliveries.anyDue(webhookId);
  }

  private async start(webhookId: string): Promise<void> {
    if (this.stopping || !(await this.tools.webhooks.lease(webhookId, this.owner))) return;
    const run = new WebhookRun(webhookId, this.owner, this.tools);
    const done = run
      .work()
      .catch((error: Error) => {
        if (this.database.ready) this.logger.warn(`Webhook ${webhookId}: will be tried again: ${error.message}`);
      })
      .finally(() => this.runs.delete(webhookId));
    this.runs.set(webhookId, { run, done });
  }
}
