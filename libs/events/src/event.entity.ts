import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { EventType } from './types/event-types.js';

/** One row of the event log. It stays when its user is deleted. */
@Entity('events')
@Index('events_position', ['position'], { unique: true })
@Index('events_uid', ['uid', 'id'])
@Index('events_uid_position', ['uid', 'position'])
@Index('events_type', ['type', 'id'])
@Index('events_type_position', ['type', 'position'])
@Index('events_at', ['at'])
@Index('events_actor', ['actor', 'type', 'id'])
export class LoggedEvent {
  /** A UUID of version 7: later events of a user have greater ids, and those of others unless clocks differ. */
  @PrimaryColumn('varchar', { length: 36 })
  id!: string;

  @Column('varchar', { length: 40 })
  type!: EventType;

  /** In seconds since the UNIX epoch. */
  @Column('int', { unsigned: true })
  at!: number;

  /** Who caused the event: `user:<uid>`, `admin:<token id>`, `anonymous`, `cli` or `system`. */
  @Column('varchar', { length: 60 })
  actor!: string;

  /** The user that the event is about. */
  @Column('varchar', { length: 36, nullable: true })
  uid!: string | null;

  @Column('varchar', { name: 'session_id', length: 36, nullable: true })
  sessionId!: string | null;

  /** The client address of the request; null without a request. */
  @Column('varchar', { length: 45, nullable: true })
  ip!: string | null;

  /** The `User-Agent` of the request; null without a request. */
  @Column('varchar', { length: 255, nullable: true })
  client!: string | null;

  /** Further facts, as a JSON object. Contains no secrets, and no text from unauthenticated clients. */
  @Column('text')
  data!: string;

  /**
   * The place in the log, in the order of commits: an event that appears later has a greater one. The `EventSequence` assigns
   * it soon after the commit; null until then.
   */
  @Column('bigint', { nullable: true })
  position!: number | null;
}
