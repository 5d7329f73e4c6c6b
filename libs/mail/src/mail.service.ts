import { Env } from '@app/config';
import { Database, type Page, type PageRequest } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import type { LetterContent } from './letters.js';
import type { LetterKind, LetterStatus, Message } from './message.entity.js';
import { Outbox } from './outbox.js';
import { Sender } from './sender.js';

/**
 * Sends letters. Inside a transaction a letter leaves once the transaction is in the database to stay, and not at all if
 * it is rolled back; none is lost by a mail server that is down or a process that is killed.
 */
@Injectable()
export class MailService {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly sender: Sender,
  ) {}

  /** @throws {ApiError} EMAIL_NOT_CONFIGURED when the service cannot send letters */
  requireConfigured(): void {
    if (!this.env.mailConfigured) throw new ApiError('EMAIL_NOT_CONFIGURED');
  }

  /** Whether the service sends letters. */
  get configured(): boolean {
    return this.env.mailConfigured;
  }

  /** @param status a decoy takes the same time as a letter, and is never sent */
  sendMagicLink(email: string, link: string, status: 'queued' | 'decoy'): Promise<void> {
    return this.send('magic-link', email, { link, lifetime: inWords(this.env.magicLinkTtl) }, status);
  }

  sendVerification(email: string, link: string): Promise<void> {
    return this.send('verify-email', email, { link, lifetime: inWords(this.env.verifyEmailTtl) });
  }

  /** @param status a decoy takes the same time as a letter, and is never sent */
  sendPasswordReset(email: string, link: string, status: 'queued' | 'decoy'): Promise<void> {
    return this.send('reset-password', email, { link, lifetime: inWords(this.env.resetPasswordTtl) }, status);
  }

  /**
   * To the old address. Nothing where the service sends no letters.
   * @param link undoes the change; left out where the change is the undoing
   */
  async notifyEmailChanged(oldEmail: string, newEmail: string, link = ''): Promise<void> {
    if (this.configured) await this.send('email-changed', oldEmail, { newEmail, link });
  }

  /** Nothing where the service sends no letters. */
  async notifyPasswordChanged(email: string): Promise<void> {
    if (this.configured) await this.send('password-changed', email, {});
  }

  /** @param link leads to where a new password is set */
  notifyPasswordVoided(email: string, link: string): Promise<void> {
    return this.send('password-voided', email, { link, lifetime: inWords(this.env.resetPasswordTtl) });
  }

  /** For how many seconds the oldest letter that waits has done so; 0 when none does. */
  oldestWait(): Promise<number> {
    return this.outbox.oldestWait();
  }

  /** Removes the letters to the addresses of deleted users, also those that wait: see `Outbox.forget`. */
  forget(...emails: string[]): Promise<void> {
    return this.outbox.forget(emails);
  }

  /** The letters of the outbox, newest first; all of them, or those that have come so far. */
  list(status: LetterStatus | undefined, page: PageRequest): Promise<Page<Message>> {
    return this.outbox.list(status, page);
  }

  countQueued(): Promise<number> {
    return this.outbox.countQueued();
  }

  /**
   * Sends a letter again that was given up, or at once that waits for another try; one that is being sent already is
   * left alone. To be called in a transaction.
   * @throws {ApiError} MESSAGE_NOT_FOUND; INVALID_REQUEST for one that was sent
   */
  async retry(id: string): Promise<void> {
    if (await this.outbox.hasten(id)) {
      this.database.afterCommit(() => this.sender.wake());
      return;
    }
    const status = await this.outbox.statusOf(id);
    if (status === undefined) throw new ApiError('MESSAGE_NOT_FOUND');
    if (status === 'sent') throw new ApiError('INVALID_REQUEST', 'The message has been sent, and its text is erased.');
  }

  private async send(
    kind: LetterKind,
    email: string,
    content: LetterContent,
    status: 'queued' | 'decoy' = 'queued',
  ): Promise<void> {
    await this.outbox.add(kind, email, content, status);
    this.database.afterCommit(() => this.sender.wake());
  }
}

const UNITS: [seconds: number, name: string][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** A number of seconds as a reader would say it: the largest unit that divides it. */
function inWords(seconds: number): string {
  const [size, name] = UNITS.find(([unit]) => seconds % unit === 0 && seconds >= unit) ?? [1, 'second'];
  const count = seconds / size;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
