import { Env } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, userActor } from '@app/events';
import { ADDED_KINDS } from '@app/factors';
import { type Admitted, OneTimeTokens, type RequestClient } from '@app/tokens';
import { type Authenticated, NO_CLAIMS, SignInService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';
import { type ProvableUser, WaysIn } from '../revocation/ways-in.js';
import { IdentityLinks } from './identity-links.js';
import {
  BY_SIGN_UP,
  type FirstStep,
  type MfaChallenge,
  type Proof,
  proverOf,
  type ShownFactor,
  type SignInOutcome,
  withFactor,
} from './proof.js';
import { SessionOpener } from './session-opener.js';
import { SignInDevices } from './sign-in-devices.js';

const MFA_SECONDS = 300;
const ENROLMENT_SECONDS = 600;

/** The user of a sign-in, as the transaction has locked it or as its password was compared. */
type SigningIn = Authenticated & Partial<ProvableUser>;

/** The user after the sign-in, which may have proved the address, and what it leads to. */
export interface GateAnswer<T> {
  user: T;
  outcome: SignInOutcome;
}

/**
 * Opens the session of every sign-in. Every way to sign in says who has proved what, and gets a session, or an MFA challenge for what
 * is missing. Impersonation (`SessionOpener.impersonate`), codes of the pages (`PageCodes`), the console (`ConsoleSignIn`) and
 * refreshes do not pass here. A
 * refusal rolls the events of the transaction back: the caller records it afterwards.
 */
@Injectable()
export class SignInGate {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly tokens: OneTimeTokens,
    private readonly methods: FactorMethods,
    private readonly signIns: SignInService,
    private readonly opener: SessionOpener,
    private readonly identities: IdentityLinks,
    private readonly waysIn: WaysIn,
    private readonly devices: SignInDevices,
    private readonly events: EventLog,
  ) {}

  /** Whether the first sign-in of a new user must wait for a factor. */
  get holdsNewUsers(): boolean {
    return this.env.mfa === 'required' && this.env.mfaGrace === 0;
  }

  /**
   * Opens a session for a user who has proved enough. To be called in a transaction; an MFA challenge must be committed, too. While
   * the sign-in waits for a factor, its proof of the address has no effect: it is a part of the challenge.
   * @throws {ApiError} INVALID_CREDENTIALS, USER_DISABLED when the user changed after the authentication
   */
  async open<T extends SigningIn>(given: T, proof: Proof, client: RequestClient): Promise<GateAnswer<T>> {
    const trusted = await this.devices.covers(given, proof, client);
    const mfaChallenge = trusted ? undefined : await this.challengeOf(given, proof);
    if (mfaChallenge) return { user: given, outcome: { mfaChallenge } };
    // The session begins before what the sign-in adds to the account: the links that secure an account reach back to the beginning of sessions.
    const opening = { createdAt: this.clock.now(), ...proof };
    const byOwner = proof.factor === 'earlier';
    const user = proof.provesAddress ? await this.waysIn.prove(given as T & ProvableUser, proverOf(proof)) : given;
    const owner = { ...user, ...(await this.signIns.record(user)) };
    if (proof.identity) await this.identities.complete(user, opening);
    // A first proof has given the account to the reader of the mailbox: earlier sign-ins were those of another person.
    const first = given.lastLogin === null || (user.emailProved === true && given.emailProved === false && !byOwner);
    const policy = { watched: this.methods.isDemanded(user), first };
    return { user, outcome: await this.opener.open(owner as Admitted<typeof owner>, opening, policy, client) };
  }

  /**
   * The second step of a sign-in, after a factor was proved. The user must be locked.
   * @param added what the factor adds to the `amr`
   * @throws {ApiError} INVALID_MFA_TOKEN when the provider of the first step was changed or switched off, or its identity was
   * linked to another user, and the errors of `open()`
   */
  async openSecond<T extends SigningIn>(
    user: T,
    { proof: first }: FirstStep,
    added: readonly string[],
    factor: ShownFactor,
    client: RequestClient,
  ): Promise<GateAnswer<T>> {
    const proof = await this.identities.requireProvider(first);
    try {
      return await this.open(user, withFactor(proof, added, factor), client);
    } catch (cause) {
      if (!(cause instanceof ApiError && cause.code === 'IDENTITY_ALREADY_LINKED')) throw cause;
      throw new ApiError('INVALID_MFA_TOKEN', {
        cause,
        reason: 'identity linked to another user since the first step',
      });
    }
  }

  /** The same as `open()` for a new user, whose row already has this sign-in unless `holdsNewUsers`. */
  async openFirst(user: Authenticated, client: RequestClient): Promise<SignInOutcome> {
    const mfaChallenge = await this.challengeOf(user, BY_SIGN_UP);
    if (mfaChallenge) return { mfaChallenge };
    const policy = { watched: this.methods.isDemanded(user), first: true };
    const owner = { ...user, ...NO_CLAIMS };
    return this.opener.open(owner as Admitted<typeof owner>, BY_SIGN_UP, policy, client);
  }

  /** What a sign-in still needs, with the token for the second step; undefined for nothing. */
  private async challengeOf(user: Authenticated, proof: Proof): Promise<MfaChallenge | undefined> {
    const { uid } = user;
    if (proof.acr === 'aal2') return undefined;
    if (await this.methods.needsFactor(user)) {
      const methods = await this.methods.of(uid);
      const made = await this.firstStep('mfa', MFA_SECONDS, user, proof);
      await this.events.record('mfa.challenged', { uid, actor: userActor(uid), data: { method: proof.method } });
      return { code: 'MFA_REQUIRED', ...made, methods };
    }
    if (!(await this.methods.isOverdue(user))) return undefined;
    const made = await this.firstStep('mfa_enrolment', ENROLMENT_SECONDS, user, proof);
    return { code: 'MFA_ENROLMENT_REQUIRED', ...made, methods: [...ADDED_KINDS] };
  }

  private async firstStep(purpose: 'mfa' | 'mfa_enrolment', lifetime: number, user: Authenticated, proof: Proof) {
    // Locks the user before the row of the challenge refers to it: parallel sign-ins would otherwise end in deadlocks.
    await this.signIns.suspend(user, proof.amr.includes('pwd'));
    const { uid, email } = user;
    const data: FirstStep = { proof, email };
    const { idp = null, identityKey = null, idpSid = null } = proof;
    const vouchedFor = { idp, identityKey, idpSid };
    return this.tokens.create({ purpose, uid, livesIn: 'nothing', vouchedFor, data, lifetime });
  }
}
