import { Identities, type Identity } from '@app/federation';
import { Injectable } from '@nestjs/common';
import { AdminRank } from '../access/admin-rank.js';
import { WaysIn } from '../revocation/ways-in.js';
import { toUid, UserLookup } from './users/user-lookup.js';

/** Lists and removes the identities of any user. */
@Injectable()
export class AdminIdentityService {
  constructor(
    private readonly lookup: UserLookup,
    private readonly rank: AdminRank,
    private readonly identities: Identities,
    private readonly waysIn: WaysIn,
  ) {}

  /** @throws {ApiError} USER_NOT_FOUND */
  async list(uid: string): Promise<Identity[]> {
    return this.identities.list(await this.lookup.uidOf(uid));
  }

  /**
   * Removes an identity, also the last way to sign in: the account at the provider may be stolen. Ends the sessions that the
   * provider has vouched for.
   * @throws {ApiError} USER_NOT_FOUND, NOT_AUTHORIZED, IDENTITY_NOT_FOUND
   */
  async remove(uid: string, identityId: string): Promise<void> {
    await this.rank.transaction(toUid(uid), (user) => this.waysIn.unlink(user, identityId));
  }
}
