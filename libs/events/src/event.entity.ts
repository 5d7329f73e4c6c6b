import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What can happen. */
export const EVENT_TYPES = [
  'user.created',
  'user.updated',
  'user.deleted',
  'user.disabled',
  'user.enabled',
  'user.email_changed',
  'user.email_verified',
  'user.password_changed',
  'user.password_reset',
  'user.imported',
  'login.succeeded',
  'login.failed',
  'session.revoked',
  'session.reuse_detected',
  'link.sent',
  'link.used',
  'admin.token_created',
  'admin.token_revoked',
  'admin.key_rotated',
  'admin.exported',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** One line of the event log. It outlives the user that it is about. */
@Entity('events')
export class LoggedEvent {
  /** A UUID of version 7: later events have greater ones. */
  @PrimaryColumn('varchar', { length: 36 })
  id!: string;

  @Column('varchar', { length: 40 })
  type!: EventType;

  /** In seconds since the UNIX epoch. */
  @Column('int')
  at!: number;

  /** Who did it: `user:<uid>`, `admin:<token id>`, `anonymous`, `cli` or `system`. */
  @Column('varchar', { length: 60 })
  actor!: string;

  /** The user that it is about. */
  @Column('varchar', { length: 36, nullable: true })
  uid!: string | null;

  @Column('varchar', { name: 'session_id', length: 36, nullable: true })
  sessionId!: string | null;

  /** The address that the request came from; null where there was none. */
  @Column('varchar', { length: 45, nullable: true })
  ip!: string | null;

  /** What else there is to know, as a JSON object. No secret, and nothing that a stranger typed. */
  @Column('text')
  data!: string;
}
