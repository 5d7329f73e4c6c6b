import { EventLog, userActor } from '@app/events';
import { addressGroup } from '@app/limits';
import { type Client, SessionStore, type TokenPair, TokensService } from '@app/tokens';
import { type Authenticated, SignInService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorDemands } from './factor-demands.js';
import { BY_SIGN_UP, type Proof, type SignInOutcome } from './proof.js';
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
    await this.signIns.record(user);
    await this.ends.endSurplus(user.uid);
    return { tokens: await this.insert(user.uid, proof, client) };
  }

  /** The same for a new user, whose row already has this sign-in unless `holdsNewUsers`. To be called in a transaction. */
  async openFirst(user: Authenticated, client: Client): Promise<SignInOutcome> {
    const demand = await this.demands.of(user, BY_SIGN_UP);
    return demand ? { demand } : { tokens: await this.insert(user.uid, BY_SIGN_UP, client) };
  }

  private async insert(uid: string, proof: Proof, client: Client): Promise<TokenPair> {
    const session = await this.sessions.open(uid, proof, client);
    await this.signIns.recordAddress(uid, addressGroup(client.ip));
    const facts = { uid, sessionId: session.sessionId, actor: userActor(uid), data: { method: proof.method } };
    await this.events.record('login.succeeded', facts);
    return this.tokens.issue(session);
  }
}
