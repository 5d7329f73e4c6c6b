import { Env, SecretBox } from '@app/config';
import {
  Clock,
  Database,
  findPage,
  isDuplicateKey,
  type ListPage,
  type PageRequest,
  type Span,
  within,
} from '@app/database';
import { ApiError } from '@app/errors';
import { EVENT_TYPES } from '@app/events';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { validate as isUuid } from 'uuid';
import { newSecret } from './sender.js';

/** An endpoint that receives events. Times are seconds since the UNIX epoch. */
@Entity('webhooks')
@Index('webhooks_slot', ['slot'], { unique: true })
export class Webhook {
  @PrimaryColumn('varchar', { name: 'webhook_id', length: 36 })
  webhookId!: string;

  /** One of a limited set of numbers, so that the unique key limits how many webhooks there are. */
  @Column('int', { unsigned: true })
  slot!: number;

  @Column('varchar', { length: 2048 })
  url!: string;

  /** The patterns of the types that it receives, separated by commas. */
  @Column('text')
  types!: string;

  @Column('varchar', { length: 200 })
  description!: string;

  /** Whether an event of a user waits for the earlier ones of this user. */
  @Column('boolean')
  ordered!: boolean;

  @Column('boolean')
  active!: boolean;

  /** The events up to this position of the log have deliveries. */
  @Column('bigint')
  position!: number;

  /** The signing secret, sealed with `AUTH_SECRET`. */
  @Column('text', { name: 'secret_sealed' })
  secretSealed!: string;

  /** The secret before the newest, which also signs until `previousUntil`. */
  @Column('text', { name: 'previous_sealed', nullable: true })
  previousSealed!: string | null;

  @Column('int', { unsigned: true, name: 'previous_until', nullable: true })
  previousUntil!: number | null;

  /** The first failure since the last success. */
  @Column('int', { unsigned: true, name: 'failing_since', nullable: true })
  failingSince!: number | null;

  /** When the service has disabled it because of failures; null when it is active or an administrator has switched it off. */
  @Column('int', { unsigned: true, name: 'disabled_at', nullable: true })
  disabledAt!: number | null;

  @Column('int', { unsigned: true, name: 'last_success_at', nullable: true })
  lastSuccessAt!: number | null;

  @Column('varchar', { name: 'last_error', length: 255, nullable: true })
  lastError!: string | null;

  /** The process that sends its deliveries. */
  @Column('varchar', { name: 'lease_owner', length: 36, nullable: true })
  leaseOwner!: string | null;

  @Column('int', { unsigned: true, name: 'lease_until', default: 0 })
  leaseUntil!: number;

  /** Who made it, as the actor of events. */
  @Column('varchar', { name: 'made_by', length: 60, nullable: true })
  madeBy!: string | null;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  @Column('int', { unsigned: true, name: 'updated_at' })
  updatedAt!: number;
}

const LEASE_SECONDS = 30;
const MOST_WEBHOOKS = 50;

/** The position of a webhook that has not begun to follow the log. */
export const NOT_BEGUN = Number.MAX_SAFE_INTEGER;

type Changes = Partial<Omit<Webhook, 'webhookId' | 'slot' | 'createdAt'>>;

/** The webhooks, their signing secrets, and which process sends for each of them. */
@Injectable()
export class WebhookStore implements OnModuleInit {
  private readonly box: SecretBox;

  constructor(
    env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.box = new SecretBox(env, 'webhook');
  }

  onModuleInit(): void {
    this.database.beforeUse(() => this.sealAnew());
  }

  /**
   * Inserts a webhook and runs the rest of the work in the same transaction. A unique key on the slot limits their number, also
   * when requests race.
   * @throws {ApiError} WEBHOOK_LIMIT_REACHED
   */
  async insert(webhook: Omit<Webhook, 'slot'>, andThen: () => Promise<void>): Promise<void> {
    for (let tries = 0; tries < MOST_WEBHOOKS; tries++) {
      const slot = await this.freeSlot();
      if (slot === undefined) break;
      try {
        return await this.database.transaction(async () => {
          await this.database.insert(Webhook, [{ ...webhook, slot }]);
          await andThen();
        });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    }
    throw new ApiError('WEBHOOK_LIMIT_REACHED', `There may be ${MOST_WEBHOOKS} webhooks.`);
  }

  /** @throws {ApiError} WEBHOOK_NOT_FOUND */
  async get(webhookId: string): Promise<Webhook> {
    const found = isUuid(webhookId) ? await this.find(webhookId.toLowerCase()) : null;
    if (!found) throw new ApiError('WEBHOOK_NOT_FOUND');
    return found;
  }

  find(webhookId: string): Promise<Webhook | null> {
    return this.database.repo(Webhook).findOneBy({ webhookId });
  }

  list(page: PageRequest): Promise<ListPage<Webhook>> {
    const query = this.database.repo(Webhook).createQueryBuilder('webhook');
    return findPage(query, { by: ['webhookId'], descending: true }, page);
  }

  all(): Promise<Webhook[]> {
    return this.database.repo(Webhook).find();
  }

  /** How many webhooks the service has disabled. */
  async countDisabled(): Promise<number> {
    return (await this.all()).filter(({ disabledAt }) => disabledAt !== null).length;
  }

  /** The ids of the webhooks that somebody has made in a time. */
  async madeBy(madeBy: string, span: Span): Promise<string[]> {
    const found = await this.database.repo(Webhook).findBy({ madeBy, createdAt: within(span) });
    return found.map(({ webhookId }) => webhookId);
  }

  /** Switches a webhook off for an administrator. False when it is off already, or there is none. */
  async switchOff(webhookId: string): Promise<boolean> {
    const changes = { active: false, updatedAt: this.clock.now() };
    return (await this.database.repo(Webhook).update({ webhookId, active: true }, changes)).affected === 1;
  }

  /** Locks the row until the end of the transaction. @throws {ApiError} WEBHOOK_NOT_FOUND */
  async lock(webhookId: string): Promise<void> {
    const statement = 'UPDATE webhooks SET position = position WHERE webhook_id = ?';
    if ((await this.database.change(statement, [webhookId])) !== 1) throw new ApiError('WEBHOOK_NOT_FOUND');
  }

  /** Whether there is such a webhook. */
  async update(webhookId: string, changes: Changes): Promise<boolean> {
    const { affected } = await this.database.repo(Webhook).update({ webhookId }, changes);
    return affected === 1;
  }

  async remove(webhookId: string): Promise<boolean> {
    return (await this.database.repo(Webhook).delete({ webhookId })).affected === 1;
  }

  /** Moves the end of the events that have deliveries. False when the webhook has changed since it was read. */
  async move({ webhookId, position, types, ordered }: Webhook, to: number): Promise<boolean> {
    const statement =
      'UPDATE webhooks SET position = ? WHERE webhook_id = ? AND position = ? AND types = ? AND ordered = ?';
    return (await this.database.change(statement, [to, webhookId, position, types, Number(ordered)])) === 1;
  }

  /** Takes or renews the lease: one conditional update, so that one process holds it. */
  async lease(webhookId: string, owner: string): Promise<boolean> {
    const now = this.clock.now();
    const statement =
      'UPDATE webhooks SET lease_owner = ?, lease_until = ? WHERE webhook_id = ? AND active = TRUE AND (lease_owner = ? OR lease_until <= ?)';
    return (await this.database.change(statement, [owner, now + LEASE_SECONDS, webhookId, owner, now])) === 1;
  }

  /** The webhook, if this process holds its lease. Renews the lease when half of its time is over. */
  async leased(webhookId: string, owner: string): Promise<Webhook | null> {
    const found = await this.find(webhookId);
    if (!found?.active) return null;
    const left = found.leaseOwner === owner ? found.leaseUntil - this.clock.now() : 0;
    return left > LEASE_SECONDS / 2 || (await this.lease(webhookId, owner)) ? found : null;
  }

  async release(webhookId: string, owner: string): Promise<void> {
    const statement = 'UPDATE webhooks SET lease_until = 0 WHERE webhook_id = ? AND lease_owner = ?';
    await this.database.change(statement, [webhookId, owner]);
  }

  async noteSuccess(webhookId: string): Promise<void> {
    const statement =
      'UPDATE webhooks SET last_success_at = ?, failing_since = NULL, last_error = NULL WHERE webhook_id = ?';
    await this.database.change(statement, [this.clock.now(), webhookId]);
  }

  async noteFailure(webhookId: string, error: string): Promise<void> {
    const statement =
      'UPDATE webhooks SET failing_since = COALESCE(failing_since, ?), last_error = ? WHERE webhook_id = ?';
    await this.database.change(statement, [this.clock.now(), error, webhookId]);
  }

  /**
   * Disables a webhook that has failed since this time. False when it has not, or is inactive already, or an administrator has
   * changed it since it was read: then a later try decides.
   */
  async disable({ webhookId, updatedAt }: Webhook, failingSince: number): Promise<boolean> {
    const statement =
      'UPDATE webhooks SET active = FALSE, disabled_at = ? WHERE webhook_id = ? AND active = TRUE AND failing_since <= ? AND updated_at = ?';
    return (await this.database.change(statement, [this.clock.now(), webhookId, failingSince, updatedAt])) === 1;
  }

  /** A new signing secret, sealed with `AUTH_SECRET` for the webhook. */
  createSecret(webhookId: string): { secret: string; sealed: string } {
    const secret = newSecret();
    return { secret, sealed: this.box.seal(secret, webhookId) };
  }

  /** The secrets that sign now, the newest first. Empty when they were sealed with an unknown `AUTH_SECRET`. */
  secretsOf({ webhookId, secretSealed, previousSealed, previousUntil }: Webhook): string[] {
    const overlaps = previousUntil !== null && previousUntil > this.clock.now();
    const sealed = overlaps && previousSealed !== null ? [secretSealed, previousSealed] : [secretSealed];
    return sealed.map((each) => this.box.open(each, webhookId)?.text).filter((text) => text !== undefined);
  }

  /** At each start, so that `AUTH_SECRET_PREVIOUS` can be removed after it. */
  private async sealAnew(): Promise<void> {
    for (const { webhookId, secretSealed, previousSealed } of await this.all()) {
      const anew = (sealed: string | null) => {
        const opened = sealed === null ? undefined : this.box.open(sealed, webhookId);
        return opened?.stale ? this.box.seal(opened.text, webhookId) : undefined;
      };
      const changes = { secretSealed: anew(secretSealed), previousSealed: anew(previousSealed) };
      if (changes.secretSealed || changes.previousSealed) await this.update(webhookId, changes);
    }
  }

  private async freeSlot(): Promise<number | undefined> {
    const used = new Set((await this.all()).map(({ slot }) => slot));
    return Array.from({ length: MOST_WEBHOOKS }, (_none, index) => index + 1).find((slot) => !used.has(slot));
  }
}

const ALL = '*';
const GROUP = '.*';

/** The patterns that match at least one type: `*`, `user.*`, and each exact type. */
export const TYPE_PATTERNS: readonly string[] = [
  ALL,
  ...new Set(EVENT_TYPES.map((type) => `${type.split('.')[0]}${GROUP}`)),
  ...EVENT_TYPES,
];

/** Whether any of these patterns matches a type. */
export function matchesType(patterns: readonly string[], type: string): boolean {
  return patterns.some((pattern) => pattern === ALL || pattern === type || pattern === groupOf(type));
}

function groupOf(type: string): string {
  return `${type.split('.')[0]}${GROUP}`;
}
