import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A key with which scripts of a user get access tokens. A revoked key has no row. Times are seconds since the UNIX epoch. */
@Entity('api_keys')
@Index('api_keys_uid', ['uid'])
@Index('api_keys_expires_at', ['expiresAt'])
export class ApiKey {
  /** A part of the key. Ids of later keys are greater. */
  @PrimaryColumn('varchar', { name: 'key_id', length: 22 })
  keyId!: string;

  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @Column('varchar', { length: 36 })
  uid!: string;

  @Column('varchar', { length: 100 })
  name!: string;

  /** The SHA-256 of the key, in hexadecimal. Only the user has the key itself. */
  @Column('varchar', { name: 'key_hash', length: 64 })
  keyHash!: string;

  /** What its tokens may be used for, at most, separated by blanks. */
  @Column('text')
  scopes!: string;

  /** Where its tokens may be used, at most, separated by blanks. */
  @Column('text')
  audiences!: string;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  @Column('int', { unsigned: true, name: 'expires_at' })
  expiresAt!: number;

  /** With a precision of one minute. */
  @Column('int', { unsigned: true, name: 'last_used_at', nullable: true })
  lastUsedAt!: number | null;

  /** The counter of rung 4 of the user when the key was made. */
  @Column('int', { unsigned: true, default: 0 })
  counter!: number;
}
