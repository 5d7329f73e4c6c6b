import { Clock, Database, lockRows } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Identity } from './identity.entity.js';
import { UnlinkedIdentity } from './unlinked-identity.entity.js';

/**
 * The identities that were unlinked on purpose. To be called in transactions that have locked the user. `Identities.link()` forgets the
 * identity that it links.
 */
@Injectable()
export class UnlinkedIdentities {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Remembers identities that were just removed. */
  async remember(removed: Pick<Identity, 'uid' | 'providerId' | 'keyHash'>[]): Promise<void> {
    const createdAt = this.clock.now();
    const rows = removed.map(({ uid, providerId, keyHash }) => ({ uid, providerId, keyHash, createdAt }));
    if (rows.length > 0) await this.database.insert(UnlinkedIdentity, rows);
  }

  /** @param key of an `ExternalPerson` */
  async has(uid: string, providerId: string, key: string): Promise<boolean> {
    const found = this.database
      .repo(UnlinkedIdentity)
      .createQueryBuilder('unlinked')
      .where({ uid, providerId, keyHash: key });
    return (await lockRows(found).getOne()) !== null;
  }
}
