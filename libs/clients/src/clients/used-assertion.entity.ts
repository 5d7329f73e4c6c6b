import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An assertion that a client has used, until it expires: the key lets each one through once. */
@Entity('used_assertions')
@Index('used_assertions_expires_at', ['expiresAt'])
export class UsedAssertion {
  /** The SHA-256 of the client and the `jti` of the assertion, in hexadecimal. */
  @PrimaryColumn('varchar', { name: 'assertion_hash', length: 64 })
  assertionHash!: string;

  /** In seconds since the UNIX epoch. */
  @Column('int', { unsigned: true, name: 'expires_at' })
  expiresAt!: number;
}
