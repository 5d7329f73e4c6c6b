import { Env } from '@app/config';
import { Database, type Page, type PageRequest } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { LetterDirectory, type LetterFilter } from './letter-directory.js';
import type { FactorNotice, IdentityNotice, LetterContent, LetterKind, Requester } from './letters/letter-kinds.js';
import type { Message } from './message.entity.js';
import { Outbox } from './outbox.js';
import { OutboxWorker } from './outbox-worker.js';

type Status = 'queued' | 'decoy';

/**
 * Sends letters. A letter of a transaction leaves after the commit, and not at all after a rollback. No letter is lost when
 * the mail server is down or a process is killed.
 */
@Injectable()
export class MailService {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly directory: LetterDirectory,
    private readonly worker: OutboxWorker,
  ) {}

  /** @throws {ApiError} EMAIL_NOT_CONFIGURED when the service cannot send letters */
  requireConfigured(): void {
    if (!this.env.mailConfigured) throw new ApiError('EMAIL_NOT_CONFIGURED');
  }

  /** Whether the service sends letters. */
  get configured(): boolean {
    return this.env.mailConfigured;
  }

  /**
   * @param code in the same letter, or an empty text
   * @param status a decoy takes the same time as a letter, but is never sent
   */
  sendMagicLink(
    email: string,
    { link, code }: { link: string; code: string },
    requester: Requester,
    status: Status,
  ): Promise<void> {
    const { magicLinkTtl, emailCodeTtl } = this.env;
    const content = { link, lifetime: magicLinkTtl, ...(code && { code, codeLifetime: emailCodeTtl }) };
    return this.send('magic-link', email, { ...content, ...requester }, status);
  }

  /** @param status a decoy takes the same time as a letter, but is never sent */
  sendCode(email: string, code: string, requester: Requester, status: Status): Promise<void> {
    return this.send('email-code', email, { code, codeLifetime: this.env.emailCodeTtl, ...requester }, status);
  }

  sendVerification(email: string, link: string, requester: Requester): Promise<void> {
    return this.send('verify-email', email, { link, lifetime: this.env.verifyEmailTtl, ...requester });
  }

  /** @param status a decoy takes the same time as a letter, but is never sent */
  sendPasswordReset(email: string, link: string, requester: Requester, status: Status): Promise<void> {
    return this.send('reset-password', email, { link, lifetime: this.env.resetPasswordTtl, ...requester }, status);
  }

  /**
   * Notifies the old address. Does nothing when the service cannot send letters.
   * @param link undoes the change; left out when the change itself is an undo
   */
  async notifyEmailChanged(oldEmail: string, newEmail: string, requester: Requester, link = ''): Promise<void> {
    if (this.configured) await this.send('email-changed', oldEmail, { newEmail, link, ...requester });
  }

  /** Does nothing when the service cannot send letters. */
  async notifyPasswordChanged(email: string, requester: Requester): Promise<void> {
    if (this.configured) await this.send('password-changed', email, { ...requester });
  }

  /** @param link leads to the page for a new password */
  notifyPasswordVoided(email: string, link: string, requester: Requester): Promise<void> {
    return this.send('password-voided', email, { link, lifetime: this.env.resetPasswordTtl, ...requester });
  }

  /** Notifies a user about the second factors. Does nothing when the service cannot send letters. */
  async notifyFactors(notice: FactorNotice, email: string, requester: Requester): Promise<void> {
    if (this.configured) await this.send(notice, email, { ...requester });
  }

  /** The same about an external identity. @param provider its name */
  async notifyIdentity(notice: IdentityNotice, email: string, provider: string, requester: Requester): Promise<void> {
    if (this.configured) await this.send(notice, email, { provider, ...requester });
  }

  /** Notifies a user of a reset of the factors that waits. @param link stops it @param lifetime until then, in seconds */
  notifyResetAsked(email: string, link: string, lifetime: number, requester: Requester): Promise<void> {
    return this.send('factor-reset-asked', email, { link, lifetime, ...requester });
  }

  /** Does nothing when the service cannot send letters. @param lifetime how long an administrator acts as the user, in seconds */
  async notifyImpersonated(email: string, lifetime: number, requester: Requester): Promise<void> {
    if (this.configured) await this.send('impersonated', email, { lifetime, ...requester });
  }

  /** Does nothing when the service cannot send letters. @param left how many codes are unused */
  async notifyRecoveryCodeUsed(email: string, left: number, requester: Requester): Promise<void> {
    if (this.configured) await this.send('recovery-code-used', email, { left, ...requester });
  }

  /** The waiting time of the oldest queued letter in seconds; 0 without queued letters. */
  oldestWait(): Promise<number> {
    return this.directory.oldestWait();
  }

  /** Removes the letters to the emails of deleted users, also queued ones: see `Outbox.forget()`. */
  forget(...emails: string[]): Promise<void> {
    return this.outbox.forget(emails);
  }

  /** The letters of the outbox that match, newest first. */
  list(filter: LetterFilter, page: PageRequest): Promise<Page<Message>> {
    return this.directory.list(filter, page);
  }

  countQueued(): Promise<number> {
    return this.directory.countQueued();
  }

  /**
   * Sends a failed letter again, or sends a letter at once that waits for its next try. Does nothing to a letter that is being
   * sent. To be called in a transaction.
   * @throws {ApiError} MESSAGE_NOT_FOUND; INVALID_REQUEST for a letter that was sent
   */
  async retry(id: string): Promise<void> {
    if (await this.outbox.retryNow(id)) {
      this.database.afterCommit(() => this.worker.wake());
      return;
    }
    const status = await this.directory.statusOf(id);
    if (status === undefined) throw new ApiError('MESSAGE_NOT_FOUND');
    if (status === 'sent') throw new ApiError('INVALID_REQUEST', 'The message has been sent, and its text is erased.');
  }

  /** Sends an email of any kind. */
  async send(kind: LetterKind, email: string, content: LetterContent, status: Status = 'queued'): Promise<void> {
    await this.outbox.add(kind, email, content, status);
    this.database.afterCommit(() => this.worker.wake());
  }
}
