import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { MailService } from '@app/mail';
import { SigningKeys } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { AdminRank } from '../access/admin-rank.js';

/** Rotates the signing key, and retries emails. */
@Injectable()
export class OperationsService {
  constructor(
    private readonly database: Database,
    private readonly rank: AdminRank,
    private readonly keys: SigningKeys,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /**
   * Makes the next key the signing key and returns its `kid`. The key starts to sign when it has been published for long
   * enough. Until then another call changes nothing; of parallel calls, one makes the change.
   */
  async rotateKey(): Promise<string> {
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

  /** Sends an email of the outbox again. @throws {ApiError} EMAIL_NOT_CONFIGURED, MESSAGE_NOT_FOUND; INVALID_REQUEST for an email that was sent */
  async retryMessage(id: string): Promise<void> {
    this.mail.requireConfigured();
    if (!isUuid(id)) throw new ApiError('MESSAGE_NOT_FOUND');
    await this.database.transaction(() => this.mail.retry(id.toLowerCase()));
  }
}
