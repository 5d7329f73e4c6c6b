import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How much of the event log is counted: one row, whose lock makes processes count one after the other. */
@Entity('activity_progress')
export class ActivityProgress {
  @PrimaryColumn('int', { unsigned: true })
  id!: number;

  /** The position of the last event that is counted. */
  @Column('bigint')
  position!: number;

  /** When the counters had all events, in seconds since the UNIX epoch; null before the first time. */
  @Column('int', { unsigned: true, name: 'counted_at', nullable: true })
  countedAt!: number | null;
}
