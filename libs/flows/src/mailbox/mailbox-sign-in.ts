import { Env } from '@app/config';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, onBehalfOfUser } from '@app/events';
import type { Client, Link, SessionKey, SignInMethod } from '@app/tokens';
import { EmailOwnership, type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { WaysIn } from '../revocation/ways-in.js';
import type { Proof } from '../sign-in/proof.js';
import { retryChanged } from '../sign-in/session-opener.js';
import { type GateAnswer, SignInGate } from '../sign-in/sign-in-gate.js';

/** Accounts that the proof of an address creates. */
@Injectable()
export class NewAccounts {
  constructor(
    private readonly env: Env,
    private readonly ownership: EmailOwnership,
    private readonly events: EventLog,
  ) {}

  /** Whether a person may create an account without an administrator. */
  get areOpen(): boolean {
    return this.env.signUp;
  }

  /**
   * Creates a user without a password, whose address is proved.
   * @param madeBy the administrator who has made the link, and whose work the account is then
   * @throws {ApiError} EMAIL_ALREADY_IN_USE
   */
  create(email: string, madeBy: string | null = null): Promise<User> {
    return this.ownership.createProved(email, madeBy);
  }

  /** Records the creation. To be called in its transaction, on behalf of the new user. */
  async record({ uid }: User, method: SignInMethod): Promise<void> {
    await this.events.record('user.created', { uid, data: { method } });
    await this.events.record('user.email_verified', { uid });
  }
}

/** What a sign-in needs to know of an email. */
export type MailedLink = Pick<Link, 'uid' | 'email' | 'signUp' | 'purpose' | 'madeBy' | 'counter'>;

/** An email by which a reader of the mailbox signs in, and the way it is consumed. */
interface MailedProof {
  link: MailedLink;
  proof: Proof;
  /** Consumes the email. @throws {ApiError} saying why it cannot be used */
  consume(): Promise<void>;
  /** The error of an email whose account has another address now. */
  gone: 'LINK_EXPIRED' | 'INVALID_CODE';
  /**
   * Whether the reader has also proved to be the owner of the account: the proof that they sign in with. Undefined when
   * they have proved no more than the address.
   */
  ownerProof?(user: User): Promise<Proof | undefined>;
  /** Only for the code of a link that was followed before, and recorded then: called with the session that opens. */
  followed?: { opened(session: SessionKey): Promise<void> };
}

/** Signs in a person who reads a mailbox. */
@Injectable()
export class MailboxSignIn {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly accounts: NewAccounts,
    private readonly waysIn: WaysIn,
    private readonly gate: SignInGate,
    private readonly events: EventLog,
  ) {}

  /**
   * When two emails of one new address are used in parallel, both sign in to the same new account. The user is found before the
   * transaction, which locks the user before it reads: on MySQL it would otherwise read an older state than the locked one.
   * @throws {ApiError} USER_DISABLED, and the errors of the email
   */
  async signIn(mailed: MailedProof, client: Client): Promise<GateAnswer<User>> {
    const { uid, email } = mailed.link;
    return retryChanged(async () => {
      const found = uid ?? (await this.users.findByEmail(email))?.uid;
      return this.database.transaction(() => this.signInOnce(mailed, found, client));
    });
  }

  private async signInOnce(mailed: MailedProof, found: string | undefined, client: Client) {
    const { link, proof, followed } = mailed;
    const owner = found === undefined ? null : await this.users.lock(found);
    await mailed.consume();
    const { user, created } = await this.userOf(mailed, owner);
    if (!user.active) throw new ApiError('USER_DISABLED');
    return onBehalfOfUser(user.uid, async () => {
      const { uid } = user;
      if (!followed) await this.events.record('link.used', { uid, data: { purpose: link.purpose } });
      const ownerProof = await mailed.ownerProof?.(user);
      if (created) await this.accounts.record(user, proof.method);
      const known = !created && ownerProof ? await this.waysIn.prove(user, 'owner') : user;
      const reader = { ...proof, provesAddress: !known.emailProved, linkOfAdministrator: link.madeBy !== null };
      const answer = await this.gate.open(known, ownerProof ?? reader, client);
      if ('sessionId' in answer.outcome) await followed?.opened({ uid, sessionId: answer.outcome.sessionId });
      return answer;
    });
  }

  private async userOf(
    { link, gone, followed }: MailedProof,
    user: User | null,
  ): Promise<{ user: User; created: boolean }> {
    const { uid, email, signUp, counter, madeBy } = link;
    // Such an email was never sent.
    if (uid === null && !signUp) throw new ApiError(gone, { reason: 'no account, and no sign-up' });
    if (user?.email === email) {
      // It carries the counter of no user: it works for an account of which no event has ended anything.
      if (uid === null && (followed || counter !== user.rung1))
        throw new ApiError(gone, { reason: 'email from before the account existed' });
      return { user, created: false };
    }
    if (uid !== null) throw new ApiError(gone, { reason: 'account deleted, or with another address' });
    return { user: await this.accounts.create(email, madeBy), created: true };
  }
}
