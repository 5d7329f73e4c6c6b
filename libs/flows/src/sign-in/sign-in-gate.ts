import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import type { Admitted, Client } from '@app/tokens';
import { type Authenticated, NO_CLAIMS, SignInService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';
import { type ProvableUser, WaysIn } from '../revocation/ways-in.js';
import { IdentityLinks } from './identity-links.js';
import { type FirstStep, MfaChallenges } from './mfa-challenges.js';
import { BY_SIGN_UP, type Proof, proverOf, type ShownFactor, type SignInOutcome, withFactor } from './proof.js';
import { SessionOpener } from './session-opener.js';
import { TrustedDevices } from './sign-in-devices.js';

/** The user of a sign-in, as the transaction has locked it or as its password was compared. */
type SigningIn = Authenticated & Partial<ProvableUser>;

/** The user after the sign-in, which may have proved the address, and what it leads to. */
export interface GateAnswer<T> {
  user: T;
  outcome: SignInOutcome;
}

/**
 * Opens the session of every sign-in. Every way to sign in says who has proved what, and gets a session, or an MFA challenge for what
 * is missing. Impersonation (`SessionOpener.impersonate`), codes of the pages (`PageCodeExchange`), the console (`ConsoleSignIn`) and
 * refreshes do not pass here. A
 * refusal rolls the events of the transaction back: the caller records it afterwards.
 */
@Injectable()
export class SignInGate {
  constructor(
    private readonly clock: Clock,
    private readonly mfaChallenges: MfaChallenges,
    private readonly methods: FactorMethods,
    private readonly signIns: SignInService,
    private readonly opener: SessionOpener,
    private readonly identities: IdentityLinks,
    private readonly waysIn: WaysIn,
    private readonly trustedDevices: TrustedDevices,
  ) {}

  /** Whether the first sign-in of a new user must wait for a factor. */
  get holdsNewUsers(): boolean {
    return this.mfaChallenges.holdsNewUsers;
  }

  /**
   * Opens a session for a user who has proved enough. To be called in a transaction; an MFA challenge must be committed, too. While
   * the sign-in waits for a factor, its proof of the address has no effect: it is a part of the challenge.
   * @throws {ApiError} INVALID_CREDENTIALS, USER_DISABLED when the user changed after the authentication
   */
  async open<T extends SigningIn>(given: T, proof: Proof, client: Client): Promise<GateAnswer<T>> {
    const trusted = await this.trustedDevices.covers(given, proof, client);
    const mfaChallenge = trusted ? undefined : await this.mfaChallenges.of(given, proof);
    if (mfaChallenge) return { user: given, outcome: { mfaChallenge } };
    // The session begins before what the sign-in adds to the account: the links that secure an account reach back to the beginning of sessions.
    const opening = { createdAt: this.clock.now(), ...proof };
    const byOwner = proof.factor === 'earlier';
    const user = proof.provesAddress ? await this.waysIn.prove(given as T & ProvableUser, proverOf(proof)) : given;
    const owner = { ...user, ...(await this.signIns.record(user)) };
    await this.identities.complete(user, opening);
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
    client: Client,
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
  async openFirst(user: Authenticated, client: Client): Promise<SignInOutcome> {
    const mfaChallenge = await this.mfaChallenges.of(user, BY_SIGN_UP);
    if (mfaChallenge) return { mfaChallenge };
    const policy = { watched: this.methods.isDemanded(user), first: true };
    const owner = { ...user, ...NO_CLAIMS };
    return this.opener.open(owner as Admitted<typeof owner>, BY_SIGN_UP, policy, client);
  }
}
