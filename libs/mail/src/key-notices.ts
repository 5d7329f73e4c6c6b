import { Injectable } from '@nestjs/common';
import type { EmailContent, Requester } from './emails/email-kinds.js';
import { MailService } from './mail.service.js';

/** Informs users about their API keys. Does nothing when the service cannot send emails. */
@Injectable()
export class KeyNotices {
  constructor(private readonly mail: MailService) {}

  /** @param content its `keys` are the names of the keys */
  async revoked(email: string, content: Pick<EmailContent, 'keys' | 'leaked'>, requester: Requester): Promise<void> {
    if (this.mail.configured) await this.mail.send('api-keys-revoked', email, { ...content, ...requester });
  }
}
