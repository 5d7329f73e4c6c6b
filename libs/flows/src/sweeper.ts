import { ConsoleSession, IDLE_SECONDS } from '@app/admin';
import { ApiKey } from '@app/clients';
import { Env, MAX_ACCESS_TOKEN_TTL } from '@app/config';
import { Clock, Database, PeriodicJobs, removeInBatches } from '@app/database';
import { LoggedEvent } from '@app/events';
import { Message } from '@app/mail';
import { DEVICE_SECONDS, Device, OneTimeToken, Session, SessionRevoker } from '@app/tokens';
import { KNOWN_SECONDS, SignInAddress } from '@app/users';
import { Delivery } from '@app/webhooks';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull, LessThan, LessThanOrEqual, type ObjectLiteral } from 'typeorm';

const TEN_MINUTES = 600;
const HOUR = 3_600;
const DAY = 86_400;
/**
 * The row of an ended session decides about its access tokens, so it has to outlive them. The clocks of replicas differ by less than a
 * minute.
 */
const KEEP_SESSIONS = MAX_ACCESS_TOKEN_TTL + 60;
/** So that a person who follows an expired link gets the reason of its failure. */
const KEEP_LINKS = 7 * DAY;
/** How long lists show an expired key. */
const KEEP_KEYS = 30 * DAY;
/** On SQLite nothing else runs while a batch is removed. */
const BATCH = 500;

/** Selects the rows that are over now. Each of these conditions is a statement of its own. */
type Over<T> = (now: number) => FindOptionsWhere<T>[] | Promise<FindOptionsWhere<T>[]>;

/** Removes what is over from all tables. */
@Injectable()
export class Sweeper implements OnModuleInit {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly jobs: PeriodicJobs,
    private readonly sessions: SessionRevoker,
  ) {}

  onModuleInit(): void {
    this.sweepAccess();
    this.sweepRecords();
  }

  private sweepAccess(): void {
    this.every(TEN_MINUTES, 'old sessions', Session, async (now) => {
      const before = now - KEEP_SESSIONS;
      await this.sessions.expireOrphans(before);
      return [{ endedAt: LessThan(before) }, { expiresAt: LessThan(before) }];
    });
    this.every(TEN_MINUTES, 'old sessions of the console', ConsoleSession, (now) => [
      { expiresAt: LessThanOrEqual(now) },
      { lastUsedAt: LessThanOrEqual(now - IDLE_SECONDS) },
    ]);
    // Most emails without a user were never sent: the service made their rows so that the request takes the usual time.
    const unmailed = In(['reset_password', 'email_code', 'external_confirm'] as const);
    this.every(TEN_MINUTES, 'expired one-time tokens', OneTimeToken, (now) => [
      { expiresAt: LessThan(now - KEEP_LINKS) },
      { expiresAt: LessThan(now), email: IsNull() },
      { expiresAt: LessThan(now), purpose: unmailed, uid: IsNull() },
    ]);
    this.every(HOUR, 'expired API keys', ApiKey, (now) => [{ expiresAt: LessThanOrEqual(now - KEEP_KEYS) }]);
  }

  private sweepRecords(): void {
    const { events, emails, deliveries } = this.env.retention;
    this.every(HOUR, 'old devices', Device, (now) => [{ lastUsedAt: LessThanOrEqual(now - DEVICE_SECONDS) }]);
    this.every(TEN_MINUTES, 'old sign-in addresses', SignInAddress, (now) => [
      { lastAt: LessThanOrEqual(now - KNOWN_SECONDS) },
    ]);
    this.every(HOUR, 'old events', LoggedEvent, (now) => (events > 0 ? [{ at: LessThan(now - events) }] : []));
    const ended = In(['sent', 'failed'] as const);
    this.every(TEN_MINUTES, 'old emails', Message, (now) => [
      { status: 'decoy' as const, createdAt: LessThan(now - TEN_MINUTES) },
      { status: ended, createdAt: LessThan(now - emails) },
    ]);
    const old = (now: number) => LessThan(now - deliveries);
    const over = (now: number) => [{ createdAt: old(now), dueAt: old(now), status: ended }];
    this.every(HOUR, 'old deliveries', Delivery, over, BATCH);
  }

  /** @param batch the most rows that a statement removes; without a limit by default */
  private every<T extends ObjectLiteral>(
    seconds: number,
    rows: string,
    table: new () => T,
    over: Over<NoInfer<T>>,
    batch?: number,
  ): void {
    this.jobs.every(seconds, `to remove ${rows}`, async () => {
      for (const which of await over(this.clock.now())) {
        if (batch === undefined) await this.database.repo(table).delete(which);
        else await removeInBatches(this.database.repo(table), which, batch);
      }
    });
  }
}
