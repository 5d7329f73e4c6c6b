import { Database, isDuplicateKey } from '@app/database';
import { ApiError, type ErrorCode } from '@app/errors';
import { EventLog } from '@app/events';
import { FactorTransfer, type NewFactors } from '@app/factors';
import { IdentityTransfer, type NewIdentity } from '@app/federation';
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
    private readonly identities: IdentityTransfer,
    private readonly accounts: AccountService,
    private readonly events: EventLog,
  ) {}

  /**
   * Creates an account and returns its uid.
   * @throws {ApiError} INVALID_REQUEST, INVALID_EMAIL, WEAK_PASSWORD, INVALID_HASH, EMAIL_ALREADY_IN_USE, UID_ALREADY_IN_USE,
   * PASSKEY_EXISTS, IDENTITY_ALREADY_LINKED
   */
  async create(
    facts: AccountFacts,
    factors: NewFactors = { totp: [], passkeys: [] },
    identities: NewIdentity[] = [],
  ): Promise<{ uid: string }> {
    const account = await this.users.prepare(facts);
    const { uid } = account;
    await this.database.transaction(async () => {
      await this.users.create(account);
      await this.transfer.insert([{ uid, factors }]).catch(rename('PASSKEY_EXISTS'));
      await this.identities.insert([{ uid, identities }]).catch(rename('IDENTITY_ALREADY_LINKED'));
      await this.events.record('user.created', { uid });
    });
    return { uid };
  }

  /** Removes an account, disabled or not, with all its data. @throws {ApiError} USER_NOT_FOUND */
  async remove(uid: string): Promise<void> {
    await this.accounts.remove(toUid(uid), (known) => this.users.remove(known));
  }
}

/** Names the error of a duplicate key. */
function rename(code: ErrorCode) {
  return (cause: unknown): never => {
    throw isDuplicateKey(cause) ? new ApiError(code, undefined, { cause }) : cause;
  };
}
