import { hashToken, newToken } from '@app/config';
import {
  Clock,
  Database,
  type Person,
  type PersonalData,
  PersonColumn,
  ServiceColumn,
  type StoredRows,
  storedRows,
} from '@app/database';
import { Injectable } from '@nestjs/common';
import { Entity, ForeignKey, In, Index, PrimaryColumn } from 'typeorm';

/**
 * A session of the console: of an admin token, or of a user with admin scopes. It has no scopes of its own: each request has
 * those that the token or the user has at that moment. Times are seconds since the UNIX epoch.
 */
@Entity('console_sessions')
@Index('console_sessions_admin_token_id', ['adminTokenId'])
@Index('console_sessions_uid', ['uid'])
@Index('console_sessions_expires_at', ['expiresAt'])
export class ConsoleSession {
  /** The SHA-256 of the cookie, in hexadecimal. Only the browser has the cookie itself. */
  @PrimaryColumn('varchar', { name: 'token_hash', length: 64 })
  tokenHash!: string;

  /** The admin token that opened the session; null in a session of a user. */
  @ForeignKey('admin_tokens', 'id', { onDelete: 'CASCADE' })
  @ServiceColumn('varchar', { name: 'admin_token_id', length: 36, nullable: true })
  adminTokenId!: string | null;

  /** The user who opened the session; null in a session of an admin token. */
  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @ServiceColumn('varchar', { length: 36, nullable: true })
  uid!: string | null;

  /** The session of the user that opened this one, with which it ends; null in a session of an admin token. */
  @PersonColumn('varchar', { name: 'session_id', length: 36, nullable: true })
  sessionId!: string | null;

  @PersonColumn('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  /** With a precision of one minute. */
  @PersonColumn('int', { unsigned: true, name: 'last_used_at' })
  lastUsedAt!: number;

  /** When the session ends at the latest. */
  @PersonColumn('int', { unsigned: true, name: 'expires_at' })
  expiresAt!: number;
}

/** The longest life of a session. */
export const CONSOLE_SESSION_SECONDS = 8 * 3_600;
/** A session ends after this time without a request. */
export const IDLE_SECONDS = 1_800;
/** The precision of the last use, so that not every request writes. */
const USE_PRECISION_SECONDS = 60;

/** Changes nothing, but locks the row until the end of the transaction. */
const CONFIRM = 'UPDATE console_sessions SET uid = uid WHERE token_hash = ? AND expires_at > ? AND last_used_at > ?';

const RECORD_USE = 'UPDATE console_sessions SET last_used_at = ? WHERE token_hash = ? AND last_used_at <= ?';

/** The owner of a session: an admin token, or a user with the session of the user that opens it. */
export type ConsoleOwner = Pick<ConsoleSession, 'adminTokenId' | 'uid' | 'sessionId'>;

/** The sessions of the console: 256 random bits in a cookie, stored as their SHA-256. */
@Injectable()
export class ConsoleSessions implements PersonalData {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Opens a session. Only this call returns its cookie. */
  async open(owner: ConsoleOwner): Promise<{ cookie: string; session: ConsoleSession }> {
    const cookie = newToken();
    const now = this.clock.now();
    const times = { createdAt: now, lastUsedAt: now, expiresAt: now + CONSOLE_SESSION_SECONDS };
    const session = { ...owner, ...times, tokenHash: hashToken(cookie) };
    await this.database.insert(ConsoleSession, [session]);
    return { cookie, session };
  }

  /** The session of a cookie, whose use is recorded. Undefined when it is unknown, has ended, or was idle for too long. */
  use(cookie: string): Promise<ConsoleSession | undefined> {
    return this.useByHash(hashToken(cookie));
  }

  /** Whether a session has not ended since it was found. A request that takes long uses it, too. */
  async isOpen({ tokenHash }: Pick<ConsoleSession, 'tokenHash'>): Promise<boolean> {
    return (await this.useByHash(tokenHash)) !== undefined;
  }

  /** Whether a session goes on. This is no use of it. */
  async isAlive(tokenHash: string): Promise<boolean> {
    const found = await this.database.repo(ConsoleSession).findOneBy({ tokenHash });
    return found !== null && idleEnd(found) > this.clock.now();
  }

  /** The same in a transaction. The session cannot end before the end of the transaction. */
  async confirm({ tokenHash }: Pick<ConsoleSession, 'tokenHash'>): Promise<boolean> {
    const now = this.clock.now();
    return (await this.database.change(CONFIRM, [tokenHash, now, now - IDLE_SECONDS])) === 1;
  }

  private async useByHash(tokenHash: string): Promise<ConsoleSession | undefined> {
    const now = this.clock.now();
    const found = await this.database.repo(ConsoleSession).findOneBy({ tokenHash });
    if (found === null || found.expiresAt <= now || idleEnd(found) <= now) return undefined;
    const late = now - USE_PRECISION_SECONDS;
    if (found.lastUsedAt > late) return found;
    await this.database.recordUse(RECORD_USE, [now, tokenHash, late]);
    return { ...found, lastUsedAt: now };
  }

  /** Ends a session. False when it had ended before. */
  async end(cookie: string): Promise<boolean> {
    const { affected } = await this.database.repo(ConsoleSession).delete({ tokenHash: hashToken(cookie) });
    return affected === 1;
  }

  /** Ends the sessions that these sessions of a user have opened. */
  async endChildren(uid: string, sessions: string[]): Promise<void> {
    if (sessions.length > 0) await this.database.repo(ConsoleSession).delete({ uid, sessionId: In(sessions) });
  }

  /** The sessions of a person in the console, without the hashes of the cookies. */
  of({ uid }: Person): Record<string, StoredRows> {
    return { console_sessions: storedRows(this.database, ConsoleSession, { where: { uid }, by: 'tokenHash' }) };
  }
}

/** When a session ends without another request. */
export function idleEnd({ lastUsedAt, expiresAt }: ConsoleSession): number {
  return Math.min(lastUsedAt + IDLE_SECONDS, expiresAt);
}
