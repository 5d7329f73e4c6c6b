import type { CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { Clock, Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, onBehalfOfUser } from '@app/events';
import { ChallengeStore, type OpenChallenge, RecoveryCodes } from '@app/factors';
import { AccessRevocation } from '@app/flows';
import { type Client, SessionStore, type TokenPair } from '@app/tokens';
import { type User, UserFactors, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import type { Enroller } from '../access/enroller.guard.js';
import { FactorNotices } from '../access/policies/factor-notices.js';
import { ProvedAddress } from '../access/policies/proved-address.js';
import { RecentSignIn } from '../access/policies/recent-sign-in.js';
import { StaleTokens } from '../access/policies/stale-tokens.js';
import { FirstProof } from '../address-proof/first-proof.js';
import { UndoLinks } from '../link/undo-links.js';
import { type FirstStep, stillHolds } from '../sign-in/factor-demands.js';
import { tokensOf } from '../sign-in/outcome.js';
import { SignInGate } from '../sign-in/sign-in-gate.js';

/** The user who adds a factor, locked, and the sign-in that waits for it. */
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

/** A step of an enrolment. */
interface EnrolmentStep {
  /** Whether a signed-in user needs a recent sign-in, or only a session that has not ended. */
  fresh: boolean;
  /** Whether the step adds the factor, and finishes a sign-in that waits for it. */
  adds: boolean;
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
    private readonly revocation: AccessRevocation,
    private readonly stale: StaleTokens,
    private readonly recent: RecentSignIn,
    private readonly gate: SignInGate,
    private readonly proved: ProvedAddress,
    private readonly firstProof: FirstProof,
    private readonly clock: Clock,
    private readonly undoLinks: UndoLinks,
    private readonly notices: FactorNotices,
    private readonly events: EventLog,
  ) {}

  /**
   * Runs work in a transaction for an enroller who may add a factor. A factor needs a proved address, or a sign-in that
   * proves it.
   * @throws {ApiError} MFA_DISABLED, EMAIL_NOT_VERIFIED, NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED, INVALID_MFA_TOKEN
   */
  transaction<T>(
    enroller: Enroller,
    { fresh, adds }: EnrolmentStep,
    work: (enrolling: Enrolling) => Promise<T>,
  ): Promise<T> {
    if (this.env.mfa === 'off') throw new ApiError('MFA_DISABLED');
    const inside = async () => {
      const enrolling = await this.lock(enroller);
      const { user, waiting } = enrolling;
      if ('caller' in enroller) await (fresh ? this.recent.require(enroller.caller, user) : this.refuseEnded(enroller));
      if (!waiting?.data.proof.provesAddress) await this.proved.require(user);
      if (adds && waiting) await this.finishFirstStep(user, waiting);
      return work(enrolling);
    };
    return this.database.transaction(() => onBehalfOfUser(enroller.uid, inside));
  }

  /** Applies the rules after a factor was added. To be called in the transaction that added it. */
  async added({ user, enroller, waiting }: Enrolling, factor: NewFactor, client: Client): Promise<Enrolled> {
    const { uid } = user;
    await this.events.record('mfa.factor_added', { uid, data: { type: factor.type } });
    const first = (factor.enables || waiting !== undefined) && (await this.userFactors.setEnabled(uid, true));
    if (!first) await this.userFactors.bumpVersion(uid);
    // A user who switched factors off and on again keeps the codes.
    const recoveryCodes = first ? await this.recoveryCodes.makeFirst(uid) : undefined;
    if (first) await this.events.record('mfa.enabled', { uid });
    const began = 'caller' in enroller ? enroller.caller.sessionId : undefined;
    await this.notices.send('factor-added', user, () => this.undoLinks.ofAddition(user, began));
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

  /** A first proof of the address removes all earlier factors, so it comes before the new one. */
  private async finishFirstStep(user: User, waiting: OpenChallenge<FirstStep>): Promise<void> {
    if (!(await this.challenges.spend(waiting))) throw new ApiError('INVALID_MFA_TOKEN');
    if (waiting.data.proof.provesAddress) await this.firstProof.apply(user, false);
  }

  /** Opens the session that had to wait for the factor. */
  private async signIn(user: User, waiting: OpenChallenge<FirstStep>, { amr }: NewFactor, client: Client) {
    await this.revocation.after('factors_changed', user.uid);
    const changed = { ...user, factorVersion: user.factorVersion + 1 };
    return tokensOf(await this.gate.openSecond(changed, waiting.data, amr, 'new', client));
  }

  /** The session of the caller has proved the factor; all others have not. */
  private async strengthen({ uid, sessionId }: { uid: string; sessionId: string }, amr: readonly string[]) {
    await this.revocation.after('factors_changed', uid, sessionId);
    await this.sessions.prove({ uid, sessionId }, amr, this.clock.now());
  }
}
