import { Env, SecretBox } from '@app/config';
import { Clock, Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { In, LessThan, LessThanOrEqual } from 'typeorm';
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
  claim(limit: number): Promise<Message[]> {
    return this.database.transaction(async () => {
      const now = this.clock.now();
      const due = this.database
        .repo(Message)
        .createQueryBuilder()
        .where({ status: 'queued', dueAt: LessThanOrEqual(now) })
        .orderBy('due_at')
        .limit(limit);
      // On SQLite there is one writer at a time, and nothing to skip.
      if (this.env.database.type === 'mysql') due.setLock('pessimistic_write').setOnLocked('skip_locked');
      const letters = await due.getMany();
      const ids = letters.map(({ id }) => id);
      if (ids.length > 0) await this.database.repo(Message).update({ id: In(ids) }, { dueAt: now + CLAIM_SECONDS });
      return letters;
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
    await this.database.repo(Message).update({ id }, sent);
  }

  /** For another try after a pause that grows, or for good after a day or by the word of the recipient's server. */
  async markFailed({ id, attempts, createdAt }: Message, reason: string, permanent: boolean): Promise<void> {
    const now = this.clock.now();
    const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** attempts, LONGEST_PAUSE_SECONDS);
    const over = permanent || now + pause > createdAt + GIVE_UP_SECONDS;
    await this.database.repo(Message).update(
      { id },
      {
        status: over ? 'failed' : 'queued',
        attempts: attempts + 1,
        dueAt: now + pause,
        lastError: reason.slice(0, ERROR_LENGTH),
      },
    );
  }

  async purge(): Promise<void> {
    const now = this.clock.now();
    const messages = this.database.repo(Message);
    await messages.delete({ status: 'decoy', createdAt: LessThan(now - KEEP_DECOY_SECONDS) });
    await messages.delete({ status: In(['sent', 'failed']), createdAt: LessThan(now - KEEP_SECONDS) });
  }
}
