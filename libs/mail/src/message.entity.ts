import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which letter it is; its texts are in `templates/`. */
export type LetterKind =
  | 'magic-link'
  | 'verify-email'
  | 'reset-password'
  | 'email-changed'
  | 'password-changed'
  | 'password-voided';

/** How far a letter has come. */
export const LETTER_STATUSES = ['queued', 'sent', 'failed'] as const;

export type LetterStatus = (typeof LETTER_STATUSES)[number];

/** A decoy is written where an address is unknown, so that nobody can tell by the time it took; it is never sent. */
export type MessageStatus = LetterStatus | 'decoy';

/** A letter in the outbox. Times are seconds since the UNIX epoch. */
@Entity('messages')
export class Message {
  @PrimaryColumn('varchar', { length: 36 })
  id!: string;

  @Column('varchar', { length: 20 })
  kind!: LetterKind;

  @Column('varchar', { length: 254 })
  recipient!: string;

  /** What the letter says, with its secret; sealed with `AUTH_SECRET`, and erased once it is sent. */
  @Column('text', { nullable: true })
  sealed!: string | null;

  @Column('varchar', { length: 10 })
  status!: MessageStatus;

  @Column('int')
  attempts!: number;

  @Column('int', { name: 'created_at' })
  createdAt!: number;

  /** When it may next be taken up: now, after a pause, or when whoever took it up must have given up. */
  @Column('int', { name: 'due_at' })
  dueAt!: number;

  @Column('int', { name: 'sent_at', nullable: true })
  sentAt!: number | null;

  @Column('varchar', { name: 'last_error', length: 255, nullable: true })
  lastError!: string | null;
}
