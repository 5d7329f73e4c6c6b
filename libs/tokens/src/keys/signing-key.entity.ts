import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A key pair that signs access tokens. The private half is sealed with `AUTH_SECRET`. */
@Entity('signing_keys')
export class SigningKey {
  /** The JWK thumbprint of the public half (RFC 7638). */
  @PrimaryColumn('varchar', { length: 64 })
  kid!: string;

  @Column('varchar', { length: 10 })
  alg!: string;

  /** For whoever looks into the table. The service takes the public half out of the sealed one. */
  @Column('text', { name: 'public_jwk' })
  publicJwk!: string;

  @Column('text', { name: 'private_sealed' })
  privateSealed!: string;

  @Column('int', { name: 'created_at' })
  createdAt!: number;

  /** When it takes over signing, in seconds since the UNIX epoch; null while that has not been decided. */
  @Column('int', { name: 'activates_at', nullable: true })
  activatesAt!: number | null;
}
