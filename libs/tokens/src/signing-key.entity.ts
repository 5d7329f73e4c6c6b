import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A key pair that signs access tokens. The private half is sealed with `AUTH_SECRET`. */
@Entity('signing_keys')
export class SigningKey {
  /** The JWK thumbprint of the public half (RFC 7638). */
  @PrimaryColumn('varchar', { length: 64 })
  kid!: string;

  @Column('varchar', { length: 10 })
  alg!: string;

  /** An active key signs; a retired one only verifies. */
  @Column('varchar', { length: 10 })
  state!: 'active' | 'retired';

  @Column('text', { name: 'public_jwk' })
  publicJwk!: string;

  @Column('text', { name: 'private_sealed' })
  privateSealed!: string;

  @Column('int', { name: 'created_at' })
  createdAt!: number;
}
