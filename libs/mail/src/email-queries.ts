import {
  Clock,
  Database,
  findPage,
  type ListPage,
  type PageRequest,
  type Person,
  type PersonalData,
  type StoredRows,
  storedRows,
} from '@app/database';
import { Injectable } from '@nestjs/common';
import { In, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import { EMAIL_STATUSES, type EmailStatus, Message, type MessageStatus } from './message.entity.js';

export interface EmailFilter {
  status?: EmailStatus;
  /** The exact address. */
  recipient?: string;
}

/** Lists and counts the emails of the outbox. */
@Injectable()
export class EmailQueries implements PersonalData {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

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
      properties: ['id', 'kind', 'recipient', 'status', 'attempts', 'createdAt', 'dueAt', 'sentAt', 'lastError'],
    });
    return { messages };
  }

  countQueued(): Promise<number> {
    return this.database.repo(Message).countBy({ status: 'queued' });
  }

  /** The status of an email; undefined when there is no email with this id. */
  async statusOf(id: string): Promise<EmailStatus | undefined> {
    const found = await this.database.repo(Message).findOneBy({ id, status: In(EMAIL_STATUSES) });
    return found?.status as EmailStatus | undefined;
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
