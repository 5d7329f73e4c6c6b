import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last position of the log: one row, whose lock makes processes assign positions one after the other. */
@Entity('event_sequence')
export class EventCounter {
  @PrimaryColumn('int', { unsigned: true })
  id!: number;

  @Column('bigint', { name: 'last_position' })
  lastPosition!: number;
}
