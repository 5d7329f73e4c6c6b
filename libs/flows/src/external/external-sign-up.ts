import { onBehalfOfUser } from '@app/events';
import { Identities } from '@app/federation';
import type { Client } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { NewAccounts } from '../links/mailbox/new-accounts.js';
import { IdentityLinks } from '../sign-in/identity-links.js';
import { byProvider } from '../sign-in/proof.js';
import { SignInGate } from '../sign-in/sign-in-gate.js';
import type { Decision, ExternalClaim } from './external-decision.js';

/** Creates accounts for persons whom a provider has authenticated. */
@Injectable()
export class ExternalSignUp {
  constructor(
    private readonly accounts: NewAccounts,
    private readonly identities: Identities,
    private readonly links: IdentityLinks,
    private readonly gate: SignInGate,
  ) {}

  /** Whether the settings allow new accounts. */
  get areOpen(): boolean {
    return this.accounts.areOpen;
  }

  /**
   * Creates an account with an address that is proved and in no account. The identity is linked at once: it is the only way in, and
   * there is nothing to protect yet.
   */
  async signUp({ provider, person, signUp }: ExternalClaim, email: string, client: Client): Promise<Decision> {
    if (!signUp || !provider.signUp) return { refusal: 'SIGN_UP_NOT_ALLOWED' };
    const user = await this.accounts.create(email);
    return onBehalfOfUser(user.uid, async () => {
      await this.accounts.record(user, 'external');
      const { identityId } = await this.links.create(user.uid, provider.id, person);
      await this.identities.noteUse(identityId, person.email);
      return this.gate.open(user, byProvider(provider, person), client);
    });
  }
}
