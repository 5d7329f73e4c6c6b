import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a mailed link is good for. */
export type LinkPurpose = 'magic_link' | 'verify_email' | 'reset_password' | 'undo_email_change';

/** A link that was mailed. Times are seconds since the UNIX epoch. */
@Entity('links')
export class Link {
  /** SHA-256 of the token, in hexadecimal: the token itself is known to the recipient only. */
  @PrimaryColumn('varchar', { name: 'token_hash', length: 64 })
  tokenHash!: string;

  @Column('varchar', { length: 20 })
  purpose!: LinkPurpose;

  /** Null for an address without an account. */
  @Column('varchar', { length: 36, nullable: true })
  uid!: string | null;

  /** The address that it was mailed to. */
  @Column('varchar', { length: 254 })
  email!: string;

  /** Whether following it creates a user for the address where there is none. */
  @Column('boolean', { name: 'sign_up' })
  signUp!: boolean;

  /** Where following it leads to. */
  @Column('varchar', { length: 2048 })
  target!: string;

  @Column('int', { name: 'created_at' })
  createdAt!: number;

  @Column('int', { name: 'expires_at' })
  expiresAt!: number;

  @Column('int', { name: 'used_at', nullable: true })
  usedAt!: number | null;

  /** The browser that requested the link; null where the service made it by itself or an administrator did. */
  @Column('varchar', { name: 'user_agent', length: 255, nullable: true })
  userAgent!: string | null;

  /** Of the user when the address changed; of undo links only. */
  @Column('int', { name: 'password_version', nullable: true })
  passwordVersion!: number | null;
}
