import { Env } from '@app/config';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import type { ContentOf, EmailContent, EmailKind, Requester, SignInFacts } from './email-kinds.js';
import { Outbox } from './outbox.js';

/** A decoy takes the same time as an email, but is never sent. */
type Status = 'queued' | 'decoy';

/**
 * Sends emails. An email of a transaction leaves after the commit, and not at all after a rollback. No email is lost when
 * the mail server is down or a process is killed.
 */
@Injectable()
export class MailService {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** @throws {ApiError} EMAIL_NOT_CONFIGURED when the service cannot send emails */
  requireConfigured(): void {
    if (!this.env.mailConfigured) throw new ApiError('EMAIL_NOT_CONFIGURED');
  }

  /** Whether the service sends emails. */
  get configured(): boolean {
    return this.env.mailConfigured;
  }

  /** Sends an email of any kind. @param dueAt when, in epoch seconds; left out for now */
  async send<K extends EmailKind>(
    kind: K,
    email: string,
    content: ContentOf<K>,
    requester: Requester,
    { status = 'queued', dueAt }: { status?: Status; dueAt?: number | undefined } = {},
  ): Promise<void> {
    await this.outbox.add(kind, email, { ...content, ...requester }, status, dueAt);
    this.database.afterCommit(() => this.outbox.onQueued());
  }

  /** Sends an email that nobody has asked for. Does nothing when the service cannot send emails. */
  async notify<K extends EmailKind>(
    kind: K,
    email: string,
    content: ContentOf<K>,
    requester: Requester,
  ): Promise<void> {
    if (this.configured) await this.send(kind, email, content, requester);
  }

  /** Removes the emails of deleted users, also queued ones: see `Outbox.forget()`. */
  forget(emails: string[], since?: string): Promise<void> {
    return this.outbox.forget(emails, since);
  }

  /**
   * Sends a failed email again, or sends at once an email that waits for its next try. Does nothing to an email that is being
   * sent.
   * @throws {ApiError} MESSAGE_NOT_FOUND; INVALID_REQUEST for an email that was sent
   */
  async retry(id: string): Promise<void> {
    this.database.requireTransaction();
    if (await this.outbox.retryNow(id)) {
      this.database.afterCommit(() => this.outbox.onQueued());
      return;
    }
    const status = await this.outbox.statusOf(id);
    if (status === undefined) throw new ApiError('MESSAGE_NOT_FOUND');
    if (status === 'sent') throw new ApiError('INVALID_REQUEST', 'The message has been sent, and its text is erased.');
  }

  /** Names one more sign-in in an email that waits for this time. False if it waits no more. */
  addSignIn(email: string, dueAt: number, signIn: SignInFacts): Promise<boolean> {
    const change = (content: EmailContent) => ({ ...content, more: [...(content.more ?? []), signIn] });
    return this.outbox.amend('new-sign-in', email, dueAt, change);
  }
}
