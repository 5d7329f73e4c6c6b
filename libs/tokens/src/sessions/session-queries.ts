import { Env } from '@app/config';
import { Clock, Database, findPage, type ListPage, type PageRequest } from '@app/database';
import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThan, Not, type SelectQueryBuilder } from 'typeorm';

import { IN_LIVING, livingSessions, Session } from './session.entity.js';

/** Lists and counts the sessions that can be refreshed. */
@Injectable()
export class SessionQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly env: Env,
  ) {}

  /** The sessions that a user sees, newest first. */
  list(uid: string): Promise<Session[]> {
    const found = this.living(uid).orderBy('session.createdAt', 'DESC').addOrderBy('session.sessionId', 'DESC');
    if (this.env.impersonationNotice === 'off') found.andWhere('session.impersonator IS NULL');
    return found.limit(this.env.maxSessions).getMany();
  }

  /**
   * All sessions that can be refreshed, page by page, also those in which an administrator acts as the user. The ids are UUIDs of
   * version 7: newer sessions have greater ids.
   */
  page(uid: string, page: PageRequest): Promise<ListPage<Session>> {
    return findPage(this.living(uid), { by: ['sessionId'], descending: true }, page);
  }

  /** The open sessions of a user on devices, also those of other tokens than the newest. */
  onDevices(uid: string): Promise<Session[]> {
    return this.living(uid).andWhere('session.deviceId IS NOT NULL').getMany();
  }

  /** The devices of these sessions of a user, by session, while the rows of the sessions exist. */
  async devicesOf(uid: string, sessionIds: string[]): Promise<Map<string, string | null>> {
    if (sessionIds.length === 0) return new Map();
    const found = await this.database.repo(Session).findBy({ uid, sessionId: In(sessionIds) });
    return new Map(found.map(({ sessionId, deviceId }) => [sessionId, deviceId]));
  }

  /** The number of sessions of each of these users. Users who have never had one may be left out. */
  async countEach(uids: string[]): Promise<Map<string, number>> {
    if (uids.length === 0) return new Map();
    // With the other conditions of `livingSessions` in WHERE, SQLite reads by the index of ended sessions: nearly all.
    const living = `COUNT(CASE WHEN session.endedAt IS NULL AND session.expiresAt > :now AND ${IN_LIVING} THEN 1 END)`;
    const counted = this.database
      .repo(Session)
      .createQueryBuilder('session')
      .where({ uid: In(uids) });
    counted.select('session.uid', 'uid').addSelect(living, 'count').setParameter('now', this.clock.now());
    const rows = await counted.groupBy('session.uid').getRawMany<{ uid: string; count: number | string }>();
    return new Map(rows.map(({ uid, count }) => [uid, Number(count)]));
  }

  /** The number of all sessions. Two index counts are faster than one with both conditions: there are few ended sessions. */
  async count(): Promise<number> {
    const expiresAt = MoreThan(this.clock.now());
    const sessions = this.database.repo(Session);
    return (await sessions.countBy({ expiresAt })) - (await sessions.countBy({ expiresAt, endedAt: Not(IsNull()) }));
  }

  private living(uid: string): SelectQueryBuilder<Session> {
    const now = this.clock.now();
    const found = this.database.repo(Session).createQueryBuilder('session').where(livingSessions(uid, now));
    return found.andWhere(IN_LIVING, { now });
  }
}
