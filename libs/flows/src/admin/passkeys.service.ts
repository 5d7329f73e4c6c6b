import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { type Passkey, Passkeys } from '@app/factors';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { AdminRank } from '../access/admin-rank.js';
import type { Administrator } from '../access/administrator.js';
import { FactorRemoval } from '../factors/factor-removal.js';
import { toUid } from './users/user-lookup.js';

/** Lists and removes the passkeys of any user. */
@Injectable()
export class AdminPasskeyService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly rank: AdminRank,
    private readonly passkeys: Passkeys,
    private readonly removal: FactorRemoval,
    private readonly events: EventLog,
  ) {}

  /** @throws {ApiError} USER_NOT_FOUND */
  async list(uid: string): Promise<Passkey[]> {
    const user = await this.users.find(toUid(uid));
    if (!user) throw new ApiError('USER_NOT_FOUND');
    return this.passkeys.list(user.uid);
  }

  /**
   * Removes a passkey, also the last way to sign in and a required factor: its device may be stolen.
   * @throws {ApiError} USER_NOT_FOUND, NOT_AUTHORIZED, PASSKEY_NOT_FOUND
   */
  async remove(uid: string, passkeyId: string, by: Administrator): Promise<void> {
    await this.database.transaction(async () => {
      const user = await this.rank.lock(toUid(uid), by);
      await this.passkeys.remove(user.uid, passkeyId);
      await this.events.record('passkey.removed', { uid: user.uid, data: { passkey_id: passkeyId } });
      await this.removal.removed(user, 'passkey');
    });
  }
}
