import { AdminTokens, ConsoleSessions } from '@app/admin';
import { ApiKeyStore } from '@app/clients';
import { hashToken } from '@app/config';
import { Database } from '@app/database';
import { adminActor, EventLog, userActor } from '@app/events';
import { FactorResets } from '@app/factors';
import { MailService } from '@app/mail';
import {
  DeviceStore,
  type EndReason,
  OneTimeTokens,
  type SessionKey,
  SessionQueries,
  SessionRevoker,
  SessionStore,
  type SessionsOfProvider,
} from '@app/tokens';
import { SignInAddresses, type User, UserAdministration, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';
import { requester } from '../input/requester.js';
import { type AccessEvent, type Ends, type RecordedReason, WHAT_ENDS, type Who } from './what-ends.js';

/** How many users one transaction locks. */
const MOST_USERS = 100;

/**
 * Ends the access to an account that an event makes invalid, and the rights of administrators. Every flow calls it: the table
 * `WHAT_ENDS` decides.
 */
@Injectable()
export class Access {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly administration: UserAdministration,
    private readonly addresses: SignInAddresses,
    private readonly sessions: SessionRevoker,
    private readonly store: SessionStore,
    private readonly queries: SessionQueries,
    private readonly console: ConsoleSessions,
    private readonly oneTime: OneTimeTokens,
    private readonly devices: DeviceStore,
    private readonly keys: ApiKeyStore,
    private readonly adminTokens: AdminTokens,
    private readonly resets: FactorResets,
    private readonly methods: FactorMethods,
    private readonly mail: MailService,
    private readonly events: EventLog,
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
      const user = 'room' in who ? undefined : await this.users.lock(who.uid);
      if (user === null) return [];
      const selected = await this.endSessions(ends, who);
      if (selected.length === 0 && ['one', 'surplus'].includes(ends.sessions)) return [];
      const recorded = ('recorded' in who && who.recorded) || ends.reason;
      const keys = selected.map((sessionId) => ({ uid: who.uid, sessionId }));
      if (recorded === 'stolen') await this.events.recordEach('session.reuse_detected', keys);
      else await this.record(keys, recorded);
      const ended = [...selected, ...(await this.endChildren(who.uid, selected, ends.reason, recorded))];
      await this.endRest(ends, who.uid, ended);
      if (user && ends.rung === 4) await this.removeLasting(user, ends.reason);
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
    const uids = await this.sessions.listOwners(of, MOST_USERS);
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

  /**
   * Ends the session of the console of a cookie, with the sessions in which its administrator acts as users. False when it had ended
   * before. To be called in a transaction.
   */
  async endConsole(cookie: string): Promise<boolean> {
    if (!(await this.console.end(cookie))) return false;
    await this.record(await this.sessions.endImpersonations({ consoleHash: hashToken(cookie) }), 'administrator');
    return true;
  }

  /**
   * After a user or a token has lost a right for good, or for a time: what was made or begun before does not work again when the
   * right comes back. To be called in the transaction that takes the right away and has locked the user or the token.
   * @param actor the user or the token
   */
  async endRightsOf(actor: string): Promise<void> {
    await this.oneTime.end({ madeBy: actor });
    const stopped = (await this.resets.stopAskedBy(actor)).map((uid) => ({ uid }));
    await this.events.recordEach('mfa.reset_stopped', stopped);
    await this.endAccessBy(actor, true);
  }

  /**
   * Takes the admin scopes away, with the access that ends with them: they need a factor and a proved address, which an administrator
   * gives together. To be called in a transaction.
   * @param keepsFactor whether sign-ins go on asking for a factor that the scopes have demanded
   */
  async removeScopes(uid: string, keepsFactor: boolean): Promise<void> {
    const user = await this.users.lock(uid);
    if (!user || user.adminScopes === '') return;
    const { adminScopes } = user;
    await this.administration.change(uid, { adminScopes: '' });
    if (keepsFactor) await this.methods.keepAsking(user, { ...user, adminScopes: '' });
    await this.end('scopes_changed', { uid });
    await this.endRightsOf(userActor(uid));
    await this.events.record('user.admin_scopes_removed', { uid, data: { admin_scopes: adminScopes.split(',') } });
  }

  /**
   * After an admin token was revoked. Its access ends with the tokens that it has made.
   * @param andBegun whether what these have begun and sent ends, too: not when a token is only replaced
   */
  async tokenRevoked(id: string, andBegun = false): Promise<void> {
    await this.events.record('admin.token_revoked', { data: { token_id: id } });
    await (andBegun ? this.endRightsOf(adminActor(id)) : this.endAccessBy(adminActor(id), false));
  }

  /** After an admin token expires sooner: sessions in which it, or a token that it has made, acts as a user end if they would outlive it. */
  async tokenExpires(id: string, at: number): Promise<void> {
    await this.record(await this.sessions.endImpersonations({ impersonator: adminActor(id) }, at), 'administrator');
    for (const child of await this.adminTokens.findByCreator(adminActor(id))) await this.tokenExpires(child, at);
  }

  private async endAccessBy(actor: string, andBegun: boolean): Promise<void> {
    await this.record(await this.sessions.endImpersonations({ impersonator: actor }), 'administrator');
    for (const id of await this.adminTokens.revokeByCreator(actor)) await this.tokenRevoked(id, andBegun);
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

  /**
   * Tidies up what lived in ended sessions: it is dead without this. Returns the sessions of the user among it.
   * @param recorded the reason in events
   */
  private async endChildren(uid: string, parents: string[], reason: EndReason, recorded: RecordedReason) {
    if (parents.length === 0) return [];
    await this.console.endChildren(uid, parents);
    const ended = await this.sessions.endChildren(parents, reason);
    await this.record(ended, recorded);
    const own = ended.filter((session) => session.uid === uid).map(({ sessionId }) => sessionId);
    const all = ended.map(({ sessionId }) => sessionId);
    const further: string[] = await this.endChildren(uid, all, reason, recorded);
    return [...own, ...further];
  }

  private async endRest(ends: Ends, uid: string, ended: string[]): Promise<void> {
    const { sessions, rung, pendingAddress, secureLinks, begun } = ends;
    if (rung !== 0) await this.users.endRungs(uid, rung);
    if (pendingAddress === 'ends') await this.oneTime.end({ uid, purposes: ['confirm_email'] });
    if (secureLinks) await this.oneTime.end({ uid, purposes: ['secure_account'] });
    if (sessions === 'one' && pendingAddress === 'ends') await this.endTrustOf(uid, ended);
    if (begun) await this.endRightsOf(userActor(uid));
  }

  /** The trust in the devices of these sessions. */
  private async endTrustOf(uid: string, ended: string[]): Promise<void> {
    const devices = [...(await this.queries.devicesOf(uid, ended)).values()].filter((id) => id !== null);
    await this.devices.endTrust(uid, devices);
  }

  /** Removes what the highest rung has made useless: known devices and client addresses, and API keys. */
  private async removeLasting({ uid, email }: User, reason: EndReason): Promise<void> {
    await this.addresses.forget(uid);
    const devices = (await this.devices.removeAll(uid)).map((id) => ({ uid, data: { device_id: id, reason } }));
    await this.events.recordEach('device.removed', devices);
    const revoked = await this.keys.removeAll(uid);
    const keys = revoked.map(({ keyId }) => ({ uid, data: { key_id: keyId, reason } }));
    await this.events.recordEach('api_key.revoked', keys);
    const names = revoked.map(({ name }) => name).join(', ');
    if (revoked.length > 0) await this.mail.notify('api-keys-revoked', email, { keys: names }, requester());
  }

  private record(ended: SessionKey[], reason: RecordedReason): Promise<void> {
    const facts = ended.map(({ uid, sessionId }) => ({ uid, sessionId, data: { reason } }));
    return this.events.recordEach('session.revoked', facts);
  }

  /** A session, and those that it lives in. */
  private async lineageOf(uid: string, sessionId?: string): Promise<string[]> {
    const session = sessionId === undefined ? undefined : await this.store.find(sessionId, uid);
    const lineage = (session && (await this.store.lineage(session))) ?? [];
    return lineage.map((each) => each.sessionId);
  }
}
