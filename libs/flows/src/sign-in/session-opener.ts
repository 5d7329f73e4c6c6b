import { Env } from '@app/config';
import { Clock } from '@app/database';
import { ApiError, type ErrorCode } from '@app/errors';
import { EventLog, userActor } from '@app/events';
import { Providers } from '@app/federation';
import {
  type Admitted,
  type Impersonator,
  type RequestClient,
  type Session,
  type SessionOwner,
  SessionStore,
  TokensService,
} from '@app/tokens';
import { type Authenticated, type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';
import { Access } from '../revocation/access.js';
import { BY_ADMINISTRATOR, type Impersonation, type OpenedSession, type Proof, reliesOnProvider } from './proof.js';
import { SignInDevices } from './sign-in-devices.js';

/** The user of a sign-in, with the claims that its session gets. */
type SigningInOwner = SessionOwner & Pick<Authenticated, 'email' | 'passwordVersion'>;

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
    client: RequestClient,
  ): Promise<OpenedSession> {
    const { uid } = owner;
    await this.access.end('session_displaced', { uid, room: {} });
    const factorDueAt = watched && proof.acr === 'aal1' ? this.clock.now() : null;
    const { deviceId, deviceToken } = await this.devices.record(owner, proof, client, first);
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
  async openWithin(parent: Admitted<Session>, client: RequestClient): Promise<OpenedSession> {
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
    client: RequestClient,
  ): Promise<Impersonation> {
    const { uid } = user;
    await this.access.end('session_displaced', { uid, room: { impersonating: true } });
    const session = await this.sessions.open(user, { ...BY_ADMINISTRATOR, impersonator, parentId }, client);
    const hosts = (await this.sessions.lineage(session))?.slice(1) ?? [];
    const until = await this.sessions.useWithin(hosts);
    return { uid, sessionId: session.sessionId, ...this.tokens.issueAccess(session, until) };
  }
}

/** Decides how a session goes on, whenever it gets new tokens: the policy about second factors may have changed since its sign-in. */
@Injectable()
export class SessionAssurance {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly users: UsersService,
    private readonly providers: Providers,
    private readonly sessions: SessionStore,
    private readonly methods: FactorMethods,
    private readonly devices: SignInDevices,
  ) {}

  /**
   * The session of a refresh, as it counts from now on. Undefined when it must end: it shows no second factor, and its user must
   * have one. Reads the user only where that is possible.
   */
  async admit(session: Session): Promise<Admitted<Session> | undefined> {
    const current = await this.withTrust(session);
    return (await this.lacksFactor(current)) ? undefined : (current as Admitted<Session>);
  }

  /**
   * The same for a reauthentication: an access token ends when the session could not be refreshed any more. The user must be
   * locked.
   * @throws {ApiError} NOT_AUTHENTICATED
   */
  async limit(session: Session, user: User): Promise<Session> {
    const current = await this.withTrust(session);
    if (current.acr === 'aal2') return current;
    const due = await this.methods.deadlineOf(user);
    const deadline = due > this.clock.now() ? due : ((await this.devices.coverOf(current, user)) ?? due);
    if (deadline <= this.clock.now()) throw new ApiError('NOT_AUTHENTICATED', { reason: 'second factor overdue' });
    return { ...current, expiresAt: Math.min(current.expiresAt, deadline) };
  }

  private async lacksFactor(session: Session): Promise<boolean> {
    const { uid, acr, impersonator, factorDueAt } = session;
    if (acr === 'aal2' || impersonator !== null) return false;
    if (this.env.mfa !== 'required' && factorDueAt === null) return false;
    const user = await this.users.find(uid);
    if (!user || !(await this.methods.isOverdue(user))) return false;
    // A trusted device has shown the factor before: the session goes on as long as a sign-in there would be asked for none.
    return (await this.devices.coverOf(session, user)) === null;
  }

  /** A provider whose word for second factors is trusted no more, or that was removed, leaves a session of one factor. */
  private async withTrust(session: Session): Promise<Session> {
    if (session.idp === null || !reliesOnProvider(session)) return session;
    const provider = await this.providers.find(session.idp);
    return provider?.trustMfa ? session : this.sessions.weaken(session);
  }
}

/** Errors of a sign-in whose user or identity another request changed at the same time. */
const CHANGED: ErrorCode[] = [
  'EMAIL_ALREADY_IN_USE',
  'INVALID_CREDENTIALS',
  'IDENTITY_ALREADY_LINKED',
  'IDENTITY_NOT_FOUND',
];

/**
 * Makes a sign-in once more if another one got ahead of it. Of two that create the same user in parallel, the second one
 * then finds the user of the first.
 */
export async function retryChanged<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof ApiError && CHANGED.includes(error.code)) return attempt();
    throw error;
  }
}
