import { randomUUID } from 'node:crypto';
import { setImmediate as othersFirst, setTimeout as sleep } from 'node:timers/promises';
import { Clock, Database, finished, isDuplicateKey, PeriodicJobs } from '@app/database';
import { EventFeed, EventLog, type FeedEvent, type LoggedEvent } from '@app/events';
import { ActivityCounters } from '@app/stats';
import { Injectable, Logger, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { Deliveries, type Delivery, type Tried } from './deliveries.js';
import { type Outcome, pauseAfter, payloadOf, Sender } from './sender.js';
import { matchesType, NOT_BEGUN, type Webhook, WebhookStore } from './webhooks.js';

const GONE = 410;
/** A webhook without a success for this time is disabled. */
const PATIENCE_SECONDS = 5 * 86_400;
const ERROR_LENGTH = 255;

/**
 * Lets the messages of all webhooks of a process use the database one at a time, in the order in which they ask. Between two of them the process
 * does what else waits: a request is not delayed by the messages of all webhooks. (Work with SQLite lets nothing else run by
 * itself, because its statements are synchronous.)
 */
export class WorkerLock {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(() => othersFirst()).then(work);
    this.last = result.catch(() => undefined);
    return result;
  }
}

const BATCH = 500;

/** Which events of the log are sent again. Positions: the first one is exclusive, the second one inclusive. */
interface ReplayRange {
  after: number;
  until: number;
  types: readonly string[];
  uid?: string;
  /** Whether only events whose deliveries have failed are sent again. */
  onlyFailed: boolean;
}

/** Makes deliveries from the events of the log. */
@Injectable()
export class Enqueuer {
  constructor(
    private readonly database: Database,
    private readonly feed: EventFeed,
    private readonly webhooks: WebhookStore,
    private readonly deliveries: Deliveries,
  ) {}

  /**
   * Adds the deliveries of the next events and moves the position of the webhook, in one transaction: each event is added once,
   * also when several processes do this. Returns how many events it has read.
   */
  async enqueue(webhook: Webhook): Promise<number> {
    if (webhook.position === NOT_BEGUN) return this.begin(webhook);
    const events = await this.feed.after(webhook.position, BATCH);
    const last = events.at(-1);
    if (last === undefined) return 0;
    const patterns = webhook.types.split(',');
    const wanted = events.filter(({ type }) => matchesType(patterns, type));
    await this.database.transaction(async () => {
      if (!(await this.webhooks.move(webhook, last.position))) return;
      const paused = webhook.ordered ? await this.deliveries.pausedOf(webhook.webhookId, wanted) : undefined;
      await this.deliveries.insert(webhook.webhookId, wanted, false, paused);
    });
    return events.length;
  }

  /** Lets a new webhook follow the log from now on. */
  async begin(webhook: Webhook): Promise<number> {
    await this.webhooks.move(webhook, await this.feed.end());
    return 1;
  }

  /** Adds deliveries of all events up to now, for an active webhook. Returns the webhook with its new position. */
  async catchUp(webhook: Webhook): Promise<Webhook> {
    await this.feed.end();
    let current = webhook;
    while (current.active && (await this.enqueue(current)) > 0) current = await this.webhooks.get(webhook.webhookId);
    return current;
  }

  /** Makes events due that are behind the position of the webhook. Returns how many. */
  async replay(webhook: Webhook, range: ReplayRange): Promise<number> {
    const until = Math.min(range.until, webhook.position);
    let queued = 0;
    for (let position = range.after; position < until; ) {
      const events = await this.feed.after(position, BATCH, range.uid);
      const last = events.at(-1);
      if (last === undefined) break;
      position = last.position;
      const wanted = events.filter((event) => event.position <= until && isIn(event, webhook, range));
      if (wanted.length > 0) queued += await this.replayBatch(webhook.webhookId, wanted, range.onlyFailed);
    }
    return queued;
  }

  private async replayBatch(webhookId: string, events: FeedEvent[], onlyFailed: boolean): Promise<number> {
    const ids = events.map(({ id }) => id);
    const work = () =>
      this.database.transaction(async () => {
        await this.webhooks.lock(webhookId);
        if (onlyFailed) return this.deliveries.replayFailed(webhookId, ids);
        const known = await this.deliveries.replay(webhookId, ids);
        const missing = events.filter(({ id }) => !known.has(id));
        await this.deliveries.insert(webhookId, missing, true);
        return events.length;
      });
    // Another replay has added the same delivery.
    return work().catch((error) => (isDuplicateKey(error) ? work() : Promise.reject(error)));
  }
}

function isIn({ type }: FeedEvent, { types }: Webhook, range: ReplayRange): boolean {
  return matchesType(types.split(','), type) && matchesType(range.types, type);
}

/** How many messages are on their way at a time: of one webhook, and for an ordered one of different users. */
const SLOTS = 5;
const ORDERED_SLOTS = 20;
const LOOK_MS = 500;
const OTHERS_MS = 20;

const UNSIGNED = {
  ok: false,
  status: null,
  error: 'the secret is sealed with another AUTH_SECRET',
  blocked: false,
};

/** By their ids. */
type Events = Map<string, LoggedEvent>;

/**
 * What the runs of all webhooks work with: finds deliveries, sends the claimed ones and records the results. Disables webhooks that
 * fail.
 */
@Injectable()
export class DeliveryWork {
  /** Called with the result of each try: `sent`, `retried`, `blocked` or `failed`. */
  onTried: (result: string) => void = () => undefined;
  private readonly logger = new Logger('Webhooks');
  /** The second of the last recorded success of each webhook, while it does not fail. */
  private readonly healthy = new Map<string, number>();
  readonly lock = new WorkerLock();

  constructor(
    private readonly clock: Clock,
    readonly webhooks: WebhookStore,
    readonly deliveries: Deliveries,
    readonly enqueuer: Enqueuer,
    private readonly feed: EventFeed,
    private readonly sender: Sender,
    private readonly events: EventLog,
    private readonly counters: ActivityCounters,
  ) {}

  /** The events of deliveries, by one query. */
  async eventsOf(deliveries: Delivery[]): Promise<Events> {
    if (deliveries.length === 0) return new Map();
    const events = await this.lock.run(() => this.feed.read(deliveries.map(({ eventId }) => eventId)));
    return new Map(events.map((event) => [event.id, event]));
  }

  /**
   * Tries a claimed delivery once.
   * @param known events that need not be read again
   * @returns whether the next event of the same user may follow
   */
  async try(webhook: Webhook, delivery: Delivery, known: Events): Promise<boolean> {
    const { eventId } = delivery;
    const event = known.get(eventId) ?? (await this.eventsOf([delivery])).get(eventId);
    if (!event) {
      await this.lock.run(() => this.giveUp(delivery, 'the event is no longer in the log'));
      return true;
    }
    const outcome = await this.send(webhook, event, delivery);
    const tried = await this.lock.run(() => this.record(delivery, webhook, outcome));
    const ended = tried.status === 'sent' || tried.status === 'failed';
    if (!ended && webhook.ordered) await this.pause(delivery, tried.dueAt);
    return ended;
  }

  /** Others may use the database between two batches. */
  private async pause(failed: Delivery, until: number): Promise<void> {
    while (await this.lock.run(() => this.deliveries.pauseBehind(failed, until)));
  }

  private async send(webhook: Webhook, event: LoggedEvent, { replay }: Delivery): Promise<Outcome> {
    const secrets = this.webhooks.secretsOf(webhook);
    // A replica with a wrong setting must not give up what others can send.
    if (secrets.length === 0) return UNSIGNED;
    return this.sender.send({ url: webhook.url, secrets, id: event.id, body: payloadOf(event), replay });
  }

  /**
   * Records the result of a try of a claimed delivery. Returns the new state of the delivery.
   * @param webhook as it was at the try
   */
  private async record(delivery: Delivery, webhook: Webhook, outcome: Outcome): Promise<Tried> {
    const tried = this.stateAfter(delivery, outcome);
    await this.deliveries.queue.settle(delivery, tried, async () => {
      if (!delivery.replay) await this.noteOutcome(webhook, outcome);
      if (!outcome.ok) await this.counters.count(this.clock.now(), { webhooksFailed: 1 });
    });
    const result = outcome.ok ? 'sent' : tried.status === 'waiting' ? 'retried' : tried.status;
    this.onTried(result);
    return tried;
  }

  /** Gives a delivery up that can never be sent. */
  private async giveUp(delivery: Delivery, reason: string): Promise<void> {
    const failed = this.deliveries.queue.afterFailure(undefined, reason);
    const tried = { ...failed, lastStatus: null, sentAt: null };
    await this.deliveries.queue.settle(delivery, tried, () => this.counters.count(failed.dueAt, { webhooksFailed: 1 }));
    this.onTried('failed');
  }

  private stateAfter({ attempts, replay }: Delivery, { ok, status, error, blocked, retryAfter }: Outcome): Tried {
    const now = this.clock.now();
    if (ok) return { status: 'sent', lastStatus: status, lastError: null, dueAt: now, sentAt: now };
    const gone = status === GONE;
    // An endpoint that is activated again gets what it missed; a replay does not disable, and needs no further try.
    const pause = gone ? (replay ? undefined : 0) : pauseAfter(attempts + 1, retryAfter);
    const failed = this.deliveries.queue.afterFailure(pause, error, blocked ? 'blocked' : 'waiting');
    return { ...failed, lastStatus: status, sentAt: null };
  }

  private noteOutcome(webhook: Webhook, outcome: Outcome): Promise<void> {
    return outcome.ok ? this.noteSuccess(webhook.webhookId) : this.noteFailure(webhook, outcome);
  }

  private async noteSuccess(webhookId: string): Promise<void> {
    const now = this.clock.now();
    if (this.healthy.get(webhookId) === now) return;
    await this.webhooks.noteSuccess(webhookId);
    this.healthy.set(webhookId, now);
  }

  private async noteFailure(webhook: Webhook, { status, error }: Outcome): Promise<void> {
    const { webhookId } = webhook;
    const now = this.clock.now();
    this.healthy.delete(webhookId);
    await this.webhooks.noteFailure(webhookId, (error ?? '').slice(0, ERROR_LENGTH));
    const gone = status === GONE;
    if (!(await this.webhooks.disable(webhook, gone ? now : now - PATIENCE_SECONDS))) return;
    const reason = gone ? 'gone' : 'failing';
    await this.events.record('webhook.disabled', { actor: 'system', data: { webhook_id: webhookId, reason } });
    this.logger.warn(`Webhook ${webhookId} is disabled (${reason}). Activate it again when its endpoint works.`);
  }
}

/** Sends for one webhook, while this process holds its lease and there is something to send. */
export class WebhookRun {
  private readonly sending = new Map<string, Promise<void>>();
  private stopping = false;
  private webhook: Webhook | null = null;

  /** @param owner this process */
  constructor(
    private readonly webhookId: string,
    private readonly owner: string,
    private readonly shared: DeliveryWork,
  ) {}

  /** Lets the messages on their way arrive, and begins no other. */
  stop(): void {
    this.stopping = true;
  }

  /** Returns when nothing is due, or another process holds the lease. */
  async work(): Promise<void> {
    try {
      while (!this.stopping && (await this.keepLease())) {
        const read = await this.turn(() => this.shared.enqueuer.enqueue(this.webhook as Webhook));
        const started = await this.startDue(this.webhook as Webhook);
        if (read + started === 0 && this.sending.size === 0) break;
        if (read === 0 || this.sending.size >= this.slots) await this.pause();
      }
    } finally {
      this.stopping = true;
      await Promise.allSettled(this.sending.values());
      await this.shared.webhooks.release(this.webhookId, this.owner);
    }
  }

  private async keepLease(): Promise<boolean> {
    // Read again each time, since an administrator may have changed it.
    this.webhook = await this.shared.webhooks.leased(this.webhookId, this.owner);
    return this.webhook !== null;
  }

  private get slots(): number {
    return this.webhook?.ordered ? ORDERED_SLOTS : SLOTS;
  }

  /** Waits for a message to arrive, and a moment for others, so that one look at the database begins several. */
  private async pause(): Promise<void> {
    await Promise.race([...this.sending.values(), sleep(LOOK_MS, undefined, { ref: false })]);
    await sleep(OTHERS_MS);
  }

  private async startDue(webhook: Webhook): Promise<number> {
    const free = this.slots - this.sending.size;
    if (free <= 0) return 0;
    const due = await this.turn(() => this.shared.deliveries.due(webhook, this.slots + this.sending.size));
    const idle = due.filter((delivery) => !this.sending.has(keyOf(webhook, delivery))).slice(0, free);
    const events = await this.shared.eventsOf(idle);
    for (const delivery of idle) {
      const key = keyOf(webhook, delivery);
      const sent = this.deliverFrom(delivery, events)
        .catch(() => undefined)
        .finally(() => this.sending.delete(key));
      this.sending.set(key, sent);
    }
    return idle.length;
  }

  /** Sends a delivery; for an ordered webhook also the next ones of the same user that are due. */
  private async deliverFrom(first: Delivery, events: Events): Promise<void> {
    const { deliveries } = this.shared;
    for (let delivery: Delivery | undefined = first; delivery; ) {
      const { webhook } = this;
      const claimed = await this.turn(() => this.claim(delivery as Delivery));
      if (!claimed || !webhook || !(await this.shared.try(webhook, claimed, events))) return;
      const { uid } = claimed;
      if (!webhook.ordered || uid === null) return;
      delivery = await this.turn(() => deliveries.next(this.webhookId, uid));
    }
  }

  /** A run that ends, or has lost its lease, claims nothing more. */
  private async claim(delivery: Delivery): Promise<Delivery | undefined> {
    if (this.stopping || !this.webhook) return undefined;
    return this.shared.deliveries.claim(delivery);
  }

  /** Uses the database when it is this one's turn. */
  private turn<T>(work: () => Promise<T>): Promise<T> {
    return this.shared.lock.run(work);
  }
}

/** What is sent one after the other. */
function keyOf({ ordered }: Webhook, { uid, deliveryId }: Delivery): string {
  return ordered && uid !== null ? uid : deliveryId;
}

const POLL_SECONDS = 1;

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
    private readonly shared: DeliveryWork,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.every(POLL_SECONDS, 'to look for events for webhooks', () => this.poll());
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    for (const { run } of this.runs.values()) run.stop();
    await finished(Promise.all([...this.runs.values()].map(({ done }) => done)));
  }

  private async poll(): Promise<void> {
    const active = (await this.shared.webhooks.all()).filter((webhook) => webhook.active);
    if (active.length === 0) return;
    const end = await this.feed.end();
    for (const webhook of active) if (await this.mayStart(webhook, end)) await this.start(webhook.webhookId);
  }

  private async mayStart({ webhookId, position, leaseOwner, leaseUntil }: Webhook, end: number): Promise<boolean> {
    if (this.runs.has(webhookId)) return false;
    if (leaseOwner !== this.owner && leaseUntil > this.clock.now()) return false;
    return position !== end || this.shared.deliveries.anyDue(webhookId);
  }

  private async start(webhookId: string): Promise<void> {
    if (this.stopping || !(await this.shared.webhooks.lease(webhookId, this.owner))) return;
    const run = new WebhookRun(webhookId, this.owner, this.shared);
    const done = run
      .work()
      .catch((error: Error) => {
        if (this.database.ready) this.logger.warn(`Webhook ${webhookId}: will be tried again: ${error.message}`);
      })
      .finally(() => this.runs.delete(webhookId));
    this.runs.set(webhookId, { run, done });
  }
}
