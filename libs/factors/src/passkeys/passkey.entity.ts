import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A passkey of a user (WebAuthn Level 3). Times are seconds since the UNIX epoch. */
@Entity('passkeys')
@Index('passkeys_uid', ['uid'])
@Index('passkeys_credential', ['credentialHash'], { unique: true })
export class Passkey {
  @PrimaryColumn('varchar', { name: 'passkey_id', length: 36 })
  passkeyId!: string;

  /** The SHA-256 of the credential id, in hexadecimal: an id of 1,023 bytes is too long for an index. */
  @Column('varchar', { name: 'credential_hash', length: 64 })
  credentialHash!: string;

  /** In base64url. */
  @Column('text', { name: 'credential_id' })
  credentialId!: string;

  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @Column('varchar', { length: 36 })
  uid!: string;

  /** The COSE key, in base64url. */
  @Column('text', { name: 'public_key' })
  publicKey!: string;

  /** The user handle that the authenticator stores, in base64url. */
  @Column('varchar', { length: 86 })
  handle!: string;

  /** The relying party id at the creation. */
  @Column('varchar', { name: 'rp_id', length: 253 })
  rpId!: string;

  /** The greatest signature counter so far; 0 for authenticators without one. */
  @Column('int', { unsigned: true, default: 0 })
  counter!: number;

  /** Whether the passkey may be copied to other devices of the user. It never changes. */
  @Column('boolean', { name: 'backup_eligible' })
  backupEligible!: boolean;

  /** Whether the passkey has been copied. */
  @Column('boolean')
  synced!: boolean;

  /** Separated by commas. */
  @Column('varchar', { length: 100 })
  transports!: string;

  /** The model of the authenticator, a UUID. */
  @Column('varchar', { length: 36 })
  aaguid!: string;

  @Column('varchar', { length: 100 })
  name!: string;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  @Column('int', { unsigned: true, name: 'last_used_at', nullable: true })
  lastUsedAt!: number | null;
}
