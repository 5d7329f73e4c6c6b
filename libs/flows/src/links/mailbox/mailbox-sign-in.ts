import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, onBehalfOfUser } from '@app/events';
import type { Client, Link } from '@app/tokens';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FirstProof } from '../../accounts/address-proof/first-proof.js';
import type { Proof, SignInOutcome } from '../../sign-in/proof.js';
import { retryChanged } from '../../sign-in/retry-changed.js';
import { SignInGate } from '../../sign-in/sign-in-gate.js';
import { NewAccounts } from './new-accounts.js';

/** A letter by which a reader of the mailbox signs in, and the way it is used. */
export interface MailedProof {
  letter: Link;
  proof: Proof;
  /** Uses the letter up. @throws {ApiError} saying why it cannot be used */
  use(): Promise<void>;
  /** The error of a letter whose account has another email now. */
  gone: 'LINK_EXPIRED' | 'INVALID_CODE';
  /**
   * Whether the reader has also proved to be the owner of the account: the proof that they sign in with. Undefined when
   * they have proved no more than the address.
   */
  ownerProof?(user: User): Promise<Proof | undefined>;
}

/** Signs in a person who reads a mailbox. */
@Injectable()
export class MailboxSignIn {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly accounts: NewAccounts,
    private readonly firstProof: FirstProof,
    private readonly gate: SignInGate,
    private readonly events: EventLog,
  ) {}

  /**
   * When two letters of one new address are used in parallel, both sign in to the same new account. The user is found before the
   * transaction, which locks the user before it reads: on MySQL it would otherwise read an older state than the locked one.
   * @throws {ApiError} USER_DISABLED, and the errors of the letter
   */
  async signIn(mailed: MailedProof, client: Client): Promise<{ user: User; outcome: SignInOutcome }> {
    const { uid, email } = mailed.letter;
    return retryChanged(async () => {
      const found = uid ?? (await this.users.findByEmail(email))?.uid;
      return this.database.transaction(() => this.signInOnce(mailed, found, client));
    });
  }

  private async signInOnce(mailed: MailedProof, found: string | undefined, client: Client) {
    const { letter, proof } = mailed;
    await mailed.use();
    const { user, created } = await this.userOf(mailed, found);
    if (!user.active) throw new ApiError('USER_DISABLED');
    return onBehalfOfUser(user.uid, async () => {
      const { uid } = user;
      await this.events.record('link.used', { uid, data: { purpose: letter.purpose } });
      const ownerProof = await mailed.ownerProof?.(user);
      if (created) await this.accounts.record(user, proof.method);
      else if (ownerProof) await this.firstProof.apply(user, true);
      const reader = { ...proof, provesAddress: !user.emailProved };
      return { user, outcome: await this.gate.open(user, ownerProof ?? reader, client) };
    });
  }

  private async userOf(
    { letter, gone }: MailedProof,
    found: string | undefined,
  ): Promise<{ user: User; created: boolean }> {
    const { uid, email, signUp } = letter;
    // Such a letter was never sent.
    if (uid === null && !signUp) throw new ApiError(gone, { reason: 'no account, and no sign-up' });
    const user = found === undefined ? null : await this.users.lock(found);
    if (user?.email === email) return { user, created: false };
    if (uid !== null) throw new ApiError(gone, { reason: 'account deleted, or with another address' });
    return { user: await this.accounts.create(email), created: true };
  }
}
