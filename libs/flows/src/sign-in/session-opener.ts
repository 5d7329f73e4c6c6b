import { Clock } from '@app/database';
import { EventLog, userActor } from '@app/events';
import {
  type Admitted,
  type Client,
  type Impersonator,
  type Session,
  type SessionOwner,
  SessionStore,
  TokensService,
} from '@app/tokens';
import type { Authenticated } from '@app/users';
import { Injectable } from '@nestjs/common';
import { Access } from '../revocation/access.js';
import { BY_ADMINISTRATOR, type Impersonation, type OpenedSession, type Proof } from './proof.js';
import { SignInDevices } from './sign-in-devices.js';
import { SignInNotices } from './sign-in-notices.js';

/** The user of a sign-in, with the claims that its session gets. */
export type SigningInOwner = SessionOwner & Pick<Authenticated, 'email' | 'passwordVersion'>;

/** What the policies say about a sign-in. */
interface SignInPolicy {
  /** Whether each refresh checks that the user has a second factor when it is due. */
  watched: boolean;
  /** Whether the account has no earlier sign-in by its owner. */
  first: boolean;
}

/** Opens sessions, once everything that they need has been proved. The user must be locked. */
@Injectable()
export class SessionOpener {
  constructor(
    private readonly clock: Clock,
    private readonly devices: SignInDevices,
    private readonly notices: SignInNotices,
    private readonly sessions: SessionStore,
    private readonly access: Access,
    private readonly tokens: TokensService,
    private readonly events: EventLog,
  ) {}

  /** Opens the session of a sign-in, and mails the user if the device is new. */
  async open(
    owner: Admitted<SigningInOwner>,
    proof: Proof,
    { watched, first }: SignInPolicy,
    client: Client,
  ): Promise<OpenedSession> {
    const { uid } = owner;
    await this.access.end('session_displaced', { uid, room: {} });
    const factorDueAt = watched && proof.acr === 'aal1' ? this.clock.now() : null;
    const seen = await this.devices.see(uid, client, first);
    if (seen.isNew) await this.notices.send(owner, proof, client);
    const { deviceId, deviceToken } = await this.devices.record(uid, client, seen);
    const session = await this.sessions.open(owner, { ...proof, factorDueAt, deviceId }, client);
    const { sessionId } = session;
    const data = {
      method: proof.method,
      ...(proof.idp !== undefined && { provider: proof.idp }),
      ...(deviceId !== null && { device_id: deviceId }),
    };
    await this.events.record('login.succeeded', { uid, sessionId, actor: userActor(uid), data });
    const tokens = { ...this.tokens.issue(session, session.lastUsedAt), ...(deviceToken && { deviceToken }) };
    return { tokens, sessionId, deviceId };
  }

  /** Opens a session in another one of the user, which is no sign-in: nothing was proved anew. It is a use of the other one. */
  async openWithin(parent: Admitted<Session>, client: Client): Promise<OpenedSession> {
    const { uid } = parent;
    await this.access.end('session_displaced', { uid, room: { within: parent.sessionId } });
    const session = await this.sessions.openWithin(parent, client);
    const { sessionId } = session;
    const data = { parent_id: parent.sessionId };
    await this.events.record('session.opened', { uid, sessionId, actor: userActor(uid), data });
    const until = await this.sessions.useWithin((await this.sessions.lineage(parent)) ?? []);
    return { tokens: this.tokens.issue(session, session.lastUsedAt, until), sessionId, deviceId: session.deviceId };
  }

  /**
   * Opens a session in which an administrator acts as the user, which is no sign-in.
   * @param parentId the session of the user who administers; null for an admin token
   */
  async impersonate(
    user: Admitted<SessionOwner>,
    impersonator: Impersonator,
    parentId: string | null,
    client: Client,
  ): Promise<Impersonation> {
    const { uid } = user;
    await this.access.end('session_displaced', { uid, room: { impersonating: true } });
    const session = await this.sessions.open(user, { ...BY_ADMINISTRATOR, impersonator, parentId }, client);
    const hosts = (await this.sessions.lineage(session))?.slice(1) ?? [];
    const until = await this.sessions.useWithin(hosts);
    return { uid, sessionId: session.sessionId, ...this.tokens.issueAccess(session, until) };
  }
}
