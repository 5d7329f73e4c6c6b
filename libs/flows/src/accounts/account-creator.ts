import { Database } from '@app/database';
import { EventLog, userActor } from '@app/events';
import type { Client, TokenPair } from '@app/tokens';
import { type SignUp, type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { tokensOf } from '../sign-in/outcome.js';
import { SignInGate } from '../sign-in/sign-in-gate.js';

/** Creates accounts for their owners. */
@Injectable()
export class AccountCreator {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly gate: SignInGate,
    private readonly events: EventLog,
  ) {}

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
}
