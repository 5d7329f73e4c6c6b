import { ConsoleSessions } from '@app/admin';
import { ApiKeyStore } from '@app/clients';
import { EventLog } from '@app/events';
import { KeyNotices } from '@app/mail';
import { DeviceStore, type EndReason, type SessionKey, SessionRevoker } from '@app/tokens';
import { SignInAddresses, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { requester } from '../input/requester.js';
import type { RecordedReason } from './what-ends.js';

/**
 * Records and tidies up what an event has ended: events, entries of the list of revoked sessions, emails, and rows that nobody can
 * use any more. It is part of the transaction of the event, but the access is dead without it.
 */
@Injectable()
export class Burial {
  constructor(
    private readonly sessions: SessionRevoker,
    private readonly console: ConsoleSessions,
    private readonly devices: DeviceStore,
    private readonly users: UsersService,
    private readonly addresses: SignInAddresses,
    private readonly keys: ApiKeyStore,
    private readonly notices: KeyNotices,
    private readonly events: EventLog,
  ) {}

  /** Ended sessions of a user, and what lived in them. Returns those of the user among all of these. */
  async bury(uid: string, ended: string[], reason: EndReason, recorded: RecordedReason = reason): Promise<string[]> {
    const keys = ended.map((sessionId) => ({ uid, sessionId }));
    if (reason === 'stolen') await this.events.recordEach('session.reuse_detected', keys);
    else await this.recordSessions(keys, recorded);
    return [...ended, ...(await this.children(uid, ended, reason, recorded))];
  }

  recordSessions(ended: SessionKey[], reason: RecordedReason): Promise<void> {
    const facts = ended.map(({ uid, sessionId }) => ({ uid, sessionId, data: { reason } }));
    return this.events.recordEach('session.revoked', facts);
  }

  /** What a thief may have made in an account: keys, and known devices. */
  async lastingOf(uid: string, reason: EndReason): Promise<void> {
    const removed = await this.devices.removeAll(uid);
    await this.addresses.forget(uid);
    const devices = removed.map((id) => ({ uid, data: { device_id: id, reason } }));
    await this.events.recordEach('device.removed', devices);
    const revoked = await this.keys.removeAll(uid);
    const keys = revoked.map(({ keyId }) => ({ uid, data: { key_id: keyId, reason } }));
    await this.events.recordEach('api_key.revoked', keys);
    const names = revoked.map(({ name }) => name).join(', ');
    const user = revoked.length > 0 ? await this.users.lock(uid) : null;
    if (user) await this.notices.revoked(user.email, { keys: names }, requester());
  }

  /** What lived in ended sessions. */
  private async children(uid: string, parents: string[], reason: EndReason, recorded: RecordedReason) {
    if (parents.length === 0) return [];
    await this.console.endChildren(uid, parents);
    const ended = await this.sessions.endChildren(parents, reason);
    await this.recordSessions(ended, recorded);
    const ids = ended.map(({ sessionId }) => sessionId);
    const own = ended.filter((session) => session.uid === uid).map(({ sessionId }) => sessionId);
    const further: string[] = await this.children(uid, ids, reason, recorded);
    return [...own, ...further];
  }
}
