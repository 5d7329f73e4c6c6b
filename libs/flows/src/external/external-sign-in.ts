import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { onBehalfOfUser } from '@app/events';
import { Identities, type Identity, UnlinkedIdentities } from '@app/federation';
import type { Client } from '@app/tokens';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LoginFailures } from '../access/login-failures.js';
import { byProvider } from '../sign-in/proof.js';
import { retryChanged } from '../sign-in/retry-changed.js';
import { SignInGate } from '../sign-in/sign-in-gate.js';
import type { AuthenticatedPerson } from './external-challenges.js';
import type { Decision, ExternalClaim, ProvedAddress } from './external-decision.js';
import { ExternalSignUp } from './external-sign-up.js';

/** Finds or creates the user of a person whom a provider has authenticated. */
@Injectable()
export class ExternalSignIn {
  constructor(
    private readonly database: Database,
    private readonly identities: Identities,
    private readonly unlinked: UnlinkedIdentities,
    private readonly users: UsersService,
    private readonly signUps: ExternalSignUp,
    private readonly gate: SignInGate,
    private readonly failures: LoginFailures,
  ) {}

  /**
   * Runs a sign-in in a transaction that locks the user first: on MySQL it would otherwise read an older state than the locked
   * one. Runs it once more if another request has changed the user or the identity.
   * @param email the address that is proved; undefined for none
   */
  transaction<T>(provider: string, { key }: AuthenticatedPerson, email: string | undefined, work: () => Promise<T>) {
    return retryChanged(async () => {
      const uid = await this.ownerOf(provider, key, email);
      return this.database.transaction(async () => {
        if (uid !== undefined) await this.users.lock(uid);
        return work();
      });
    });
  }

  /** The user whom a sign-in will probably find. @param email the address that is proved; undefined for none */
  async ownerOf(provider: string, key: string, email: string | undefined): Promise<string | undefined> {
    const known = await this.identities.find(provider, key);
    return known?.uid ?? (email === undefined ? undefined : (await this.users.findByEmail(email))?.uid);
  }

  /**
   * To be called in a transaction of this class.
   * @param address undefined when none is proved. Then nothing depends on whether an account has it.
   */
  async decide(claim: ExternalClaim, address: ProvedAddress | undefined, client: Client): Promise<Decision> {
    const { provider, person } = claim;
    const known = await this.identities.find(provider.id, person.key);
    if (known) return this.signInKnown(claim, known, client);
    // Before anything depends on the address, so that the answer does not say whether an account has it.
    if (!this.signUps.areOpen) return { refusal: 'SIGN_UP_NOT_ALLOWED', reason: 'unknown identity, and SIGN_UP=off' };
    if (!address) return { unconfirmed: true };
    const owner = await this.users.findByEmail(address.email);
    if (!owner) return this.signUps.signUp(claim, address.email, client);
    if (provider.linking === 'manual' && !address.message) return { unconfirmed: true };
    // A code from before the account existed must not link to it: another person may have read that email.
    if (address.message && address.message.uid !== owner.uid)
      return { refusal: 'INVALID_CODE', reason: 'code from before the account existed' };
    return this.signInOwner(claim, owner, address, client);
  }

  /** The address at the provider is noted. That of the user stays. */
  private async signInKnown({ provider, person }: ExternalClaim, known: Identity, client: Client): Promise<Decision> {
    const user = await this.users.lock(known.uid);
    if (!user) throw new ApiError('IDENTITY_NOT_FOUND');
    if (!user.active) return this.refuseDisabled(user);
    return onBehalfOfUser(user.uid, async () => {
      await this.identities.noteUse(known.identityId, person.email);
      return this.gate.open(user, byProvider(provider, person), client);
    });
  }

  /**
   * Links the identity to the user who has its address, once the sign-in has all that it needs. An identity that was unlinked on
   * purpose comes back only by a code to the mailbox.
   */
  private async signInOwner(
    { provider, person }: ExternalClaim,
    owner: User,
    { message }: ProvedAddress,
    client: Client,
  ): Promise<Decision> {
    const user = await this.users.lock(owner.uid);
    if (user?.email !== owner.email)
      throw new ApiError('INVALID_CREDENTIALS', { reason: 'address changed or account deleted meanwhile' });
    if (!message && (await this.unlinked.has(user.uid, provider.id, person.key))) return { unconfirmed: true };
    if (!user.active) return this.refuseDisabled(user);
    return onBehalfOfUser(user.uid, async () => {
      const { key, subject, email } = person;
      // A factor at the provider says nothing about an account here that the identity is not linked to yet.
      const one = byProvider(provider, { ...person, mfa: false });
      const proof = { ...one, identity: { key, subject, email }, provesAddress: !user.emailProved };
      return this.gate.open(user, proof, client);
    });
  }

  private async refuseDisabled({ uid }: User): Promise<Decision> {
    await this.failures.record(uid, 'disabled', 'external');
    return { refusal: 'USER_DISABLED' };
  }
}
