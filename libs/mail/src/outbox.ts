import { Env, SecretBox } from '@app/config';
import { Clock, Database, findPage, type Page, type PageRequest } from '@app/database';
import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, LessThan, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { LetterContent } from './letters.js';
import { LETTER_STATUSES, type LetterKind, type LetterStatus, Message } from './message.entity.js';

/**
 * How long a process has to send a letter that it has claimed; then another process claims it. Every process looks each
 * second, so no letter of a killed process waits for more than a minute.
 */
const CLAIM_SECONDS = 55;
const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 600;
const GIVE_UP_SECONDS = 86_400;
const KEEP_SECONDS = 30 * 86_400;
const KEEP_DECOY_SECONDS = 600;
const ERROR_LENGTH = 255;

/** The letters that wait, in the database: written with what caused them, and lost by no crash. */
@Injectable()
export class Outbox {
  private readonly box: SecretBox;

  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.box = new SecretBox(env, 'letter');
  }

  /** Puts a letter in, in the transaction of what it tells of. */
  async add(kind: LetterKind, recipient: string, content: LetterContent, status: 'queued' | 'decoy'): Promise<void> {
    const id = uuidv7();
    const now = this.clock.now();
    const sealed = this.box.seal(JSON.stringify(content), id);
    const state = { status, attempts: 0, createdAt: now, dueAt: now, sentAt: null, lastError: null };
    await this.database.repo(Message).insert({ id, kind, recipient, sealed, ...state });
  }

  /** Takes up letters that are due, so that no other process does: each comes out of here once at a time. */
  async claim(limit: number): Promise<Message[]> {
    const now = this.clock.now();
    const due = { status: 'queued' as const, dueAt: LessThanOrEqual(now) };
    // Most of the time there is nothing to do, and no reason to take the lock of a writer to find out.
    if (!(await this.database.repo(Message).existsBy(due))) return [];
    return this.database.transaction(async () => {
      const found = this.database.repo(Message).createQueryBuilder().where(due).orderBy('due_at').limit(limit);
      // On SQLite there is one writer at a time, and nothing to skip.
      if (this.env.database.type === 'mysql') found.setLock('pessimistic_write').setOnLocked('skip_locked');
      const claimed: Message[] = [];
      for (const letter of await found.getMany()) {
        if (await this.take(letter, now + CLAIM_SECONDS)) claimed.push({ ...letter, dueAt: now + CLAIM_SECONDS });
      }
      return claimed;
    });
  }

  /** One conditional update: where locks mean nothing to others, of several who found the letter one takes it. */
  private async take({ id, dueAt }: Message, until: number): Promise<boolean> {
    const { affected } = await this.database.repo(Message).update({ id, status: 'queued', dueAt }, { dueAt: until });
    return affected === 1;
  }

  /** What a letter says; undefined when it was sealed with a secret that is gone. */
  read({ id, sealed }: Message): LetterContent | undefined {
    const opened = sealed === null ? undefined : this.box.open(sealed, id);
    return opened && JSON.parse(opened.text);
  }

  async markSent({ id, attempts }: Message): Promise<void> {
    const now = this.clock.now();
    const sent = { status: 'sent' as const, sealed: null, attempts: attempts + 1, sentAt: now, lastError: null };
    await this.database.statement(() => this.database.repo(Message).update({ id }, sent));
  }

  /**
   * For another try after a pause that grows, or for good after a day or by the word of the recipient's server. Nothing
   * where the claim was lost: whoever took the letter up since then says what becomes of it.
   */
  async markFailed({ id, attempts, createdAt, dueAt }: Message, reason: string, permanent: boolean): Promise<void> {
    const now = this.clock.now();
    const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** attempts, LONGEST_PAUSE_SECONDS);
    const over = permanent || now + pause > createdAt + GIVE_UP_SECONDS;
    const failed = {
      status: over ? ('failed' as const) : ('queued' as const),
      attempts: attempts + 1,
      dueAt: now + pause,
      lastError: reason.slice(0, ERROR_LENGTH),
    };
    const claimed = { id, status: 'queued' as const, dueAt };
    await this.database.statement(() => this.database.repo(Message).update(claimed, failed));
  }

  /** Newest first. Decoys are none of the letters. */
  list(status: LetterStatus | undefined, page: PageRequest): Promise<Page<Message>> {
    const query = this.database.repo(Message).createQueryBuilder('message');
    query.where({ status: status ?? In(LETTER_STATUSES) });
    return findPage(query, { by: ['id'], descending: true }, page);
  }

  countQueued(): Promise<number> {
    return this.database.repo(Message).countBy({ status: 'queued' });
  }

  /** How far a letter has come; undefined when there is none of this id. */
  async statusOf(id: string): Promise<LetterStatus | undefined> {
    const found = await this.database.repo(Message).findOneBy({ id, status: In(LETTER_STATUSES) });
    return found?.status as LetterStatus | undefined;
  }

  /** Makes a letter due that was given up, or that waits for longer than whoever took it up may take to send it. */
  async hasten(id: string): Promise<boolean> {
    const now = this.clock.now();
    const pausing = { id, status: 'queued' as const, dueAt: MoreThan(now + CLAIM_SECONDS) };
    const update = this.database.repo(Message).createQueryBuilder().update().set({ status: 'queued', dueAt: now });
    const { affected } = await update.where([{ id, status: 'failed' }, pausing]).execute();
    return affected === 1;
  }

  /**
   * Removes the letters to these addresses, sent or not, but for one that waits to tell of a changed address: it is about an
   * account that had the address before, and whoever took that over must not silence it.
   */
  async forget(recipients: string[]): Promise<void> {
    const recipient = In(recipients);
    await this.remove([
      { recipient, kind: Not('email-changed' as const) },
      { recipient, status: Not('queued') },
    ]);
  }

  async oldestWait(): Promise<number> {
    const oldest = await this.database.repo(Message).minimum('createdAt', { status: 'queued' });
    return oldest === null ? 0 : this.clock.now() - oldest;
  }

  async purge(): Promise<void> {
    const now = this.clock.now();
    await this.remove({ status: 'decoy', createdAt: LessThan(now - KEEP_DECOY_SECONDS) });
    await this.remove({ status: In(['sent', 'failed']), createdAt: LessThan(now - KEEP_SECONDS) });
  }

  private async remove(which: FindOptionsWhere<Message> | FindOptionsWhere<Message>[]): Promise<void> {
    await this.database.statement(() => this.database.repo(Message).delete(which));
  }
}
