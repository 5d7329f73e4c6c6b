import { DeletedUsers } from '@app/events';
import { FactorTransfer } from '@app/factors';
import { IdentityTransfer } from '@app/federation';
import { UserBatches } from '@app/users';
import { Injectable } from '@nestjs/common';
import { AdminRank } from '../../../access/admin-rank.js';
import { mayReuseUids } from '../../../access/deleted-uids.js';
import type { Row, UsedKeys } from '../rows/import-rows.js';

/** Finds which keys of rows belong to accounts already, and which uids belonged to deleted users. */
@Injectable()
export class UsedKeysFinder {
  constructor(
    private readonly rank: AdminRank,
    private readonly batches: UserBatches,
    private readonly transfer: FactorTransfer,
    private readonly identities: IdentityTransfer,
    private readonly deleted: DeletedUsers,
  ) {}

  /** @param by who imports */
  async find(rows: Pick<Row, 'account' | 'factors' | 'identities'>[]): Promise<UsedKeys> {
    const names = await this.batches.findUsed(rows.map(({ account }) => account));
    return {
      ...names,
      credentials: await this.transfer.findUsed(rows.map(({ factors }) => factors)),
      links: await this.identities.findUsed(rows.flatMap((row) => row.identities)),
      // After the accounts: a user who was deleted between the two queries is in the second one.
      deleted: mayReuseUids(this.rank.administrator)
        ? new Set()
        : await this.deleted.among(rows.map(({ account: { uid } }) => uid)),
    };
  }
}
