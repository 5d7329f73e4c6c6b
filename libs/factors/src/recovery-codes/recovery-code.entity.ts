import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A code that replaces a lost second factor once. Times are seconds since the UNIX epoch. */
@Entity('recovery_codes')
export class RecoveryCode {
  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @PrimaryColumn('varchar', { length: 36 })
  uid!: string;

  /** The SHA-256 of the uid and the code, in hexadecimal. */
  @PrimaryColumn('varchar', { name: 'code_hash', length: 64 })
  codeHash!: string;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  @Column('int', { unsigned: true, name: 'used_at', nullable: true })
  usedAt!: number | null;
}
