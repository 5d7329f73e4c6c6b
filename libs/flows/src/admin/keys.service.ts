import { Database } from '@app/database';
import { EventLog } from '@app/events';
import { SigningKeys } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { AdminRank } from '../access/admin-rank.js';

/** Rotates the signing key. */
@Injectable()
export class KeysService {
  constructor(
    private readonly database: Database,
    private readonly rank: AdminRank,
    private readonly keys: SigningKeys,
    private readonly events: EventLog,
  ) {}

  /**
   * Makes the next key the signing key and returns its `kid`. The key starts to sign when it has been published for long
   * enough. Until then another call changes nothing; of parallel calls, one makes the change.
   */
  async rotate(): Promise<string> {
    const kid = await this.database.transaction(async () => {
      const successor = await this.keys.successor();
      const { kid, scheduled } = successor;
      if (!scheduled && (await this.keys.promote(successor)))
        await this.events.record('admin.key_rotated', { data: { kid } });
      return kid;
    });
    // The rotation is committed. If the reload fails, the process reads the keys later, as all replicas do.
    await this.rank.afterwards(() => this.keys.reload()).catch(() => undefined);
    return kid;
  }
}
