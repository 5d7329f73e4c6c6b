import { ApiError } from '@app/errors';
import { EventLog, userActor } from '@app/events';
import { addressGroup } from '@app/limits';
import { type Client, type Impersonator, type SessionOwner, SessionStore, TokensService } from '@app/tokens';
import { type Authenticated, NO_CLAIMS, SignInService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorDemands, type FirstStep } from './factor-demands.js';
import { IdentityLinks } from './identity-links.js';
import {
  BY_ADMINISTRATOR,
  BY_SIGN_UP,
  type Impersonation,
  type Proof,
  type SignInOutcome,
  withFactor,
} from './proof.js';
import { SessionEndService } from './session-end.service.js';

/**
 * The one place that opens sessions. Every way to sign in says who has proved what, and gets a session, or a demand for what
 * is missing.
 */
@Injectable()
export class SignInGate {
  constructor(
    private readonly demands: FactorDemands,
    private readonly signIns: SignInService,
    private readonly sessions: SessionStore,
    private readonly ends: SessionEndService,
    private readonly tokens: TokensService,
    private readonly identities: IdentityLinks,
    private readonly events: EventLog,
  ) {}

  /** Whether the first sign-in of a new user must wait for a factor. */
  get holdsNewUsers(): boolean {
    return this.demands.holdsNewUsers;
  }

  /**
   * Opens a session for a user who has proved enough. To be called in a transaction; a demand must be committed, too.
   * @throws {ApiError} INVALID_CREDENTIALS, USER_DISABLED when the user changed after the authentication
   */
  async open(user: Authenticated, proof: Proof, client: Client): Promise<SignInOutcome> {
    const demand = await this.demands.of(user, proof);
    if (demand) return { demand };
    const claims = await this.signIns.record(user);
    await this.ends.endSurplus(user.uid);
    await this.identities.complete(user, proof);
    return this.insert({ uid: user.uid, ...claims }, proof, client);
  }

  /**
   * The second step of a sign-in, after a factor was proved. To be called in a transaction.
   * @param added what the factor adds to the `amr`
   * @throws {ApiError} INVALID_MFA_TOKEN when the provider of the first step was switched off, or its identity was linked to
   * another user, and the errors of `open()`
   */
  async openSecond(
    user: Authenticated,
    { proof }: FirstStep,
    added: readonly string[],
    client: Client,
  ): Promise<SignInOutcome> {
    await this.identities.requireProvider(proof);
    try {
      return await this.open(user, withFactor(proof, added), client);
    } catch (cause) {
      if (!(cause instanceof ApiError && cause.code === 'IDENTITY_ALREADY_LINKED')) throw cause;
      throw new ApiError('INVALID_MFA_TOKEN', undefined, { cause });
    }
  }

  /** The same as `open()` for a new user, whose row already has this sign-in unless `holdsNewUsers`. To be called in a transaction. */
  async openFirst(user: Authenticated, client: Client): Promise<SignInOutcome> {
    const demand = await this.demands.of(user, BY_SIGN_UP);
    return demand ? { demand } : this.insert({ uid: user.uid, ...NO_CLAIMS }, BY_SIGN_UP, client);
  }

  /**
   * Opens a session in which an administrator acts as the user, which is no sign-in. To be called in a transaction that has
   * locked the user.
   */
  async impersonate(user: SessionOwner, impersonator: Impersonator, client: Client): Promise<Impersonation> {
    const { uid } = user;
    await this.ends.endSurplus(uid, true);
    const session = await this.sessions.open(user, { ...BY_ADMINISTRATOR, impersonator }, client);
    return { uid, sessionId: session.sessionId, ...this.tokens.issueAccess(session) };
  }

  private async insert(owner: SessionOwner, proof: Proof, client: Client) {
    const { uid } = owner;
    const session = await this.sessions.open(owner, proof, client);
    const { sessionId } = session;
    await this.signIns.recordAddress(uid, addressGroup(client.ip));
    const data = { method: proof.method, ...(proof.idp !== undefined && { provider: proof.idp }) };
    await this.events.record('login.succeeded', { uid, sessionId, actor: userActor(uid), data });
    return { tokens: this.tokens.issue(session, session.createdAt), sessionId };
  }
}
