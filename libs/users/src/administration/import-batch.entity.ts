import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An import of users. Its users have its `batchId`. */
@Entity('import_batches')
export class ImportBatch {
  @PrimaryColumn('varchar', { name: 'batch_id', length: 36 })
  batchId!: string;

  /** An actor of the event log. */
  @Column('varchar', { name: 'created_by', length: 60 })
  createdBy!: string;

  /** In seconds since the UNIX epoch. */
  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;
}
