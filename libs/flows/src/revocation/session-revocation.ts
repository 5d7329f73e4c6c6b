import { ConsoleSessions } from '@app/admin';
import { Database } from '@app/database';
import { EventLog, userActor } from '@app/events';
import {
  type EndReason,
  type NewSession,
  type SessionKey,
  SessionRevoker,
  SessionStore,
  type SessionsOfProvider,
} from '@app/tokens';
import { Injectable } from '@nestjs/common';

/** Why a session ended, in its event: a new sign-in in the same browser ends the one before as a logout does, but is none. */
export type RecordedReason = EndReason | 'replaced';

/** Ends sessions with all that began in them, and records each end in the event log. */
@Injectable()
export class SessionRevocation {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRevoker,
    private readonly store: SessionStore,
    private readonly console: ConsoleSessions,
    private readonly events: EventLog,
  ) {}

  /** Ends all sessions of a user except one and those that it lives in, and those in the console. Returns the ended sessions. */
  all(uid: string, reason: EndReason, except?: string): Promise<string[]> {
    return this.database.transaction(async () => {
      const ended = await this.sessions.endAll(uid, reason, await this.lineageOf(uid, except));
      await this.console.endOf(uid, except);
      await this.impersonationsBy(userActor(uid), except);
      return this.record(uid, ended, reason);
    });
  }

  /**
   * Ends one session. Returns it with those of the user that lived in it; nothing if the user had no such session.
   * @param recorded what the events say, where the user has not done what the reason says
   */
  one(uid: string, sessionId: string, reason: EndReason, recorded: RecordedReason = reason): Promise<string[]> {
    return this.database.transaction(async () => {
      if (!(await this.sessions.end(sessionId, uid, reason))) return [];
      if (reason === 'stolen') await this.events.record('session.reuse_detected', { uid, sessionId });
      else await this.recordEach([{ uid, sessionId }], recorded);
      return [sessionId, ...(await this.children(uid, [sessionId], reason, recorded))];
    });
  }

  /** Ends the sessions of a user that only one factor has opened. Returns all that have ended, as the methods below do. */
  async weak(uid: string, reason: EndReason): Promise<string[]> {
    return this.record(uid, await this.sessions.endWeak(uid, reason), reason);
  }

  /** Ends the sessions of a user that an external provider has vouched for, except one and those that it lives in. Returns them. */
  async ofProvider(uid: string, of: SessionsOfProvider, reason: EndReason, except?: string): Promise<string[]> {
    const kept = await this.lineageOf(uid, except);
    return this.record(uid, await this.sessions.endOfProvider(uid, of, reason, kept), reason);
  }

  /** Ends the sessions of a user on a device. Returns them. */
  async onDevice(uid: string, deviceId: string, reason: EndReason): Promise<string[]> {
    return this.record(uid, await this.sessions.endOnDevice(uid, deviceId, reason), reason);
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

  /** A session, and those that it lives in. */
  private async lineageOf(uid: string, sessionId?: string): Promise<string[]> {
    const session = sessionId === undefined ? undefined : await this.store.find(sessionId, uid);
    const lineage = (session && (await this.store.lineage(session))) ?? [];
    return lineage.map((each) => each.sessionId);
  }

  /** Records the end of what lived in ended sessions. Returns the sessions of the user among them. */
  private async children(
    uid: string,
    parents: string[],
    reason: EndReason,
    recorded: RecordedReason = reason,
  ): Promise<string[]> {
    if (parents.length === 0) return [];
    await this.console.endChildren(uid, parents);
    const ended = await this.sessions.endChildren(parents, reason);
    await this.recordEach(ended, recorded);
    const ids = ended.map(({ sessionId }) => sessionId);
    const own = ended.filter((session) => session.uid === uid).map(({ sessionId }) => sessionId);
    return [...own, ...(await this.children(uid, ids, reason, recorded))];
  }

  private async record(uid: string, ended: string[], reason: EndReason): Promise<string[]> {
    const keys = ended.map((sessionId) => ({ uid, sessionId }));
    await this.recordEach(keys, reason);
    return [...ended, ...(await this.children(uid, ended, reason))];
  }

  private recordEach(ended: SessionKey[], reason: RecordedReason): Promise<void> {
    const facts = ended.map(({ uid, sessionId }) => ({ uid, sessionId, data: { reason } }));
    return this.events.recordEach('session.revoked', facts);
  }
}
