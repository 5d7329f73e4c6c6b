import { Database, type ListPage, type PageRequest } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { MailService } from '@app/mail';
import { OneTimeTokens } from '@app/tokens';
import { type ImportBatch, UserBatches } from '@app/users';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { EventNames } from '../../access/event-names.js';

const CHUNK = 250;

/** How many users are counted for one page of the list: an import may have millions. */
const MOST_COUNTED = 100_000;

/** An import, with the number of its users that there still are. */
export interface ListedImport extends ImportBatch {
  users: number;
  /** Whether there are more users, which were not counted. */
  hasMoreUsers: boolean;
  /** The name of the admin token or the email of the administrator; null for others, and after their deletion. */
  creatorName: string | null;
}

/** Lists imports, and removes the users of one. */
@Injectable()
export class ImportBatchService {
  constructor(
    private readonly database: Database,
    private readonly batches: UserBatches,
    private readonly tokens: OneTimeTokens,
    private readonly mail: MailService,
    private readonly events: EventLog,
    private readonly names: EventNames,
  ) {}

  /**
   * The imports, newest first.
   * @param exactly whether all of their users are counted, which takes about a second for each million
   */
  async list(page: PageRequest, { exactly = false } = {}): Promise<ListPage<ListedImport>> {
    const { rows, nextCursor } = await this.batches.list(page);
    const names = await this.names.of(rows.map(({ createdBy }) => ({ uid: null, actor: createdBy })));
    const long = exactly ? [] : await this.tooLong(rows, Math.floor(MOST_COUNTED / Math.max(1, rows.length)));
    const counts = await this.batches.countEach(
      rows.map(({ batchId }) => batchId).filter((id) => !long.some(({ batchId }) => batchId === id)),
    );
    const listed = rows.map((batch, index) => {
      const most = long.find(({ batchId }) => batchId === batch.batchId)?.most;
      const users = most ?? counts.get(batch.batchId) ?? 0;
      return { ...batch, users, hasMoreUsers: most !== undefined, creatorName: names[index]?.actorName ?? null };
    });
    return { rows: listed, nextCursor };
  }

  /**
   * Removes the users of an import who never signed in, in several transactions; other users are kept.
   * @throws {ApiError} BATCH_NOT_FOUND; NOT_AUTHENTICATED, and the users who were removed before are gone
   */
  async undo(id: string): Promise<{ removed: number; kept: number }> {
    const batchId = id.toLowerCase();
    if (!isUuid(batchId) || !(await this.batches.exists(batchId))) throw new ApiError('BATCH_NOT_FOUND');
    let removed = 0;
    for (let after = ''; ; ) {
      const gone = await this.database.transaction(() => this.removeSome(batchId, after));
      const last = gone.at(-1);
      if (!last) return { removed, kept: await this.batches.count(batchId) };
      removed += gone.length;
      after = last.uid;
    }
  }

  /** Which of these imports have more users than are counted. */
  private async tooLong(batches: ImportBatch[], most: number): Promise<{ batchId: string; most: number }[]> {
    const long: { batchId: string; most: number }[] = [];
    for (const { batchId } of batches) if (await this.batches.hasMoreThan(batchId, most)) long.push({ batchId, most });
    return long;
  }

  /** Also removes their emails and links, so that no mailed link can create an account again. */
  private async removeSome(batchId: string, after: string): Promise<{ uid: string }[]> {
    const gone = await this.batches.removeUnused(batchId, after, CHUNK);
    const emails = gone.map(({ email }) => email);
    if (emails.length > 0) {
      await this.tokens.end({ emails });
      await this.mail.forget(emails, batchId);
    }
    await this.events.recordEach(
      'user.deleted',
      gone.map(({ uid }) => ({ uid, data: { batch_id: batchId } })),
    );
    return gone;
  }
}
