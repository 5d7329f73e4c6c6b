import type { CallerIdentity } from '@app/auth';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { onBehalfOfUser } from '@app/events';
import { type FoundToken, OneTimeTokens } from '@app/tokens';
import { UserPasswords, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';
import { LoginThrottle } from '../access/login-throttle.js';
import { PasswordChange } from './password-change.js';

/** Sets a new password by the token of a reset link. */
@Injectable()
export class PasswordResetter {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly passwords: UserPasswords,
    private readonly methods: FactorMethods,
    private readonly links: OneTimeTokens,
    private readonly changes: PasswordChange,
    private readonly throttle: LoginThrottle,
  ) {}

  /**
   * A token that is used, expired or of another user is a wrong password.
   * @throws {ApiError} INVALID_PASSWORD, WEAK_PASSWORD
   */
  async reset(
    link: FoundToken & { email: string },
    caller: CallerIdentity | undefined,
    newPassword: string,
  ): Promise<void> {
    const { uid } = link;
    const foreign = caller !== undefined && caller.uid !== uid;
    if (uid === null || foreign || !this.links.isUsable(link)) throw new ApiError('INVALID_PASSWORD');
    const change = await this.passwords.prepareReset(uid, link.email, newPassword);
    const apply = async () => {
      await this.users.lock(uid);
      if (!(await this.links.consume(link))) throw new ApiError('INVALID_PASSWORD');
      await this.changes.reset(change, link.madeBy !== null);
    };
    await this.database.transaction(() => onBehalfOfUser(uid, apply));
    await this.throttle.reset(link.email);
    // A mailbox is no way round the limit of wrong factors.
    const user = await this.users.find(uid);
    if (!user || !(await this.methods.needsFactor(user))) await this.throttle.resetFactors(uid);
  }
}
