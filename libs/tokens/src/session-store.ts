import { Env } from '@app/config';
import { Clock, Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Session, type SignInMethod } from './session.entity.js';

/** Where a request comes from, as far as it tells. */
export interface Client {
  ip: string;
  userAgent: string;
}

const USER_IS_ACTIVE = 'EXISTS (SELECT 1 FROM users WHERE users.uid = :uid AND users.active = :active)';
const USER_AGENT_LENGTH = 255;

/** The rows of sessions. A session that ended has none. */
@Injectable()
export class SessionStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly env: Env,
  ) {}

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
    await this.database.repo(Session).insert(session);
    return session;
  }

  /** A session that has not expired, of a user who is not disabled. */
  findRefreshable(sessionId: string, uid: string): Promise<Session | null> {
    return this.database
      .repo(Session)
      .createQueryBuilder()
      .where({ sessionId, uid, expiresAt: MoreThan(this.clock.now()) })
      .andWhere(USER_IS_ACTIVE, { uid, active: true })
      .getOne();
  }

  /** Those of a user that can still be refreshed, newest first. */
  list(uid: string): Promise<Session[]> {
    return this.database.repo(Session).find({
      where: { uid, expiresAt: MoreThan(this.clock.now()) },
      order: { createdAt: 'DESC', sessionId: 'DESC' },
    });
  }

  /**
   * Moves a session on to its next generation, in one conditional update: of many at once that name the same
   * generation, one does it. Undefined when the session has ended, stands at another generation, or its user is disabled.
   */
  async advance(sessionId: string, uid: string, generation: number): Promise<Pick<Session, 'expiresAt'> | undefined> {
    const now = this.clock.now();
    const expiresAt = now + this.env.refreshTokenTtl;
    const { affected } = await this.database.statement(() =>
      this.database
        .repo(Session)
        .createQueryBuilder()
        .update()
        .set({ generation: generation + 1, lastUsedAt: now, expiresAt })
        .where({ sessionId, uid, generation, expiresAt: MoreThan(now) })
        .andWhere(USER_IS_ACTIVE, { uid, active: true })
        .execute(),
    );
    return affected === 1 ? { expiresAt } : undefined;
  }

  /** Whether there was such a session of this user. */
  async end(sessionId: string, uid: string): Promise<boolean> {
    return (await this.remove({ sessionId, uid })) === 1;
  }

  /** Ends all sessions of a user, but for the one that is to stay. */
  async endAll(uid: string, except?: string): Promise<void> {
    await this.remove({ uid, ...(except === undefined ? {} : { sessionId: Not(except) }) });
  }

  /** Removes what nobody can refresh any more. */
  async purgeExpired(): Promise<void> {
    await this.remove({ expiresAt: LessThanOrEqual(this.clock.now()) });
  }

  private async remove(which: FindOptionsWhere<Session>): Promise<number> {
    const { affected } = await this.database.statement(() => this.database.repo(Session).delete(which));
    return affected ?? 0;
  }
}
