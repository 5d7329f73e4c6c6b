import { Env } from '@app/config';
import { Clock } from '@app/database';
import { EventLog, userActor } from '@app/events';
import { OneTimeTokens } from '@app/tokens';
import { type Authenticated, SignInService, UserFactors } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';
import type { MfaChallenge, Proof } from './proof.js';

const MFA_SECONDS = 300;
const ENROLMENT_SECONDS = 600;

/** What the second step of a sign-in needs to know about the first. */
export interface FirstStep {
  proof: Proof;
  email: string;
}

/** Whether the user still has the address of the first step. A new password or factor has ended the token. */
export function stillHolds({ email }: FirstStep, user: Authenticated): boolean {
  return user.email === email;
}

/** A user who may have to add a second factor. */
type FactorDebtor = Pick<Authenticated, 'uid' | 'mfa' | 'mfaDueAt' | 'adminScopes'>;

/** Decides whether a sign-in needs a second factor, and issues the token for the second step. */
@Injectable()
export class MfaChallenges {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly tokens: OneTimeTokens,
    private readonly methods: FactorMethods,
    private readonly factors: UserFactors,
    private readonly signIns: SignInService,
    private readonly events: EventLog,
  ) {}

  /** Whether the first sign-in of a new user must wait for a factor. */
  get holdsNewUsers(): boolean {
    return this.env.mfa === 'required' && this.env.mfaGrace === 0;
  }

  /**
   * What a sign-in still needs; undefined for nothing.
   * @throws {ApiError} INVALID_CREDENTIALS, USER_DISABLED when the user changed after the authentication
   */
  async of(user: Authenticated, proof: Proof): Promise<MfaChallenge | undefined> {
    if (proof.acr === 'aal2') return undefined;
    if (await this.methods.needsFactor(user)) return this.factorChallenge(user, proof);
    return (await this.isOverdue(user)) ? this.enrolmentChallenge(user, proof) : undefined;
  }

  /** Whether a user must have had a second factor by now. Sets the deadline of a user who has none yet. */
  async isOverdue(user: FactorDebtor): Promise<boolean> {
    return (await this.deadlineOf(user)) <= this.clock.now();
  }

  /**
   * When a user must have a second factor, in epoch seconds; infinity for a user who need not have one. The deadline is set once, at
   * the first sign-in or refresh that requires a factor.
   */
  async deadlineOf(user: FactorDebtor): Promise<number> {
    const { mfaGrace } = this.env;
    if (!this.methods.isDemanded(user)) return Number.POSITIVE_INFINITY;
    const now = this.clock.now();
    if (user.mfaDueAt !== null) return user.mfaDueAt;
    return mfaGrace === 0 ? now : this.factors.setDueAt(user.uid, now + mfaGrace);
  }

  private async factorChallenge(user: Authenticated, proof: Proof): Promise<MfaChallenge> {
    const methods = await this.methods.of(user.uid);
    const made = await this.challenge('mfa', MFA_SECONDS, user, proof);
    const facts = { uid: user.uid, actor: userActor(user.uid), data: { method: proof.method } };
    await this.events.record('mfa.challenged', facts);
    return { code: 'MFA_REQUIRED', ...made, methods };
  }

  private async enrolmentChallenge(user: Authenticated, proof: Proof): Promise<MfaChallenge> {
    const made = await this.challenge('mfa_enrolment', ENROLMENT_SECONDS, user, proof);
    return { code: 'MFA_ENROLMENT_REQUIRED', ...made, methods: ['totp', 'passkey'] };
  }

  private async challenge(purpose: 'mfa' | 'mfa_enrolment', lifetime: number, user: Authenticated, proof: Proof) {
    // Locks the user before the row of the challenge refers to it: parallel sign-ins would otherwise end in deadlocks.
    await this.signIns.requireUnchanged(user);
    const { uid, email } = user;
    const data: FirstStep = { proof, email };
    const { idp = null, identityKey = null, idpSid = null } = proof;
    const vouchedFor = { idp, identityKey, idpSid };
    return this.tokens.create({ purpose, uid, livesIn: 'nothing', vouchedFor, data, lifetime });
  }
}
