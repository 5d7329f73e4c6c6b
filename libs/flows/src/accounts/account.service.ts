import type { CallerIdentity } from '@app/auth';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, userActor } from '@app/events';
import { type Client, impersonatorOf, type TokenPair } from '@app/tokens';
import { type LockedUser, type PlannedChange, type SignUp, type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LoginThrottle } from '../access/login-throttle.js';
import { type ConfirmedPassword, RecentSignIn } from '../access/recent-sign-in.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { TokenRevocation } from '../revocation/token-revocation.js';
import { tokensOf } from '../sign-in/outcome.js';
import { SignInGate } from '../sign-in/sign-in-gate.js';
import { EmailChange } from './email-change.js';
import { PendingChange } from './pending-change.js';

/** Reads, creates, changes and deletes accounts for their owners. */
@Injectable()
export class AccountService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly gate: SignInGate,
    private readonly tokens: TokenRevocation,
    private readonly stale: StaleTokens,
    private readonly recent: RecentSignIn,
    private readonly emailChange: EmailChange,
    private readonly pending: PendingChange,
    private readonly throttle: LoginThrottle,
    private readonly events: EventLog,
  ) {}

  /** @throws {ApiError} USER_NOT_FOUND */
  async get(uid: string): Promise<User> {
    const user = await this.users.find(uid);
    if (!user) throw new ApiError('USER_NOT_FOUND');
    return user;
  }

  /**
   * Creates a user and, if requested, opens a session, in one transaction.
   * @throws {ApiError} INVALID_EMAIL, WEAK_PASSWORD, EMAIL_ALREADY_IN_USE; MFA_ENROLMENT_REQUIRED when the user was created
   * and the session must wait for a factor
   */
  async create(signUp: SignUp, login: boolean, client: Client): Promise<{ user: User; tokens?: TokenPair }> {
    const prepared = await this.users.prepare(signUp);
    const { user, outcome } = await this.database.transaction(async () => {
      const user = await this.users.create(prepared, login && !this.gate.holdsNewUsers);
      const { uid } = user;
      await this.events.record('user.created', { uid, actor: userActor(uid), data: { method: 'sign_up' } });
      return { user, outcome: login ? await this.gate.openFirst(user, client) : undefined };
    });
    return outcome ? { user, tokens: tokensOf(outcome, { uid: user.uid }) } : { user };
  }

  /**
   * Changes the email or the metadata. A changed email needs a recent sign-in (`RecentSignIn`). It may wait for a confirmation;
   * otherwise it invalidates the links that were mailed to the old one.
   * @throws {ApiError} NOT_AUTHENTICATED, INVALID_EMAIL, EMAIL_ALREADY_IN_USE, INVALID_PASSWORD, REAUTHENTICATION_REQUIRED,
   * IMPERSONATION_FORBIDDEN, EMAIL_NOT_CONFIGURED, TOO_MANY_REQUESTS
   */
  async update(
    caller: CallerIdentity,
    changes: { email?: string; metadata?: string },
    password?: string,
  ): Promise<void> {
    const moves = await this.users.changesEmail(caller.uid, changes.email);
    if (moves && impersonatorOf(caller.claims) !== undefined) throw new ApiError('IMPERSONATION_FORBIDDEN');
    if (moves) {
      const confirmed = await this.recent.confirm(caller, password);
      await this.throttle.emailChange(caller.uid, () => this.applyUpdate(caller, changes, confirmed));
    } else {
      // Without the email: if the address changes in this moment, it would be a change of address that was not counted.
      const { metadata } = changes;
      await this.applyUpdate(caller, { metadata }, undefined, changes.email !== undefined);
    }
  }

  /**
   * A user deletes their own account. @throws {ApiError} NOT_AUTHENTICATED, INVALID_PASSWORD, REAUTHENTICATION_REQUIRED,
   * TOO_MANY_REQUESTS
   */
  async deleteOwn(caller: CallerIdentity, password?: string): Promise<void> {
    const confirmed = await this.recent.confirm(caller, password);
    const check = async (user: LockedUser) => {
      await this.stale.refuse(caller);
      await this.recent.requireOrPassword(caller, user, confirmed);
    };
    await this.remove(caller.uid, (uid) => this.users.remove(uid, check));
  }

  /**
   * Deletes an account with its emails and links, so that no mailed link can create it again.
   * @param removeRow removes the row of the user and returns the email
   */
  async remove(uid: string, removeRow: (uid: string) => Promise<string>): Promise<void> {
    await this.database.transaction(async () => {
      const email = await removeRow(uid);
      await this.events.record('user.deleted', { uid });
      await this.emailChange.deleted(email);
      await this.tokens.madeBy(userActor(uid));
    });
  }

  /**
   * Returns whether the email has changed, or is to change.
   * @param keepsEmail whether the request names the current email, which replaces one that waits
   */
  private applyUpdate(
    caller: CallerIdentity,
    changes: { email?: string; metadata?: string },
    confirmed: ConfirmedPassword,
    keepsEmail = false,
  ): Promise<boolean> {
    const { uid, sessionId } = caller;
    const check = async (planned: PlannedChange) => {
      await this.stale.refuse(caller);
      if (planned.email === undefined) return false;
      await this.recent.requireOrPassword(caller, planned.user, confirmed);
      return this.emailChange.mustWait(uid);
    };
    return this.database.transaction(async () => {
      const { user, email, metadata, waits } = await this.users.update(uid, changes, check);
      if (metadata) await this.events.record('user.updated', { uid, data: { fields: ['metadata'] } });
      if (keepsEmail && impersonatorOf(caller.claims) === undefined) await this.pending.forget(uid);
      if (email === undefined) return false;
      if (waits) await this.pending.ask(user, email, sessionId);
      else await this.emailChange.replaced(user, email, sessionId);
      return true;
    });
  }
}
