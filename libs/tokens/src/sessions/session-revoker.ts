import { Env } from '@app/config';
import { Clock, Database, lockRows } from '@app/database';
import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull, MoreThan, Not } from 'typeorm';
import { type EndReason, IN_LIVING, livingSessions, Session } from './session.entity.js';

const LIMIT = `UPDATE sessions SET max_ttl = ?,
  expires_at = CASE WHEN ? > 0 AND expires_at > created_at + ? THEN created_at + ? ELSE expires_at END
  WHERE idp = ? AND ended_at IS NULL`;

/** Sessions that an external provider has vouched for: all, those of one session there, or with null those of an unknown session there. */
export interface SessionsOfProvider {
  idp: string;
  idpSid?: string | null;
}

/** Selects those that have ended, too. */
function sessionsOf({ idp, idpSid }: SessionsOfProvider): FindOptionsWhere<Session> {
  return { idp, ...(idpSid !== undefined && { idpSid: idpSid ?? IsNull() }) };
}

/** Identifies a session and its user. */
export type SessionKey = Pick<Session, 'uid' | 'sessionId'>;

type Selection = FindOptionsWhere<Session> | FindOptionsWhere<Session>[];

/** What needs room for a session. */
export interface NewSession {
  /** Ends earlier impersonations first: an administrator must not sign the user out by many of them. */
  impersonating?: boolean;
  /** The session in which the new one begins: it stays, and its end would end the new one. */
  within?: string;
}

/** Which sessions of a user end. */
type SessionsToEnd =
  | { session: string }
  /** The least recently used ones, until there is room for a new one. */
  | { room: NewSession }
  /** All but these. */
  | { kept: string[] }
  | { of: SessionsOfProvider; kept: string[] }
  | { where: Pick<FindOptionsWhere<Session>, 'acr' | 'deviceId'> };

/** The most surplus sessions that one sign-in ends: a release without a limit may have left more. */
const MAX_SURPLUS = 1_000;

/** Sessions that live in one that has expired. Those that lived in one that has ended have ended, too. */
const ORPHANS = `SELECT child.session_id AS id FROM sessions expired JOIN sessions child ON child.parent_id = expired.session_id
  WHERE expired.expires_at < ? AND child.expires_at >= ? LIMIT 500`;

const idsOf = (sessions: Session[]) => sessions.map(({ sessionId }) => sessionId);

/** Ends sessions. Their rows stay until their access tokens have expired. */
@Injectable()
export class SessionRevoker {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly env: Env,
  ) {}

  /**
   * Ends the least recently used sessions of a user until there is room for one more within `MAX_SESSIONS`. A use of a session is
   * one of the sessions that it lives in. Returns the ended sessions. To be called in a transaction that locked the user before it
   * read anything, so that other sign-ins of the user wait. Reads the rows without locks, since MySQL could otherwise lock the
   * sessions of all users.
   */
  private async endSurplus(uid: string, { impersonating = false, within }: NewSession): Promise<string[]> {
    this.database.requireTransaction();
    const now = this.clock.now();
    const found = this.database.repo(Session).createQueryBuilder('session').where(livingSessions(uid, now));
    const living = await found
      .andWhere(IN_LIVING, { now })
      .orderBy('session.lastUsedAt', 'DESC')
      .addOrderBy('session.sessionId', 'DESC')
      .limit(this.env.maxSessions + MAX_SURPLUS)
      .getMany();
    const ids = idsOf(surplusOf(living, this.env.maxSessions - 1, { impersonating, within }));
    if (ids.length > 0) await this.markEnded({ sessionId: In(ids), endedAt: IsNull() }, 'limit');
    return ids;
  }

  /**
   * Ends sessions of a user. Returns them. Any reason but `logout` also replaces the reason of sessions that a logout has ended: their
   * access tokens are as old.
   */
  async end(uid: string, of: SessionsToEnd, reason: EndReason): Promise<string[]> {
    if ('room' in of) return this.endSurplus(uid, of.room);
    if ('session' in of) return (await this.endOne(of.session, uid, reason)) ? [of.session] : [];
    const kept = 'kept' in of && of.kept.length > 0 ? { sessionId: Not(In(of.kept)) } : {};
    const provider = 'of' in of ? sessionsOf(of.of) : {};
    const which = { uid, ...kept, ...provider, ...('where' in of && of.where) };
    const ended = await this.endEach({ ...which, endedAt: IsNull() }, reason);
    if (reason !== 'logout') await this.update({ ...which, endReason: 'logout' as const }, { endReason: reason });
    const { now, issuedAfter } = this.tokenTimes();
    return idsOf(ended.filter(({ expiresAt, lastUsedAt }) => expiresAt > now || lastUsedAt > issuedAfter));
  }

  /** Ends a session of a user. False when there is none that has not ended and still has a living token. */
  private async endOne(sessionId: string, uid: string, reason: EndReason): Promise<boolean> {
    const { now, issuedAfter } = this.tokenTimes();
    const one = { sessionId, uid, endedAt: IsNull() };
    const living = [
      { ...one, expiresAt: MoreThan(now) },
      { ...one, lastUsedAt: MoreThan(issuedAfter) },
    ];
    return (await this.markEnded(living, reason)) === 1;
  }

  /**
   * Ends the sessions in which an administrator acts as users: all, or those that began in one session of the console. Returns them.
   * @param beyond only those that expire after this time
   */
  endImpersonations(
    of: Pick<FindOptionsWhere<Session>, 'impersonator' | 'consoleHash'>,
    beyond = this.clock.now(),
  ): Promise<SessionKey[]> {
    const living = { ...of, endedAt: IsNull(), expiresAt: MoreThan(beyond) };
    return this.endEach(living, 'administrator');
  }

  /**
   * Records the end of the sessions that began in these sessions, which nobody can use any more: for the list of revoked sessions,
   * by which other services refuse access tokens. Returns them.
   */
  async endChildren(parents: string[], reason: EndReason): Promise<SessionKey[]> {
    if (parents.length === 0) return [];
    return this.endEach({ parentId: In(parents), endedAt: IsNull() }, reason);
  }

  private async endEach(which: Selection, reason: EndReason): Promise<Session[]> {
    const sessions = await this.locked(which).getMany();
    if (sessions.length > 0) await this.markEnded(which, reason);
    return sessions;
  }

  /** Some of the users with open sessions that a provider has vouched for, in the order of their ids. */
  async listOwners(of: SessionsOfProvider, most: number): Promise<string[]> {
    const open = { ...sessionsOf(of), endedAt: IsNull() };
    const found = this.database.repo(Session).createQueryBuilder('session').where(open);
    const rows = await found.select('session.uid', 'uid').distinct().orderBy('session.uid').limit(most).getRawMany();
    return rows.map(({ uid }: { uid: string }) => uid);
  }

  /**
   * Changes the longest life of the open sessions of a provider.
   * @param maxTtl in seconds after the sign-in; 0 for that of the settings
   */
  async limit(idp: string, maxTtl: number): Promise<void> {
    this.database.requireTransaction();
    await this.database.change(LIMIT, [maxTtl, maxTtl, maxTtl, maxTtl, idp]);
  }

  /** An access token may live longer than its session. It is alive when it was issued after `issuedAfter`. */
  private tokenTimes(): { now: number; issuedAfter: number } {
    const now = this.clock.now();
    return { now, issuedAfter: now - this.env.accessTokenTtl };
  }

  private locked(which: Selection) {
    this.database.requireTransaction();
    return lockRows(this.database.repo(Session).createQueryBuilder('session').where(which));
  }

  private markEnded(which: Selection, endReason: EndReason): Promise<number> {
    return this.update(which, { endedAt: this.clock.now(), endReason });
  }

  private async update(which: Selection, values: Partial<Pick<Session, 'endedAt' | 'endReason'>>): Promise<number> {
    const update = this.database.repo(Session).createQueryBuilder().update().set(values).where(which);
    const { affected } = await update.execute();
    return affected ?? 0;
  }

  /** Lets what lives in sessions that have expired before a time expire, too: also what lives in that. */
  async expireOrphans(before: number): Promise<void> {
    for (let found = 1; found > 0; ) {
      const ids = (await this.database.select(ORPHANS, [before, before])).map(({ id }) => String(id));
      found = ids.length;
      if (found > 0) await this.database.repo(Session).update({ sessionId: In(ids) }, { expiresAt: before - 1 });
    }
  }
}

/**
 * The sessions of a user beyond a number. A session comes behind those that it lives in, since it is dead without them; the users'
 * own come first where an administrator begins a new one.
 * @param sessions those that were used last come first
 */
function surplusOf(sessions: Session[], most: number, { impersonating = false, within }: NewSession): Session[] {
  const known = new Map(sessions.map((session) => [session.sessionId, session]));
  const outermostFirst = (id: string | null = null): Session[] => {
    const found = known.get(id ?? '');
    return found ? [...outermostFirst(found.parentId), found] : [];
  };
  const kept = outermostFirst(within);
  const byUse = sessions.flatMap(({ sessionId }) => outermostFirst(sessionId));
  const own = impersonating ? byUse.filter(({ impersonator }) => impersonator === null) : [];
  return [...new Set([...kept, ...own, ...byUse])].slice(Math.max(most, kept.length));
}
