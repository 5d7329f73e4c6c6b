import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { MailService } from '@app/mail';
import { LinkRevocation } from '@app/tokens';
import { type ImportBatch, UserBatches } from '@app/users';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { AdminRank } from '../../access/admin-rank.js';
import type { AdministratorOrOperator } from '../../access/administrator.js';

const CHUNK = 250;

/** Enough to find the import of a lost id. */
const MOST_LISTED = 100;

/** Lists imports, and removes the users of one. */
@Injectable()
export class ImportBatchService {
  constructor(
    private readonly rank: AdminRank,
    private readonly batches: UserBatches,
    private readonly links: LinkRevocation,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /** The newest imports, with the number of their users that there still are. */
  list(): Promise<(ImportBatch & { users: number })[]> {
    return this.batches.newest(MOST_LISTED);
  }

  /**
   * Removes the users of an import who never signed in, in several transactions; other users are kept.
   * @throws {ApiError} BATCH_NOT_FOUND; NOT_AUTHENTICATED, and the users who were removed before are gone
   */
  async undo(id: string, by: AdministratorOrOperator): Promise<{ removed: number; kept: number }> {
    const batchId = id.toLowerCase();
    if (!isUuid(batchId) || !(await this.batches.exists(batchId))) throw new ApiError('BATCH_NOT_FOUND');
    let removed = 0;
    for (let after = ''; ; ) {
      const gone = await this.rank.confirmed(by, () => this.removeSome(batchId, after));
      const last = gone.at(-1);
      if (!last) return { removed, kept: await this.batches.count(batchId) };
      removed += gone.length;
      after = last.uid;
    }
  }

  /** Also removes their emails and links, so that no mailed link can create an account again. */
  private async removeSome(batchId: string, after: string): Promise<{ uid: string }[]> {
    const gone = await this.batches.removeUnused(batchId, after, CHUNK);
    const emails = gone.map(({ email }) => email);
    if (emails.length > 0) {
      await this.links.revokeSignUps(...emails);
      await this.mail.forget(...emails);
    }
    await this.events.recordEach(
      'user.deleted',
      gone.map(({ uid }) => ({ uid, data: { batch_id: batchId } })),
    );
    return gone;
  }
}
