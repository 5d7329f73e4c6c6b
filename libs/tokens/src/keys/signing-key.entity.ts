import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A key pair that signs access tokens. The private key is sealed with `AUTH_SECRET`. */
@Entity('signing_keys')
export class SigningKey {
  /** The JWK thumbprint of the public key (RFC 7638). */
  @PrimaryColumn('varchar', { length: 64 })
  kid!: string;

  @Column('varchar', { length: 10 })
  alg!: string;

  /** The service derives the public key from it. */
  @Column('text', { name: 'private_sealed' })
  privateSealed!: string;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  /** When the key begins to sign, in seconds since the UNIX epoch; null while it is not scheduled. */
  @Column('int', { unsigned: true, name: 'activates_at', nullable: true })
  activatesAt!: number | null;
}
