import { Env, SecretBox } from '@app/config';
import {
  Clock,
  Database,
  findPage,
  type ListPage,
  lockRows,
  newId,
  type PageRequest,
  type Person,
  type PersonalData,
  PersonColumn,
  Queue,
  ServiceColumn,
  type StoredRows,
  storedRows,
} from '@app/database';
import { ApiError } from '@app/errors';
import { ActivityCounters } from '@app/stats';
import { Injectable } from '@nestjs/common';
import { Column, Entity, In, Index, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import {
  type ContentOf,
  type EmailContent,
  type EmailKind,
  kindsWith,
  type Requester,
  type SignInFacts,
} from './email-kinds.js';

/** The statuses of an email. */
export const EMAIL_STATUSES = ['queued', 'sent', 'failed'] as const;

export type EmailStatus = (typeof EMAIL_STATUSES)[number];

/** A decoy is stored for an unknown address, so that the request takes the usual time. It is never sent. */
type MessageStatus = EmailStatus | 'decoy';

/** An email in the outbox. Times are seconds since the UNIX epoch. */
@Entity('messages')
@Index('messages_status_due_at', ['status', 'dueAt'])
@Index('messages_created_at', ['createdAt'])
@Index('messages_recipient', ['recipient'])
export class Message {
  @PersonColumn('varchar', { length: 36, primary: true })
  id!: string;

  @PersonColumn('varchar', { length: 20 })
  kind!: EmailKind;

  @PersonColumn('varchar', { length: 254 })
  recipient!: string;

  /** The content of the email with its secrets, sealed with `AUTH_SECRET`. Erased when the email is sent. */
  @Column('text', { nullable: true })
  sealed!: string | null;

  @PersonColumn('varchar', { length: 10 })
  status!: MessageStatus;

  @ServiceColumn('int', { unsigned: true, default: 0 })
  attempts!: number;

  @PersonColumn('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  /** When a process may claim the email: at once, after a pause, or when the claim of another process has ended. */
  @ServiceColumn('int', { unsigned: true, name: 'due_at' })
  dueAt!: number;

  @PersonColumn('int', { unsigned: true, name: 'sent_at', nullable: true })
  sentAt!: number | null;

  @ServiceColumn('varchar', { name: 'last_error', length: 255, nullable: true })
  lastError!: string | null;
}

/**
 * How long a process has to send a claimed email, before another process can claim it. Every process polls each second, so
 * that an email of a killed process waits for at most a minute.
 */
const CLAIM_SECONDS = 55;
const FIRST_PAUSE_SECONDS = 5;
const MAX_PAUSE_SECONDS = 600;
const GIVE_UP_SECONDS = 86_400;

export interface EmailFilter {
  status?: EmailStatus;
  /** The exact address. */
  recipient?: string;
}

/** How an email begins. */
interface Posting {
  status?: 'queued' | 'decoy';
  /** When to send it, in epoch seconds; left out for now. */
  dueAt?: number | undefined;
}

/**
 * Sends emails. Each is inserted in the transaction of its cause: it leaves after the commit, and not at all after a rollback. No email
 * is lost when the mail server is down or a process is killed.
 */
@Injectable()
export class MailService implements PersonalData {
  readonly queue: Queue<Message>;
  private readonly box: SecretBox;

  /** Called when emails wait, with the worker of this process if it has one. */
  onQueued: () => void = () => undefined;

  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly counters: ActivityCounters,
  ) {
    this.queue = new Queue(database, clock, { entity: Message, key: 'id', open: ['queued'], lease: CLAIM_SECONDS });
    // Changing this purpose would make the stored emails unreadable.
    this.box = new SecretBox(env, 'email');
  }

  /** @throws {ApiError} EMAIL_NOT_CONFIGURED when the service cannot send emails */
  requireConfigured(): void {
    if (!this.configured) throw new ApiError('EMAIL_NOT_CONFIGURED');
  }

  /** Whether the service sends emails. */
  get configured(): boolean {
    return this.env.mailConfigured;
  }

  /** Sends an email of any kind. */
  async send<K extends EmailKind>(
    kind: K,
    recipient: string,
    content: ContentOf<K>,
    requester: Requester,
    { status = 'queued', dueAt }: Posting = {},
  ): Promise<void> {
    const id = newId();
    const now = this.clock.now();
    const sealed = this.box.seal(JSON.stringify({ ...content, ...requester }), id);
    const state = { status, attempts: 0, createdAt: now, dueAt: dueAt ?? now, sentAt: null, lastError: null };
    await this.database.insert(Message, [{ id, kind, recipient, sealed, ...state }]);
    this.database.afterCommit(() => this.onQueued());
  }

  /** Sends an email that nobody has asked for. Does nothing when the service cannot send emails. */
  async notify<K extends EmailKind>(
    kind: K,
    recipient: string,
    content: ContentOf<K>,
    requester: Requester,
  ): Promise<void> {
    if (this.configured) await this.send(kind, recipient, content, requester);
  }

  /** Names one more sign-in in an email that waits for this time. False if there is none, or a process has claimed it. */
  async addSignIn(recipient: string, dueAt: number, signIn: SignInFacts): Promise<boolean> {
    this.database.requireTransaction();
    const waiting = { kind: 'new-sign-in' as const, recipient, dueAt, status: 'queued' as const };
    const message = await lockRows(this.database.repo(Message).createQueryBuilder().where(waiting)).getOne();
    const content = message && this.read(message);
    if (!content) return false;
    const { id } = message;
    const sealed = this.box.seal(JSON.stringify({ ...content, more: [...(content.more ?? []), signIn] }), id);
    const { affected } = await this.database.repo(Message).update({ ...waiting, id }, { sealed });
    return affected === 1;
  }

  /** The content of an email; undefined when it was sealed with an unknown secret. */
  read({ id, sealed }: Message): EmailContent | undefined {
    const opened = sealed === null ? undefined : this.box.open(sealed, id);
    return opened && JSON.parse(opened.text);
  }

  async markSent(message: Message): Promise<void> {
    const sentAt = this.clock.now();
    const sent = { status: 'sent' as const, sealed: null, sentAt, lastError: null };
    // Also when the claim has ended: no other process has to send it again.
    const unsent = { id: message.id, status: Not('sent' as const) };
    await this.queue.settle(message, sent, () => this.counters.count(sentAt, { emailsSent: 1 }), unsent);
  }

  /** Schedules another try after a growing pause, or gives up after a day or a permanent error. */
  async markFailed(message: Message, reason: string, permanent: boolean): Promise<void> {
    const now = this.clock.now();
    const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** message.attempts, MAX_PAUSE_SECONDS);
    const over = permanent || now + pause > message.createdAt + GIVE_UP_SECONDS;
    const failed = this.queue.afterFailure(over ? undefined : pause, reason);
    await this.queue.settle(message, failed, async () => {
      if (over) await this.counters.count(now, { emailsFailed: 1 });
    });
  }

  /**
   * Sends a failed email again, or sends at once an email that waits for its next try. Does nothing to an email that is being
   * sent.
   * @throws {ApiError} MESSAGE_NOT_FOUND; INVALID_REQUEST for an email that was sent
   */
  async retry(id: string): Promise<void> {
    this.database.requireTransaction();
    if ((await this.queue.makeDue({ id }, 0)) === 1) {
      this.database.afterCommit(() => this.onQueued());
      return;
    }
    const found = await this.database.repo(Message).findOneBy({ id, status: In(EMAIL_STATUSES) });
    if (!found) throw new ApiError('MESSAGE_NOT_FOUND');
    if (found.status === 'sent') {
      throw new ApiError('INVALID_REQUEST', 'The message has been sent, and its text is erased.');
    }
  }

  /**
   * Removes the emails of deleted accounts, sent or not. Notices to an account that had the email before stay: a thief who has changed its
   * email could otherwise remove the warning of the owner, by an account made and deleted with that email.
   * @param since the id of a row from the time when the accounts got their emails; undefined if no email of another account can wait
   */
  async forget(recipients: string[], since?: string): Promise<void> {
    const recipient = In(recipients);
    const own = since === undefined ? {} : { id: MoreThan(since) };
    await this.database.repo(Message).delete([
      { recipient, kind: In(kindsWith('leads-in')) },
      { recipient, ...own, kind: Not(In(kindsWith('to-earlier-address'))) },
      { recipient, ...own, status: Not('queued') },
    ]);
  }

  /** Newest first, without decoys. */
  list({ status, recipient }: EmailFilter, page: PageRequest): Promise<ListPage<Message>> {
    const query = this.database.repo(Message).createQueryBuilder('message');
    query.where({ status: statusIs(status), ...(recipient !== undefined && { recipient }) });
    return findPage(query, { by: ['id'], descending: true }, page);
  }

  /** The emails to the address of a person, without their text, which contains secrets and is erased after the sending. */
  of({ email }: Person): Record<string, StoredRows> {
    const messages = storedRows(this.database, Message, {
      where: { recipient: email },
      by: 'id',
      index: 'messages_recipient',
    });
    return { messages };
  }

  countQueued(): Promise<number> {
    return this.queue.count();
  }

  /** The waiting time of the oldest queued email that is due, in seconds; 0 without such emails. */
  async oldestWait(): Promise<number> {
    const now = this.clock.now();
    const late = [{ attempts: MoreThan(0) }, { dueAt: LessThanOrEqual(now) }];
    const which = late.map((one) => ({ status: 'queued' as const, ...one }));
    const oldest = await this.database.repo(Message).minimum('createdAt', which);
    return oldest === null ? 0 : now - oldest;
  }
}

/**
 * All emails, or the sent ones, are nearly all rows: they are named by what they are not, since for an equal status SQLite
 * reads by the index of the status, and sorts what it has read.
 */
function statusIs(status: EmailStatus | undefined) {
  if (status === undefined) return Not<MessageStatus>('decoy');
  return status === 'sent' ? Not(In<MessageStatus>(['decoy', 'queued', 'failed'])) : status;
}
