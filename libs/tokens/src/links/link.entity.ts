import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/**
 * The purpose of an email code without a link: a sign-in, a new proof of a signed-in user, or the address of a person whom an
 * external provider has authenticated.
 */
export type CodePurpose = 'email_code' | 'reauthenticate' | 'external_confirm';

/**
 * The purpose of a link in an email: to sign in; to verify the address of an account; to set a new password; to confirm a new
 * address before it replaces the old one (`confirm_email`); or to secure an account that another person has used.
 */
export type LinkPurpose = 'magic_link' | 'verify_email' | 'reset_password' | 'confirm_email' | 'secure_account';

/** What the email with a link that secures an account is about. */
export const SECURED_EVENTS = ['address', 'factor', 'mfa', 'identity', 'admin_token', 'sign_in'] as const;
export type SecuredEvent = (typeof SECURED_EVENTS)[number];

/** In seconds: the owner of an address may read the email about its change days later. */
export const SECURE_ADDRESS_TTL = 7 * 86_400;
/** The same of the other emails. A mailbox is a way round a new factor for this time, and no longer. */
export const SECURE_ACCOUNT_TTL = 86_400;

/** An email with a link, a code or both. Times are seconds since the UNIX epoch. */
@Entity('links')
@Index('links_uid', ['uid'])
@Index('links_email', ['email'])
@Index('links_expires_at', ['expiresAt'])
@Index('links_made_by', ['madeBy'])
@Index('links_code_token', ['codeTokenHash'], { unique: true })
export class Link {
  /** The SHA-256 of the token, in hexadecimal. Only the recipient knows the token itself. */
  @PrimaryColumn('varchar', { name: 'token_hash', length: 64 })
  tokenHash!: string;

  @Column('varchar', { length: 20 })
  purpose!: LinkPurpose | CodePurpose;

  /** Null for an email without an account. */
  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @Column('varchar', { length: 36, nullable: true })
  uid!: string | null;

  /** The recipient. */
  @Column('varchar', { length: 254 })
  email!: string;

  /** Whether following the link creates a user for an email without an account. */
  @Column('boolean', { name: 'sign_up' })
  signUp!: boolean;

  /** The URL that following the link leads to; empty for an email without a link. */
  @Column('varchar', { length: 2048 })
  target!: string;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  @Column('int', { unsigned: true, name: 'expires_at' })
  expiresAt!: number;

  @Column('int', { unsigned: true, name: 'used_at', nullable: true })
  usedAt!: number | null;

  /** The browser that requested the link; null for a link by the service itself or an administrator. */
  @Column('varchar', { name: 'user_agent', length: 255, nullable: true })
  userAgent!: string | null;

  /** The SHA-256 of the token that a browser needs to use the code of this email; null for an email without a code. */
  @Column('varchar', { name: 'code_token_hash', length: 64, nullable: true })
  codeTokenHash!: string | null;

  /** The HMAC of the code of this email. Using the link or the code consumes both. */
  @Column('varchar', { name: 'code_hash', length: 64, nullable: true })
  codeHash!: string | null;

  @Column('int', { unsigned: true, name: 'code_expires_at', nullable: true })
  codeExpiresAt!: number | null;

  /** How many codes were tried. Each try is counted before it is checked. */
  @Column('int', { unsigned: true, name: 'code_attempts', default: 0 })
  codeAttempts!: number;

  /** The PKCE challenge of the browser that gets a code in place of tokens (RFC 7636, S256); null for a link with tokens. */
  @Column('varchar', { name: 'code_challenge', length: 43, nullable: true })
  codeChallenge!: string | null;

  /** The session that requested the link; null for none. `WHAT_ENDS` says which links end with their session. */
  @Column('varchar', { name: 'session_id', length: 36, nullable: true })
  sessionId!: string | null;

  /**
   * The administrator who made or asked for the link, `user:<uid>` or `admin:<token id>`: the link ends with what the administrator
   * may do. Null for a link of a user, of the operator or of the service.
   */
  @Column('varchar', { name: 'made_by', length: 60, nullable: true })
  madeBy!: string | null;

  /** What the email of a link that secures the account is about; null for other links. */
  @Column('varchar', { length: 12, nullable: true })
  about!: SecuredEvent | null;

  /** When the session of that event began, in seconds since the UNIX epoch; 0 where the address was never proved; null for other links. */
  @Column('int', { unsigned: true, nullable: true })
  since!: number | null;

  /** The version of the password that a sign-in of the email has used; null for none. */
  @Column('int', { unsigned: true, name: 'password_version', nullable: true })
  passwordVersion!: number | null;
}
