import { Database } from '@app/database';
import { EventLog } from '@app/events';
import { type AccountFacts, UserAdministration } from '@app/users';
import { Injectable } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { toUid } from './user-lookup.js';

/** Creates and removes accounts for an administrator. */
@Injectable()
export class AdminUserService {
  constructor(
    private readonly database: Database,
    private readonly users: UserAdministration,
    private readonly accounts: AccountService,
    private readonly events: EventLog,
  ) {}

  /**
   * Creates an account and returns its uid.
   * @throws {ApiError} INVALID_REQUEST, INVALID_EMAIL, WEAK_PASSWORD, INVALID_HASH, EMAIL_ALREADY_IN_USE, UID_ALREADY_IN_USE
   */
  async create(facts: AccountFacts): Promise<{ uid: string }> {
    const account = await this.users.prepare(facts);
    const { uid } = account;
    await this.database.transaction(async () => {
      await this.users.create(account);
      await this.events.record('user.created', { uid });
    });
    return { uid };
  }

  /** Removes an account, disabled or not, with all its data. @throws {ApiError} USER_NOT_FOUND */
  async remove(uid: string): Promise<void> {
    await this.accounts.remove(toUid(uid), (known) => this.users.remove(known));
  }
}
