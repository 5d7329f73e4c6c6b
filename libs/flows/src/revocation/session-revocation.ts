import { ConsoleSessions } from '@app/admin';
import { Database } from '@app/database';
import { EventLog, userActor } from '@app/events';
import { type EndReason, type NewSession, type SessionKey, SessionRevoker, type SessionsOfProvider } from '@app/tokens';
import { Injectable } from '@nestjs/common';

/** Ends sessions with all that began in them, and records each end in the event log. */
@Injectable()
export class SessionRevocation {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRevoker,
    private readonly console: ConsoleSessions,
    private readonly events: EventLog,
  ) {}

  /** Ends all sessions of a user except one, and those in the console. Returns the ended sessions. */
  all(uid: string, reason: EndReason, except?: string): Promise<string[]> {
    return this.database.transaction(async () => {
      const ended = await this.sessions.endAll(uid, reason, except);
      await this.console.endOf(uid, except);
      await this.impersonationsBy(userActor(uid), except);
      return this.record(uid, ended, reason, except);
    });
  }

  /** Ends one session. Returns whether the user had such a session. */
  one(uid: string, sessionId: string, reason: EndReason): Promise<boolean> {
    return this.database.transaction(async () => {
      if (!(await this.sessions.end(sessionId, uid, reason))) return false;
      if (reason === 'stolen') await this.events.record('session.reuse_detected', { uid, sessionId });
      else await this.recordEach([{ uid, sessionId }], reason);
      await this.children(uid, [sessionId], reason);
      return true;
    });
  }

  /** Ends the sessions of a user that only one factor has opened. Returns them. */
  async weak(uid: string, reason: EndReason): Promise<string[]> {
    return this.record(uid, await this.sessions.endWeak(uid, reason), reason);
  }

  /** Ends the sessions of a user that an external provider has vouched for, except one. Returns them. */
  async ofProvider(uid: string, of: SessionsOfProvider, reason: EndReason, except?: string): Promise<string[]> {
    return this.record(uid, await this.sessions.endOfProvider(uid, of, reason, except), reason, except);
  }

  /** Ends the sessions of a user on a device. Returns them. */
  async onDevice(uid: string, deviceId: string, reason: EndReason): Promise<string[]> {
    return this.record(uid, await this.sessions.endOnDevice(uid, deviceId, reason), reason);
  }

  /** Ends the sessions of a user that an email names by its link. Returns them. */
  async named(uid: string, noticeHash: string, reason: EndReason): Promise<string[]> {
    return this.record(uid, await this.sessions.endNamed(uid, noticeHash, reason), reason);
  }

  /** Ends the oldest sessions of a user who has `MAX_SESSIONS`. Returns them. */
  async surplus(uid: string, opened: NewSession): Promise<string[]> {
    return this.record(uid, await this.sessions.endSurplus(uid, opened), 'limit');
  }

  /**
   * Ends the sessions in which an administrator acts as users, except those that began in one session. To be called in the
   * transaction that takes the right away and has locked the administrator, as a new session does first.
   */
  async impersonationsBy(actor: string, exceptIn?: string): Promise<void> {
    await this.recordEach(await this.sessions.endImpersonationsBy(actor, exceptIn), 'administrator');
  }

  /** Ends what began in ended sessions, except one. A session of the sign-in pages opens sessions of products, which open others. */
  private async children(uid: string, parents: string[], reason: EndReason, except?: string): Promise<void> {
    if (parents.length === 0) return;
    await this.console.endChildren(uid, parents);
    const ended = await this.sessions.endChildren(parents, reason, except);
    await this.recordEach(ended, reason);
    const ids = ended.map(({ sessionId }) => sessionId);
    await this.children(uid, ids, reason, except);
  }

  private async record(uid: string, ended: string[], reason: EndReason, except?: string): Promise<string[]> {
    const keys = ended.map((sessionId) => ({ uid, sessionId }));
    await this.recordEach(keys, reason);
    await this.children(uid, ended, reason, except);
    return ended;
  }

  private recordEach(ended: SessionKey[], reason: EndReason): Promise<void> {
    const facts = ended.map(({ uid, sessionId }) => ({ uid, sessionId, data: { reason } }));
    return this.events.recordEach('session.revoked', facts);
  }
}
