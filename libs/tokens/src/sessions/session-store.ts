import { Env } from '@app/config';
import { Clock, Database, type KeyLookup } from '@app/database';
import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull, MoreThan, Not } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type EndReason, livingSessions, Session, type SignInMethod } from './session.entity.js';

/** The client of a request, as the request describes it. */
export interface Client {
  ip: string;
  userAgent: string;
}

type Selection = FindOptionsWhere<Session> | FindOptionsWhere<Session>[];

const USER_AGENT_LENGTH = 255;
/** The most surplus sessions that one sign-in ends: a release without a limit may have left more. */
const MAX_SURPLUS = 1_000;

const ROTATE = `UPDATE sessions SET generation = generation + 1, last_used_at = ?, expires_at = ?
  WHERE session_id = ? AND uid = ? AND generation = ? AND ended_at IS NULL AND expires_at > ?`;

/** The rows of sessions: opening, refreshing and ending them. */
@Injectable()
export class SessionStore {
  private readonly byId: KeyLookup<Session>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly env: Env,
  ) {
    this.byId = database.keyLookup(Session, 'sessionId');
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

  /** A session of a user, ended or not, while its row exists. */
  async find(sessionId: string, uid: string): Promise<Session | undefined> {
    const session = await this.byId.find(sessionId);
    return session?.uid === uid ? session : undefined;
  }

  /** Whether a session can be refreshed. */
  isAlive({ endedAt, expiresAt }: Session): boolean {
    return endedAt === null && expiresAt > this.clock.now();
  }

  /**
   * Moves a session to its next generation, in one conditional update: of several parallel requests with the same generation,
   * only one succeeds. Undefined when the session was rotated by another request, has ended or expired.
   */
  async rotate({
    sessionId,
    uid,
    generation,
  }: Session): Promise<Pick<Session, 'generation' | 'expiresAt'> | undefined> {
    const now = this.clock.now();
    const expiresAt = now + this.env.refreshTokenTtl;
    const values = [now, expiresAt, sessionId, uid, generation, now];
    const changed = await this.database.change(ROTATE, values);
    return changed === 1 ? { generation: generation + 1, expiresAt } : undefined;
  }

  /**
   * Ends the least recently used sessions of a user until there is room for one more within `MAX_SESSIONS`. Returns the ended
   * sessions. To be called in a transaction that locked the user before it read anything, so that other sign-ins of the user
   * wait. Reads the rows without locks, since MySQL could otherwise lock the sessions of all users.
   */
  async endSurplus(uid: string): Promise<string[]> {
    const sessions = this.database.repo(Session).createQueryBuilder('session');
    const surplus = await sessions
      .where(livingSessions(uid, this.clock.now()))
      .select(['session.sessionId'])
      .orderBy('session.lastUsedAt', 'DESC')
      .addOrderBy('session.sessionId', 'DESC')
      .offset(this.env.maxSessions - 1)
      .limit(MAX_SURPLUS)
      .getMany();
    const ids = surplus.map(({ sessionId }) => sessionId);
    if (ids.length > 0) await this.markEnded({ sessionId: In(ids), endedAt: IsNull() }, 'limit');
    return ids;
  }

  /** Ends a session of a user. False when there is none that has not ended and still has a living token. */
  async end(sessionId: string, uid: string, reason: EndReason): Promise<boolean> {
    const { now, issuedAfter } = this.tokenTimes();
    const one = { sessionId, uid, endedAt: IsNull() };
    const living = [
      { ...one, expiresAt: MoreThan(now) },
      { ...one, lastUsedAt: MoreThan(issuedAfter) },
    ];
    return (await this.markEnded(living, reason)) === 1;
  }

  /**
   * Ends all sessions of a user except one. Returns the sessions that still had a living token. Any reason but `logout` also
   * replaces the reason of sessions that a logout has ended: their access tokens are as old. To be called in a transaction.
   */
  async endAll(uid: string, reason: EndReason, except?: string): Promise<string[]> {
    const others = { uid, ...(except === undefined ? {} : { sessionId: Not(except) }) };
    const ending = { ...others, endedAt: IsNull() };
    const sessions = await this.locked(ending).getMany();
    if (sessions.length > 0) await this.markEnded(ending, reason);
    if (reason !== 'logout') await this.update({ ...others, endReason: 'logout' as const }, { endReason: reason });
    const { now, issuedAfter } = this.tokenTimes();
    const living = sessions.filter(({ expiresAt, lastUsedAt }) => expiresAt > now || lastUsedAt > issuedAfter);
    return living.map(({ sessionId }) => sessionId);
  }

  /** An access token may live longer than its session. It is alive when it was issued after `issuedAfter`. */
  private tokenTimes(): { now: number; issuedAfter: number } {
    const now = this.clock.now();
    return { now, issuedAfter: now - this.env.accessTokenTtl };
  }

  /** MySQL locks the rows and reads their newest state. SQLite needs no lock: it runs one transaction at a time. */
  private locked(which: FindOptionsWhere<Session>) {
    const found = this.database.repo(Session).createQueryBuilder('session').where(which);
    return this.env.database.type === 'mysql' ? found.setLock('pessimistic_write') : found;
  }

  private markEnded(which: Selection, endReason: EndReason): Promise<number> {
    return this.update(which, { endedAt: this.clock.now(), endReason });
  }

  private async update(which: Selection, values: Partial<Pick<Session, 'endedAt' | 'endReason'>>): Promise<number> {
    const update = this.database.repo(Session).createQueryBuilder().update().set(values).where(which);
    const { affected } = await update.execute();
    return affected ?? 0;
  }
}
