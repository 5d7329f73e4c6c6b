import type { CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, onBehalfOfUser } from '@app/events';
import { ChallengeStore, type OpenChallenge, RecoveryCodes } from '@app/factors';
import { MailService } from '@app/mail';
import { type Client, SessionStore, type TokenPair } from '@app/tokens';
import { type User, UserFactors, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import type { Enroller } from '../access/enroller.guard.js';
import { RecentSignIn } from '../access/policies/recent-sign-in.js';
import { StaleTokens } from '../access/policies/stale-tokens.js';
import { type FirstStep, stillHolds } from '../sign-in/factor-demands.js';
import { tokensOf } from '../sign-in/outcome.js';
import { amrOf, joinAmr } from '../sign-in/proof.js';
import { SessionEndService } from '../sign-in/session-end.service.js';
import { SignInGate } from '../sign-in/sign-in-gate.js';
import { requester } from '../wire/requester.js';

/** The user who adds a factor, locked, and the sign-in that waits for it, if there is one. */
export interface Enrolling {
  user: User;
  enroller: Enroller;
  waiting?: OpenChallenge<FirstStep>;
}

/** What an added factor leads to. */
export interface Enrolled {
  user: User;
  /** The first set of recovery codes. */
  recoveryCodes?: string[];
  /** The tokens of a sign-in that had to wait for the factor. */
  tokens?: TokenPair;
}

/** A new factor: what it proves (RFC 8176), its kind for the log, and whether each sign-in needs a factor from now on. */
export interface NewFactor {
  amr: readonly string[];
  type: 'totp' | 'passkey';
  enables: boolean;
}

/** The rules for adding a factor, whatever its kind. */
@Injectable()
export class FactorEnrolment {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly userFactors: UserFactors,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly challenges: ChallengeStore,
    private readonly sessions: SessionStore,
    private readonly ends: SessionEndService,
    private readonly stale: StaleTokens,
    private readonly recent: RecentSignIn,
    private readonly gate: SignInGate,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /**
   * Runs work in a transaction for an enroller who may add a factor. A factor needs a proved address, so that a stranger
   * cannot lock the owner of an address out of an account.
   * @param fresh whether the caller needs a recent sign-in, or only a session that has not ended
   * @throws {ApiError} MFA_DISABLED, EMAIL_NOT_VERIFIED, NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED
   */
  transaction<T>(enroller: Enroller, fresh: boolean, work: (enrolling: Enrolling) => Promise<T>): Promise<T> {
    if (this.env.mfa === 'off') throw new ApiError('MFA_DISABLED');
    const inside = async () => {
      const enrolling = await this.lock(enroller);
      const { user } = enrolling;
      if ('caller' in enroller) await (fresh ? this.recent.require(enroller.caller, user) : this.refuseEnded(enroller));
      if (this.mail.configured && !user.emailProved) throw new ApiError('EMAIL_NOT_VERIFIED');
      return work(enrolling);
    };
    return this.database.transaction(() => onBehalfOfUser(enroller.uid, inside));
  }

  /** Applies the rules after a factor was added. To be called in the transaction that added it. */
  async added({ user, enroller, waiting }: Enrolling, factor: NewFactor, client: Client): Promise<Enrolled> {
    const { uid } = user;
    await this.events.record('mfa.factor_added', { uid, data: { type: factor.type } });
    const enables = factor.enables || waiting !== undefined;
    const first = enables && (await this.userFactors.setEnabled(uid, true));
    if (!first) await this.userFactors.bumpVersion(uid);
    // A user who switched factors off and on again keeps the codes.
    const recoveryCodes = first ? await this.recoveryCodes.makeFirst(uid) : undefined;
    if (first) await this.events.record('mfa.enabled', { uid });
    await this.mail.notifyFactors('factor-added', user.email, requester());
    const tokens = waiting && (await this.signIn(user, waiting, factor, client));
    if ('caller' in enroller && first) await this.strengthen(enroller.caller, factor.amr);
    return { user, recoveryCodes, tokens };
  }

  /** A factor ends the other sessions, so a session that its user has signed out must not add one. */
  private async refuseEnded({ uid, caller }: Enroller & { caller: CallerIdentity }): Promise<void> {
    const session = await this.sessions.find(caller.sessionId, uid);
    if (!session || !this.sessions.isAlive(session)) throw new ApiError('NOT_AUTHENTICATED');
  }

  private async lock(enroller: Enroller): Promise<Enrolling> {
    const user = await this.users.lock(enroller.uid);
    if (!user?.active) throw new ApiError('NOT_AUTHENTICATED');
    if ('caller' in enroller) {
      await this.stale.refuse(enroller.caller);
      return { user, enroller };
    }
    const waiting = await this.challenges.find<FirstStep>(enroller.mfaToken, 'mfa_enrolment');
    if (!waiting || !stillHolds(waiting.data, user)) throw new ApiError('INVALID_MFA_TOKEN');
    return { user, enroller, waiting };
  }

  /** Opens the session that had to wait for the factor. */
  private async signIn(user: User, waiting: OpenChallenge<FirstStep>, { amr }: NewFactor, client: Client) {
    const { uid } = user;
    if (!(await this.challenges.spend(waiting))) throw new ApiError('INVALID_MFA_TOKEN');
    await this.ends.endAll(uid, 'factor');
    const changed = { ...user, factorVersion: user.factorVersion + 1 };
    return tokensOf(await this.gate.openSecond(changed, waiting.data, amr, client));
  }

  /** The session of the caller has proved the factor; all others have not. */
  private async strengthen({ uid, sessionId }: { uid: string; sessionId: string }, amr: readonly string[]) {
    await this.ends.endAll(uid, 'factor', sessionId);
    const session = await this.sessions.find(sessionId, uid);
    const joined = joinAmr(amrOf(session), amr).join(' ');
    await this.sessions.prove(sessionId, uid, { amr: joined, acr: 'aal2' });
  }
}
