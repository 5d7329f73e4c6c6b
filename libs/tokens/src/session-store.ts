import { Env, MAX_ACCESS_TOKEN_TTL } from '@app/config';
import { Chores, Clock, Database, findPage, type KeyLookup, type Page, type PageRequest } from '@app/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type FindOperator, type FindOptionsWhere, In, IsNull, LessThan, MoreThan, Not } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type EndReason, Session, type SignInMethod } from './session.entity.js';

/** Where a request comes from, as far as it tells. */
export interface Client {
  ip: string;
  userAgent: string;
}

const USER_AGENT_LENGTH = 255;
const SWEEP_SECONDS = 600;
/** An ended session tells what its access tokens may do, so its row outlives them; clocks of replicas differ by less than a minute. */
const KEEP_SECONDS = MAX_ACCESS_TOKEN_TTL + 60;
/** The most sessions over the limit that one sign-in ends: a release without a limit may have left more. */
const MOST_SURPLUS = 1_000;

const ROTATE = `UPDATE sessions SET generation = generation + 1, last_used_at = ?, expires_at = ?
  WHERE session_id = ? AND uid = ? AND generation = ? AND ended_at IS NULL AND expires_at > ?`;

/** The rows of sessions. */
@Injectable()
export class SessionStore implements OnModuleInit {
  private readonly byId: KeyLookup<Session>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly env: Env,
    private readonly chores: Chores,
  ) {
    this.byId = database.keyLookup(Session, 'sessionId');
  }

  onModuleInit(): void {
    this.chores.every(SWEEP_SECONDS, 'to remove old sessions', () => this.purge());
  }

  async open(uid: string, method: SignInMethod, client: Client): Promise<Session> {
    const now = this.clock.now();
    const session = {
      sessionId: uuidv7(),
      uid,
      generation: 0,
      method,
      ip: client.ip,
      userAgent: client.userAgent.slice(0, USER_AGENT_LENGTH),
      createdAt: now,
      lastUsedAt: now,
      expiresAt: now + this.env.refreshTokenTtl,
      endedAt: null,
      endReason: null,
    };
    await this.database.insert(Session, [session]);
    return session;
  }

  /**
   * Makes room for one more session of a user: ends those that were used longest ago, beyond `MAX_SESSIONS`. Returns them.
   * To be called in a transaction that has locked the user before it read anything: the lock keeps other sign-ins of the
   * user out. The rows are read without locks, since MySQL may lock the sessions of all users then.
   */
  async endSurplus(uid: string): Promise<string[]> {
    const found = this.database.repo(Session).createQueryBuilder('session').where(this.livingOf(uid));
    const surplus = await found
      .select(['session.sessionId'])
      .orderBy('session.lastUsedAt', 'DESC')
      .addOrderBy('session.sessionId', 'DESC')
      .offset(this.env.maxSessions - 1)
      .limit(MOST_SURPLUS)
      .getMany();
    const ids = surplus.map(({ sessionId }) => sessionId);
    if (ids.length > 0) await this.mark({ sessionId: In(ids), endedAt: IsNull() }, 'limit');
    return ids;
  }

  /** A session of a user, ended or not, while it is kept. */
  async find(sessionId: string, uid: string): Promise<Session | undefined> {
    const session = await this.byId.find(sessionId);
    return session?.uid === uid ? session : undefined;
  }

  /** Whether a session can be refreshed. */
  isAlive({ endedAt, expiresAt }: Session): boolean {
    return endedAt === null && expiresAt > this.clock.now();
  }

  /** Those of a user that can be refreshed, newest first. */
  list(uid: string): Promise<Session[]> {
    const order = { createdAt: 'DESC', sessionId: 'DESC' } as const;
    return this.database.repo(Session).find({ where: this.livingOf(uid), order, take: this.env.maxSessions });
  }

  /** The same, page by page. Their identifiers are UUIDs of version 7: newer ones have greater ones. */
  page(uid: string, page: PageRequest): Promise<Page<Session>> {
    const found = this.database.repo(Session).createQueryBuilder('session');
    return findPage(found.where(this.livingOf(uid)), { by: ['sessionId'], descending: true }, page);
  }

  /** How many sessions each of these users has that can be refreshed. A user without any is left out. */
  async countEach(uids: string[]): Promise<Map<string, number>> {
    if (uids.length === 0) return new Map();
    const found = this.database
      .repo(Session)
      .createQueryBuilder('session')
      .where(this.livingOf(In(uids)));
    const counted = found.select('session.uid', 'uid').addSelect('COUNT(*)', 'count').groupBy('session.uid');
    const rows = await counted.getRawMany<{ uid: string; count: number | string }>();
    return new Map(rows.map(({ uid, count }) => [uid, Number(count)]));
  }

  /** How many can be refreshed. Counted by two indexes: ended sessions are few, since they are kept for minutes only. */
  async count(): Promise<number> {
    const expiresAt = MoreThan(this.clock.now());
    const sessions = this.database.repo(Session);
    return (await sessions.countBy({ expiresAt })) - (await sessions.countBy({ expiresAt, endedAt: Not(IsNull()) }));
  }

  /**
   * Moves a session to its next generation, in one conditional update: of many requests at once that name the same
   * generation, one does it. Undefined where this one did not, since the session has moved, ended or expired.
   */
  async rotate({
    sessionId,
    uid,
    generation,
  }: Session): Promise<Pick<Session, 'generation' | 'expiresAt'> | undefined> {
    const now = this.clock.now();
    const expiresAt = now + this.env.refreshTokenTtl;
    const values = [now, expiresAt, sessionId, uid, generation, now];
    const changed = await this.database.statement(() => this.database.prepared.change(ROTATE, values));
    return changed === 1 ? { generation: generation + 1, expiresAt } : undefined;
  }

  /** Whether there was such a session of this user, not ended yet, of which a token still lived. */
  async end(sessionId: string, uid: string, reason: EndReason): Promise<boolean> {
    const { now, issued } = this.living();
    const one = { sessionId, uid, endedAt: IsNull() };
    const living = [
      { ...one, expiresAt: MoreThan(now) },
      { ...one, lastUsedAt: MoreThan(issued) },
    ];
    return (await this.mark(living, reason)) === 1;
  }

  /**
   * Ends all sessions of a user, but for the one to keep. Returns those of which a token still lived. Any reason but a
   * logout also counts for sessions that a logout has ended: their access tokens are as old. To be called in a transaction.
   */
  async endAll(uid: string, reason: EndReason, except?: string): Promise<string[]> {
    const others = { uid, ...(except === undefined ? {} : { sessionId: Not(except) }) };
    const ending = { ...others, endedAt: IsNull() };
    const sessions = await this.locked(ending).getMany();
    if (sessions.length > 0) await this.mark(ending, reason);
    if (reason !== 'logout') await this.update({ ...others, endReason: 'logout' as const }, { endReason: reason });
    const { now, issued } = this.living();
    const living = sessions.filter(({ expiresAt, lastUsedAt }) => expiresAt > now || lastUsedAt > issued);
    return living.map(({ sessionId }) => sessionId);
  }

  /** Removes sessions that ended or expired so long ago that no access token of theirs is left. */
  private async purge(): Promise<void> {
    const before = this.clock.now() - KEEP_SECONDS;
    for (const old of [{ endedAt: LessThan(before) }, { expiresAt: LessThan(before) }]) {
      await this.database.statement(() => this.database.repo(Session).delete(old));
    }
  }

  /** An access token outlives its session where refresh tokens expire sooner: it lives if it was issued after `issued`. */
  private living(): { now: number; issued: number } {
    const now = this.clock.now();
    return { now, issued: now - this.env.accessTokenTtl };
  }

  private livingOf(uid: string | FindOperator<string>): FindOptionsWhere<Session> {
    return { uid, endedAt: IsNull(), expiresAt: MoreThan(this.clock.now()) };
  }

  /** On MySQL the rows are locked, and read as they are now; SQLite has one transaction at a time. */
  private locked(which: FindOptionsWhere<Session>) {
    const found = this.database.repo(Session).createQueryBuilder('session').where(which);
    return this.env.database.type === 'mysql' ? found.setLock('pessimistic_write') : found;
  }

  private mark(which: FindOptionsWhere<Session> | FindOptionsWhere<Session>[], endReason: EndReason): Promise<number> {
    return this.update(which, { endedAt: this.clock.now(), endReason });
  }

  private async update(
    which: FindOptionsWhere<Session> | FindOptionsWhere<Session>[],
    values: Partial<Pick<Session, 'endedAt' | 'endReason'>>,
  ): Promise<number> {
    const update = this.database.repo(Session).createQueryBuilder().update().set(values).where(which);
    const { affected } = await this.database.statement(() => update.execute());
    return affected ?? 0;
  }
}
