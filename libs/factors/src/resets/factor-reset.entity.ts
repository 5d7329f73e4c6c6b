import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A removal of all factors of a user that an administrator has asked for, and that waits. Times are in epoch seconds. */
@Entity('factor_resets')
@Index('factor_resets_due_at', ['dueAt'])
export class FactorReset {
  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @PrimaryColumn('varchar', { length: 36 })
  uid!: string;

  /** The SHA-256 of the token in the link that stops it, in hexadecimal. */
  @Column('varchar', { name: 'stop_hash', length: 64 })
  stopHash!: string;

  /** Whether passkeys are removed, too. */
  @Column('boolean')
  passkeys!: boolean;

  /** Whether identities at external providers are unlinked, too. */
  @Column('boolean', { default: false })
  identities!: boolean;

  @Column('varchar', { length: 500 })
  reason!: string;

  /** `admin:<token id>`, `user:<uid>` or `cli`. */
  @Column('varchar', { length: 60 })
  actor!: string;

  /** That of the user at the request: after a change of the address the reset is void. */
  @Column('int', { unsigned: true, name: 'address_version', default: 0 })
  addressVersion!: number;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  @Column('int', { unsigned: true, name: 'due_at' })
  dueAt!: number;
}
