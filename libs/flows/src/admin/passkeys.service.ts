import { type Passkey, Passkeys } from '@app/factors';
import { Injectable } from '@nestjs/common';
import { AdminRank } from '../access/admin-rank.js';
import { FactorRemoval } from '../factors/factor-removal.js';
import { toUid, UserLookup } from './users/user-lookup.js';

/** Lists and removes the passkeys of any user. */
@Injectable()
export class AdminPasskeyService {
  constructor(
    private readonly lookup: UserLookup,
    private readonly rank: AdminRank,
    private readonly passkeys: Passkeys,
    private readonly removal: FactorRemoval,
  ) {}

  /** @throws {ApiError} USER_NOT_FOUND */
  async list(uid: string): Promise<Passkey[]> {
    return this.passkeys.list(await this.lookup.uidOf(uid));
  }

  /**
   * Removes a passkey, also the last way to sign in and a required factor: its device may be stolen.
   * @throws {ApiError} USER_NOT_FOUND, NOT_AUTHORIZED, PASSKEY_NOT_FOUND
   */
  async remove(uid: string, passkeyId: string): Promise<void> {
    await this.rank.transaction(toUid(uid), async (user) => {
      await this.removal.passkeyRemoved(user, await this.passkeys.remove(user.uid, passkeyId));
    });
  }
}
