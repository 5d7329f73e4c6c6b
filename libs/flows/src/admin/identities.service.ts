import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { Identities, type Identity } from '@app/federation';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { AdminRank } from '../access/admin-rank.js';
import type { Administrator } from '../access/administrator.js';
import { UnlinkService } from '../external/unlink.service.js';
import { toUid } from './users/user-lookup.js';

/** Lists and removes the identities of any user. */
@Injectable()
export class AdminIdentityService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly rank: AdminRank,
    private readonly identities: Identities,
    private readonly unlinks: UnlinkService,
  ) {}

  /** @throws {ApiError} USER_NOT_FOUND */
  async list(uid: string): Promise<Identity[]> {
    const user = await this.users.find(toUid(uid));
    if (!user) throw new ApiError('USER_NOT_FOUND');
    return this.identities.list(user.uid);
  }

  /**
   * Removes an identity, also the last way to sign in: the account at the provider may be stolen. Ends the sessions that the
   * provider has vouched for.
   * @throws {ApiError} USER_NOT_FOUND, NOT_AUTHORIZED, IDENTITY_NOT_FOUND
   */
  async remove(uid: string, identityId: string, by: Administrator): Promise<void> {
    await this.database.transaction(async () => {
      const user = await this.rank.lock(toUid(uid), by);
      await this.unlinks.unlink(user, identityId);
    });
  }
}
