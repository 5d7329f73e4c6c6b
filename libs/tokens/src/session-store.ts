import { Env } from '@app/config';
import { Chores, Clock, Database, findPage, type Page, type PageRequest } from '@app/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type FindOperator, type FindOptionsWhere, In, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Session, type SignInMethod } from './session.entity.js';
import { type Move, type Moved, SessionMoves, USER_IS_ACTIVE } from './session-moves.js';

/** Where a request comes from, as far as it tells. */
export interface Client {
  ip: string;
  userAgent: string;
}

const USER_AGENT_LENGTH = 255;
const SWEEP_SECONDS = 600;

/** The rows of sessions. A session that ended has none. */
@Injectable()
export class SessionStore implements OnModuleInit {
  private readonly moves: SessionMoves;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly env: Env,
    private readonly chores: Chores,
  ) {
    this.moves = new SessionMoves(database, clock, env.refreshTokenTtl);
  }

  onModuleInit(): void {
    this.chores.every(SWEEP_SECONDS, 'to remove expired sessions', () => this.purgeExpired());
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
    };
    await this.database.insert(Session, [session]);
    return session;
  }

  /** Whether it has not ended. */
  exists(sessionId: string): Promise<boolean> {
    return this.database.repo(Session).existsBy({ sessionId });
  }

  /** A session that has not expired, of a user who is not disabled. */
  findRefreshable(sessionId: string, uid: string): Promise<Session | null> {
    return this.database
      .repo(Session)
      .createQueryBuilder('sessions')
      .where({ sessionId, uid, expiresAt: MoreThan(this.clock.now()) })
      .andWhere(USER_IS_ACTIVE)
      .getOne();
  }

  /** Those of a user that can still be refreshed, newest first. */
  list(uid: string): Promise<Session[]> {
    const order = { createdAt: 'DESC', sessionId: 'DESC' } as const;
    return this.database.repo(Session).find({ where: this.livingOf(uid), order });
  }

  /** The same, page by page. Their identifiers are UUIDs of version 7: newer ones have greater ones. */
  page(uid: string, page: PageRequest): Promise<Page<Session>> {
    const found = this.database.repo(Session).createQueryBuilder('session');
    return findPage(found.where(this.livingOf(uid)), { by: ['sessionId'], descending: true }, page);
  }

  /** How many sessions each of these users has that can still be refreshed. Who has none is left out. */
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

  /** How many can still be refreshed. */
  count(): Promise<number> {
    return this.database.repo(Session).countBy({ expiresAt: MoreThan(this.clock.now()) });
  }

  /**
   * Moves a session on to its next generation, in one conditional update: of many at once that name the same
   * generation, one does it. Undefined when the session has ended, stands at another generation, or its user is disabled.
   */
  advance(move: Move): Promise<Moved> {
    return this.moves.move(move);
  }

  /** Whether there was such a session of this user, of which some token still lived: all others count for none. */
  async end(sessionId: string, uid: string): Promise<boolean> {
    const { now, issued } = this.living();
    const one = { sessionId, uid };
    return (
      (await this.remove([
        { ...one, expiresAt: MoreThan(now) },
        { ...one, lastUsedAt: MoreThan(issued) },
      ])) === 1
    );
  }

  /** Ends all sessions of a user, but for the one that is to stay. Returns those of which some token still lived. To be called in a transaction. */
  async endAll(uid: string, except?: string): Promise<string[]> {
    const ending = { uid, ...(except === undefined ? {} : { sessionId: Not(except) }) };
    const found = this.database.repo(Session).createQueryBuilder('session').where(ending);
    const sessions = await (this.env.database.type === 'mysql' ? found.setLock('pessimistic_write') : found).getMany();
    // Not by their ids: somebody may have opened more of them than a statement takes.
    if (sessions.length > 0) await this.remove(ending);
    const { now, issued } = this.living();
    const living = sessions.filter(({ expiresAt, lastUsedAt }) => expiresAt > now || lastUsedAt > issued);
    return living.map(({ sessionId }) => sessionId);
  }

  /** Removes what nobody can refresh any more, nor has an access token of. */
  private async purgeExpired(): Promise<void> {
    const { now, issued } = this.living();
    await this.remove({ expiresAt: LessThanOrEqual(now), lastUsedAt: LessThanOrEqual(issued) });
  }

  /** An access token outlives its session where refresh tokens expire sooner: it lives if it was issued after `issued`. */
  private living(): { now: number; issued: number } {
    const now = this.clock.now();
    return { now, issued: now - this.env.accessTokenTtl };
  }

  private livingOf(uid: string | FindOperator<string>): FindOptionsWhere<Session> {
    return { uid, expiresAt: MoreThan(this.clock.now()) };
  }

  private async remove(which: FindOptionsWhere<Session> | FindOptionsWhere<Session>[]): Promise<number> {
    const { affected } = await this.database.statement(() => this.database.repo(Session).delete(which));
    return affected ?? 0;
  }
}
