import { Env, SecretBox } from '@app/config';
import { Clock, Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, LessThan, LessThanOrEqual } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { LetterContent } from './letters.js';
import { type LetterKind, Message } from './message.entity.js';

/** Whoever takes a letter up has this long to send it; after that it is taken for lost with its process. */
const CLAIM_SECONDS = 90;
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
      const letters = await found.getMany();
      const claimed = { dueAt: now + CLAIM_SECONDS };
      const ids = letters.map(({ id }) => id);
      if (ids.length > 0) await this.database.repo(Message).update({ id: In(ids) }, claimed);
      return letters.map((letter) => ({ ...letter, ...claimed }));
    });
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

  /** Removes every letter to an address, sent or not. */
  async forget(recipient: string): Promise<void> {
    await this.remove({ recipient });
  }

  async purge(): Promise<void> {
    const now = this.clock.now();
    await this.remove({ status: 'decoy', createdAt: LessThan(now - KEEP_DECOY_SECONDS) });
    await this.remove({ status: In(['sent', 'failed']), createdAt: LessThan(now - KEEP_SECONDS) });
  }

  private async remove(which: FindOptionsWhere<Message>): Promise<void> {
    await this.database.statement(() => this.database.repo(Message).delete(which));
  }
}
