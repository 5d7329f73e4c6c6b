import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** An account at an external provider that signs a user in. Times are seconds since the UNIX epoch. */
@Entity('identities')
@Index('identities_uid', ['uid'])
@Index('identities_provider', ['providerId', 'userCreatedAt', 'uid'])
@Index('identities_key', ['providerId', 'keyHash'], { unique: true })
export class Identity {
  @PrimaryColumn('varchar', { name: 'identity_id', length: 36 })
  identityId!: string;

  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @Column('varchar', { length: 36 })
  uid!: string;

  @Column('varchar', { name: 'provider_id', length: 32 })
  providerId!: string;

  /** See `identityKey()`. */
  @Column('varchar', { name: 'key_hash', length: 64 })
  keyHash!: string;

  /** The id of the person at the provider, for administrators. */
  @Column('varchar', { length: 255 })
  subject!: string;

  /** The address that the provider named last; null when it named none. It decides nothing. */
  @Column('varchar', { length: 254, nullable: true })
  email!: string | null;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  /** When the account of the user was created: the order of lists. */
  @Column('int', { unsigned: true, name: 'user_created_at' })
  userCreatedAt!: number;

  @Column('int', { unsigned: true, name: 'last_used_at', nullable: true })
  lastUsedAt!: number | null;
}
