import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import type { RequestClient, TokenPair } from '@app/tokens';
import { type Authenticated, SignInService, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LoginThrottle } from '../access/login-throttle.js';
import { BY_PASSWORD, tokensOf } from '../sign-in/proof.js';
import { SignInGate } from '../sign-in/sign-in-gate.js';
import { LazyMigration } from './lazy-migration.js';

/** What the log says of a failure. */
const REASONS = {
  unknown_email: 'unknown email',
  no_password: 'account without a password',
  wrong_password: 'wrong password',
};

/** Signs in by a password. */
@Injectable()
export class PasswordLogin {
  constructor(
    private readonly database: Database,
    private readonly gate: SignInGate,
    private readonly users: UsersService,
    private readonly signIns: SignInService,
    private readonly migration: LazyMigration,
    private readonly throttle: LoginThrottle,
  ) {}

  /**
   * The user of an email and a password. Records a failure on behalf of the current actor.
   * @param address of the client
   * @throws {ApiError} INVALID_CREDENTIALS; USER_DISABLED if the password is right; TOO_MANY_REQUESTS
   */
  authenticate(email: string, password: string, address: string): Promise<Authenticated> {
    return this.throttle.login(email, address, async () => {
      const attempt = await this.migration.authenticate(email, password);
      if ('user' in attempt) return attempt.user;
      const { uid, failure } = attempt;
      await this.throttle.recordFailure(uid, failure);
      if (failure === 'disabled') throw new ApiError('USER_DISABLED');
      throw new ApiError('INVALID_CREDENTIALS', { reason: REASONS[failure] });
    });
  }

  /**
   * Signs a user in whose password was just found right.
   * A change of the password, the factors or the policy since then is no failed guess: the password is compared once more.
   * @throws {ApiError} INVALID_CREDENTIALS, USER_DISABLED when the user was changed, deleted or disabled since then;
   * MFA_REQUIRED, MFA_ENROLMENT_REQUIRED
   */
  async logIn(user: Authenticated, password: string, client: RequestClient): Promise<TokenPair> {
    try {
      const { outcome } = await this.database
        .transaction(() => this.gate.open(user, BY_PASSWORD, client))
        .catch((error) => {
          if (error.code === 'INVALID_CREDENTIALS') return this.openAgain(user, password, client);
          throw error;
        });
      return tokensOf(outcome);
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === 'INVALID_CREDENTIALS') await this.throttle.recordFailure(user.uid, 'changed');
      if (code === 'USER_DISABLED') await this.throttle.recordFailure(user.uid, 'disabled');
      throw error;
    }
  }

  /** With the user locked, so that no further change comes between. Compares the password again only if it has changed. */
  private async openAgain(user: Authenticated, password: string, client: RequestClient) {
    const { uid, email } = user;
    const same = (await this.users.find(uid))?.passwordVersion === user.passwordVersion;
    const again = same ? { user } : await this.signIns.authenticate(email, password);
    return this.database.transaction(async () => {
      const locked = await this.users.lock(uid);
      if (!locked || !('user' in again) || locked.passwordVersion !== again.user.passwordVersion) {
        throw new ApiError('INVALID_CREDENTIALS', { reason: 'password changed or account deleted meanwhile' });
      }
      return this.gate.open(locked, BY_PASSWORD, client);
    });
  }
}
