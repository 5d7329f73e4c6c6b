import { Database } from '@app/database';
import { userActor } from '@app/events';
import type { NewSession, SessionsOfProvider } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { DeviceRevocation } from './device-revocation.js';
import type { AccessEvent, Ends } from './ends.js';
import { KeyRevocation } from './key-revocation.js';
import { type RecordedReason, SessionRevocation } from './session-revocation.js';
import { SignInRevocation } from './sign-in-revocation.js';
import { TokenRevocation } from './token-revocation.js';
import { WHAT_ENDS } from './what-ends.js';

/** Ends the access to an account that an event makes invalid. Every flow calls it: the table `WHAT_ENDS` decides. */
@Injectable()
export class AccessRevocation {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRevocation,
    private readonly signIns: SignInRevocation,
    private readonly devices: DeviceRevocation,
    private readonly tokens: TokenRevocation,
    private readonly keys: KeyRevocation,
  ) {}

  /**
   * Applies an event that ends all sessions of a user, all but one, or none. The user must be locked. Returns how many sessions
   * have ended.
   * @param keep the session in which the event happens, which stays with those that it lives in; ignored by events that end all
   * sessions
   */
  async after(event: AccessEvent, uid: string, keep?: string): Promise<number> {
    const ends = WHAT_ENDS[event];
    return this.database.transaction(async () => {
      const ended = ends.sessions === 'none' ? [] : await this.endSessions(ends, uid, keep);
      await this.revokeRest(ends, uid, ended);
      return ended.length;
    });
  }

  /**
   * Applies an event that ends one session. Returns whether the user had such a session.
   * @param recorded what the events say in place of the reason
   */
  async afterSession(event: AccessEvent, uid: string, sessionId: string, recorded?: RecordedReason): Promise<boolean> {
    const ends = WHAT_ENDS[event];
    return this.database.transaction(async () => {
      const ended = await this.sessions.one(uid, sessionId, ends.reason, recorded);
      if (ended.length > 0) await this.revokeRest(ends, uid, ended);
      return ended.length > 0;
    });
  }

  /** Applies that the user has removed a device. The user must be locked. */
  async deviceRemoved(uid: string, deviceId: string): Promise<void> {
    const ends = WHAT_ENDS.device_removed;
    await this.revokeRest(ends, uid, await this.sessions.onDevice(uid, deviceId, ends.reason));
  }

  /** Ends the oldest sessions of a user who has `MAX_SESSIONS`. */
  async makeRoom(uid: string, opened: NewSession = {}): Promise<void> {
    await this.revokeRest(WHAT_ENDS.session_displaced, uid, await this.sessions.surplus(uid, opened));
  }

  /** Applies that an administrator requires a second factor of a user. */
  async factorRequired(uid: string): Promise<void> {
    const ends = WHAT_ENDS.factor_required;
    await this.revokeRest(ends, uid, await this.sessions.weak(uid, ends.reason));
  }

  /**
   * Applies an event that ends the sessions of one provider. The user must be locked.
   * @param keep the session in which the event happens
   */
  async afterProvider(event: AccessEvent, uid: string, of: SessionsOfProvider, keep?: string): Promise<void> {
    const ends = WHAT_ENDS[event];
    await this.revokeRest(ends, uid, await this.sessions.ofProvider(uid, of, ends.reason, keep));
  }

  private endSessions({ sessions, reason }: Ends, uid: string, keep?: string): Promise<string[]> {
    return this.sessions.all(uid, reason, sessions === 'others' ? keep : undefined);
  }

  private async revokeRest(ends: Ends, uid: string, ended: string[]): Promise<void> {
    await this.signIns.revoke(ends, uid, ended);
    await this.devices.revoke(ends, uid, ended);
    if (ends.adminTokens) await this.tokens.madeBy(userActor(uid));
    if (ends.apiKeys) await this.keys.all(uid, ends.reason);
  }
}
