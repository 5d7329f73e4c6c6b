import { Database, isDuplicateKey } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { FactorTransfer, type NewFactors } from '@app/factors';
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
    private readonly transfer: FactorTransfer,
    private readonly accounts: AccountService,
    private readonly events: EventLog,
  ) {}

  /**
   * Creates an account and returns its uid.
   * @throws {ApiError} INVALID_REQUEST, INVALID_EMAIL, WEAK_PASSWORD, INVALID_HASH, EMAIL_ALREADY_IN_USE, UID_ALREADY_IN_USE,
   * PASSKEY_EXISTS
   */
  async create(facts: AccountFacts, factors: NewFactors = { totp: [], passkeys: [] }): Promise<{ uid: string }> {
    const account = await this.users.prepare(facts);
    const { uid } = account;
    await this.database.transaction(async () => {
      await this.users.create(account);
      await this.addFactors(uid, factors);
      await this.events.record('user.created', { uid });
    });
    return { uid };
  }

  private async addFactors(uid: string, factors: NewFactors): Promise<void> {
    await this.transfer.insert([{ uid, factors }]).catch((cause: unknown) => {
      throw isDuplicateKey(cause) ? new ApiError('PASSKEY_EXISTS', undefined, { cause }) : cause;
    });
  }

  /** Removes an account, disabled or not, with all its data. @throws {ApiError} USER_NOT_FOUND */
  async remove(uid: string): Promise<void> {
    await this.accounts.remove(toUid(uid), (known) => this.users.remove(known));
  }
}
