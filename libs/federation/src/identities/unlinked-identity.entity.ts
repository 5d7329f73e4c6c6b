import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/**
 * An identity that a user has unlinked. Its address alone does not link it again: only the signed-in user or an email code
 * does. Times are seconds since the UNIX epoch.
 */
@Entity('unlinked_identities')
export class UnlinkedIdentity {
  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @PrimaryColumn('varchar', { length: 36 })
  uid!: string;

  @PrimaryColumn('varchar', { name: 'provider_id', length: 32 })
  providerId!: string;

  /** See `identityKey()`. */
  @PrimaryColumn('varchar', { name: 'key_hash', length: 64 })
  keyHash!: string;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;
}
