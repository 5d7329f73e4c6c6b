import { Database } from '@app/database';
import { ApiError, type ErrorCode } from '@app/errors';
import { onBehalfOfUser } from '@app/events';
import { Identities, type Identity, type Provider } from '@app/federation';
import type { Client, Link } from '@app/tokens';
import { hasUnlinked, type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LoginFailures } from '../access/login-throttle.js';
import { NewAccounts } from '../mailbox/mailbox-sign-in.js';
import { IdentityLinks } from '../sign-in/identity-links.js';
import { byProvider } from '../sign-in/proof.js';
import { retryChanged } from '../sign-in/session-opener.js';
import { type GateAnswer, SignInGate } from '../sign-in/sign-in-gate.js';
import type { AuthenticatedPerson } from './external-challenges.js';

/** A person whom a provider has authenticated, and whether an account may be created. */
interface ExternalClaim {
  provider: Provider;
  person: AuthenticatedPerson;
  signUp: boolean;
}

/** An address of the person that is proved: by the provider, or by an email code. */
interface ProvedAddress {
  email: string;
  /** The email with the code; left out where the provider has proved the address. */
  message?: Pick<Link, 'uid'>;
}

/** A code, and why, for the log. */
export interface Refused {
  refusal: ErrorCode;
  reason?: string;
}

export const PROVIDER_CHANGED: Refused = {
  refusal: 'INVALID_CODE',
  reason: 'provider changed or switched off since the first step',
};

/**
 * What a sign-in by a provider leads to. A refusal is no exception, because the transaction must be committed: it has used
 * up the code.
 */
export type Decision = GateAnswer<User> | { unconfirmed: true } | Refused;

/** Finds or creates the user of a person whom a provider has authenticated. */
@Injectable()
export class ExternalSignIn {
  constructor(
    private readonly database: Database,
    private readonly identities: Identities,
    private readonly users: UsersService,
    private readonly accounts: NewAccounts,
    private readonly links: IdentityLinks,
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
    const owner = address && (await this.users.findByEmail(address.email));
    // The setting bars new accounts. The account of a proved address is there, and gets a new way in.
    if (!this.accounts.areOpen && !owner?.emailProved)
      return { refusal: 'SIGN_UP_NOT_ALLOWED', reason: 'unknown identity, and SIGN_UP=off' };
    if (!address) return { unconfirmed: true };
    if (!owner) return this.signUp(claim, address.email, client);
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
   * Links the identity to the user who has its address, once the sign-in has all that it needs. After an identity of the provider
   * was unlinked, only a code to the mailbox links one, whatever its subject: a thief of the account there may have several.
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
    if (!message && hasUnlinked(user, provider.id)) return { unconfirmed: true };
    if (!user.active) return this.refuseDisabled(user);
    return onBehalfOfUser(user.uid, async () => {
      const { key, subject, email } = person;
      // A factor at the provider says nothing about an account here that the identity is not linked to yet.
      const one = byProvider(provider, { ...person, mfa: false });
      const proof = { ...one, identity: { key, subject, email }, provesAddress: !user.emailProved };
      return this.gate.open(user, proof, client);
    });
  }

  /**
   * Creates an account with an address that is proved and in no account. The identity is linked at once: it is the only way in, and
   * there is nothing to protect yet.
   */
  private async signUp({ provider, person, signUp }: ExternalClaim, email: string, client: Client): Promise<Decision> {
    if (!signUp || !provider.signUp) return { refusal: 'SIGN_UP_NOT_ALLOWED' };
    const user = await this.accounts.create(email);
    return onBehalfOfUser(user.uid, async () => {
      await this.accounts.record(user, 'external');
      const { identityId } = await this.links.create(user.uid, provider.id, person);
      await this.identities.noteUse(identityId, person.email);
      return this.gate.open(user, byProvider(provider, person), client);
    });
  }

  private async refuseDisabled({ uid }: User): Promise<Decision> {
    await this.failures.record(uid, 'disabled', 'external');
    return { refusal: 'USER_DISABLED' };
  }
}
