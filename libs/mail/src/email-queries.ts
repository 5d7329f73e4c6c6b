import {
  Clock,
  Database,
  findPage,
  type Page,
  type PageRequest,
  type Person,
  type PersonalData,
  type StoredRows,
  storedRows,
} from '@app/database';
import { Injectable } from '@nestjs/common';
import { In, Not } from 'typeorm';
import { LETTER_STATUSES, type LetterStatus, Message, type MessageStatus } from './message.entity.js';

export interface LetterFilter {
  status?: LetterStatus;
  /** The exact address. */
  recipient?: string;
}

/** Lists and counts the letters of the outbox. */
@Injectable()
export class LetterDirectory implements PersonalData {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Newest first, without decoys. */
  list({ status, recipient }: LetterFilter, page: PageRequest): Promise<Page<Message>> {
    const query = this.database.repo(Message).createQueryBuilder('message');
    query.where({ status: statusIs(status), ...(recipient !== undefined && { recipient }) });
    return findPage(query, { by: ['id'], descending: true }, page);
  }

  /** The letters to the email of a person, without their text, which contains secrets and is erased after the sending. */
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

  /** The status of a letter; undefined when there is no letter with this id. */
  async statusOf(id: string): Promise<LetterStatus | undefined> {
    const found = await this.database.repo(Message).findOneBy({ id, status: In(LETTER_STATUSES) });
    return found?.status as LetterStatus | undefined;
  }

  /** The waiting time of the oldest queued letter in seconds; 0 without queued letters. */
  async oldestWait(): Promise<number> {
    const oldest = await this.database.repo(Message).minimum('createdAt', { status: 'queued' });
    return oldest === null ? 0 : this.clock.now() - oldest;
  }
}

/**
 * All letters, or the sent ones, are nearly all rows: they are named by what they are not, since for an equal status SQLite
 * reads by the index of the status, and sorts what it has read.
 */
function statusIs(status: LetterStatus | undefined) {
  if (status === undefined) return Not<MessageStatus>('decoy');
  return status === 'sent' ? Not(In<MessageStatus>(['decoy', 'queued', 'failed'])) : status;
}
