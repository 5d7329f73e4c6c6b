import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { MailService } from '@app/mail';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';

/** Retries emails of the outbox. */
@Injectable()
export class AdminMessageService {
  constructor(
    private readonly database: Database,
    private readonly mail: MailService,
  ) {}

  /** @throws {ApiError} EMAIL_NOT_CONFIGURED, MESSAGE_NOT_FOUND; INVALID_REQUEST for an email that was sent */
  async retry(id: string): Promise<void> {
    this.mail.requireConfigured();
    if (!isUuid(id)) throw new ApiError('MESSAGE_NOT_FOUND');
    await this.database.transaction(() => this.mail.retry(id.toLowerCase()));
  }
}
