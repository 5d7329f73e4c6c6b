import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { EmailKind } from './emails/email-kinds.js';

/** The statuses of an email. */
export const EMAIL_STATUSES = ['queued', 'sent', 'failed'] as const;

export type EmailStatus = (typeof EMAIL_STATUSES)[number];

/** A decoy is stored for an unknown address, so that the request takes the usual time. It is never sent. */
export type MessageStatus = EmailStatus | 'decoy';

/** An email in the outbox. Times are seconds since the UNIX epoch. */
@Entity('messages')
@Index('messages_status_due_at', ['status', 'dueAt'])
@Index('messages_created_at', ['createdAt'])
@Index('messages_recipient', ['recipient'])
export class Message {
  @PrimaryColumn('varchar', { length: 36 })
  id!: string;

  @Column('varchar', { length: 20 })
  kind!: EmailKind;

  @Column('varchar', { length: 254 })
  recipient!: string;

  /** The content of the email with its secrets, sealed with `AUTH_SECRET`. Erased when the email is sent. */
  @Column('text', { nullable: true })
  sealed!: string | null;

  @Column('varchar', { length: 10 })
  status!: MessageStatus;

  @Column('int', { unsigned: true, default: 0 })
  attempts!: number;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  /** When a process may claim the email: at once, after a pause, or when the claim of another process has ended. */
  @Column('int', { unsigned: true, name: 'due_at' })
  dueAt!: number;

  @Column('int', { unsigned: true, name: 'sent_at', nullable: true })
  sentAt!: number | null;

  @Column('varchar', { name: 'last_error', length: 255, nullable: true })
  lastError!: string | null;
}
