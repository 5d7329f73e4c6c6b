import { Database } from '@app/database';
import { userActor } from '@app/events';
import {
  DeviceStore,
  OneTimeTokens,
  ProviderSessions,
  SessionQueries,
  SessionRevoker,
  SessionStore,
  type SessionsOfProvider,
} from '@app/tokens';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { Burial } from './burial.js';
import { TokenRevocation } from './token-revocation.js';
import { type AccessEvent, type Ends, WHAT_ENDS, type Who } from './what-ends.js';

/** How many users one transaction locks. */
const MOST_USERS = 100;

/** Ends the access to an account that an event makes invalid. Every flow calls it: the table `WHAT_ENDS` decides. */
@Injectable()
export class Access {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly sessions: SessionRevoker,
    private readonly store: SessionStore,
    private readonly queries: SessionQueries,
    private readonly providers: ProviderSessions,
    private readonly oneTime: OneTimeTokens,
    private readonly devices: DeviceStore,
    private readonly tokens: TokenRevocation,
    private readonly burial: Burial,
  ) {}

  /**
   * Applies an event. Returns the sessions of the user that it has ended. An event that ends one session does nothing to a user who
   * has no such session.
   */
  end<E extends AccessEvent>(event: E, who: Who<E>): Promise<string[]> {
    const row: Ends = WHAT_ENDS[event];
    const ends = 'reason' in who ? { ...row, reason: who.reason } : row;
    return this.database.transaction(async () => {
      // The opening of a session has locked its user.
      if (!('room' in who) && !(await this.users.lock(who.uid))) return [];
      const selected = await this.endSessions(ends, who);
      if (selected.length === 0 && ['one', 'surplus'].includes(ends.sessions)) return [];
      const ended = await this.burial.bury(
        who.uid,
        selected,
        ends.reason,
        'recorded' in who ? who.recorded : undefined,
      );
      await this.endRest(ends, who.uid, ended);
      return ended;
    });
  }

  /**
   * Ends all sessions and sign-ins under way of a provider, in several transactions: after a failure in between, a repetition ends
   * the rest. Returns the number of users whose sessions it has ended.
   * @param reached receives the number of users after each transaction
   */
  async endProvider(idp: string, reached: (users: number) => void = () => undefined): Promise<number> {
    await this.database.transaction(() => this.oneTime.end({ idp }));
    let users = 0;
    for (let some = MOST_USERS; some === MOST_USERS; reached(users)) {
      some = await this.database.transaction(() => this.endSessionsAt({ idp }));
      users += some;
    }
    return users;
  }

  /** Ends sessions that a provider has vouched for of some users, and returns of how many. */
  async endSessionsAt(of: SessionsOfProvider): Promise<number> {
    const uids = await this.providers.listOwners(of, MOST_USERS);
    for (const uid of uids) await this.end('signed_out_at_provider', { uid, of });
    return uids.length;
  }

  /**
   * Ends the sign-ins under way of a person or a session at a provider, also those of a person without an account or a link. To be
   * called in a transaction, before it reads anything: it waits for each sign-in that is ahead, and then finds its session.
   */
  endSignInsAt(idp: string, of: { key?: string; idpSid?: string }): Promise<void> {
    return of.key === undefined && of.idpSid === undefined ? Promise.resolve() : this.oneTime.end({ idp, ...of });
  }

  /** Applies that a session of the console has ended, in which an administrator may act as users. */
  async consoleEnded(consoleHash: string): Promise<void> {
    await this.burial.recordSessions(await this.sessions.endImpersonations({ consoleHash }), 'administrator');
  }

  private async endSessions({ sessions, reason }: Ends, who: Who): Promise<string[]> {
    const { uid } = who;
    if (sessions === 'none') return [];
    if ('session' in who || 'room' in who) return this.sessions.end(uid, who, reason);
    if ('device' in who) return this.sessions.end(uid, { where: { deviceId: who.device } }, reason);
    if (sessions === 'weak') return this.sessions.end(uid, { where: { acr: 'aal1' } }, reason);
    const kept = 'keep' in who ? await this.lineageOf(uid, who.keep) : [];
    return this.sessions.end(uid, { ...('of' in who && { of: who.of }), kept }, reason);
  }

  private async endRest(ends: Ends, uid: string, ended: string[]): Promise<void> {
    const { sessions, rung, reason, pendingAddress, secureLinks, begun } = ends;
    if (rung !== 0) await this.users.endRungs(uid, rung);
    if (pendingAddress === 'ends') await this.oneTime.end({ uid, purposes: ['confirm_email'] });
    if (secureLinks) await this.oneTime.end({ uid, purposes: ['secure_account'] });
    if (sessions === 'one' && pendingAddress === 'ends') await this.endTrustOf(uid, ended);
    if (begun) await this.tokens.madeBy(userActor(uid));
    if (rung === 4) await this.burial.lastingOf(uid, reason);
  }

  /** The trust in the devices of these sessions. */
  private async endTrustOf(uid: string, ended: string[]): Promise<void> {
    const devices = await this.queries.devicesOf(uid, ended);
    await this.devices.endTrust(
      uid,
      [...devices.values()].filter((id) => id !== null),
    );
  }

  /** A session, and those that it lives in. */
  private async lineageOf(uid: string, sessionId?: string): Promise<string[]> {
    const session = sessionId === undefined ? undefined : await this.store.find(sessionId, uid);
    const lineage = (session && (await this.store.lineage(session))) ?? [];
    return lineage.map((each) => each.sessionId);
  }
}
