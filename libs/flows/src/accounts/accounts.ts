import type { CallerIdentity } from '@app/auth';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, userActor } from '@app/events';
import { impersonatorOf, type RequestClient, type TokenPair } from '@app/tokens';
import { type LockedUser, type OwnChanges, type SignUp, type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LoginThrottle } from '../access/login-throttle.js';
import { type ConfirmedPassword, RecentSignIn } from '../access/recent-sign-in.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { Access } from '../revocation/access.js';
import { tokensOf } from '../sign-in/proof.js';
import { SignInGate } from '../sign-in/sign-in-gate.js';
import { EmailChange } from './email-change.js';

/** Accounts: their owners create, change and delete them. */
@Injectable()
export class AccountService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly gate: SignInGate,
    private readonly stale: StaleTokens,
    private readonly recent: RecentSignIn,
    private readonly emailChange: EmailChange,
    private readonly throttle: LoginThrottle,
    private readonly access: Access,
    private readonly events: EventLog,
  ) {}

  /**
   * Creates a user and, if requested, opens a session, in one transaction.
   * @throws {ApiError} INVALID_EMAIL, WEAK_PASSWORD, EMAIL_ALREADY_IN_USE; MFA_ENROLMENT_REQUIRED when the user was created
   * and the session must wait for a factor
   */
  async create(signUp: SignUp, login: boolean, client: RequestClient): Promise<{ user: User; tokens?: TokenPair }> {
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
  async update(caller: CallerIdentity, changes: OwnChanges, password?: string): Promise<void> {
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
   * Returns whether the email has changed, or is to change.
   * @param keepsEmail whether the request names the current email, which replaces one that waits
   */
  private applyUpdate(
    caller: CallerIdentity,
    changes: OwnChanges,
    confirmed: ConfirmedPassword,
    keepsEmail = false,
  ): Promise<boolean> {
    const { uid, sessionId } = caller;
    return this.stale.transaction(caller, async (user) => {
      const mustWait = async () => {
        await this.recent.requireOrPassword(caller, user, confirmed);
        return this.emailChange.mustWait(uid);
      };
      const { email, metadata, waits } = await this.users.update(user, changes, mustWait);
      if (metadata) await this.events.record('user.updated', { uid, data: { fields: ['metadata'] } });
      if (keepsEmail && impersonatorOf(caller.claims) === undefined) await this.emailChange.forget(uid);
      if (email === undefined) return false;
      if (waits) await this.emailChange.ask(user, email, { sessionId });
      else await this.emailChange.replaced(user, email, sessionId);
      return true;
    });
  }

  /** @throws {ApiError} NOT_AUTHENTICATED, INVALID_PASSWORD, REAUTHENTICATION_REQUIRED, TOO_MANY_REQUESTS */
  async removeOwn(caller: CallerIdentity, password?: string): Promise<void> {
    const confirmed = await this.recent.confirm(caller, password);
    await this.stale.transaction(caller, async (user) => {
      await this.recent.requireOrPassword(caller, user, confirmed);
      await this.remove(user);
    });
  }

  /** Deletes an account with its emails and links, so that no mailed link can create it again. */
  async remove(user: LockedUser): Promise<void> {
    const { uid } = user;
    await this.users.remove(user);
    await this.events.record('user.deleted', { uid });
    await this.emailChange.deleted(user);
    await this.access.endRightsOf(userActor(uid));
  }
}
