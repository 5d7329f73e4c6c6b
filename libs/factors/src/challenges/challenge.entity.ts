import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/**
 * What a challenge is for: the second step of a sign-in (`mfa`), the enrolment of a factor that a sign-in requires
 * (`mfa_enrolment`), the creation or use of a passkey, or a sign-in by an external provider: its way through the provider
 * (`external_state`), its result (`external_code`), and the confirmation of an address that the provider has not proved
 * (`external_pending`, and `external_confirm` for each email code); or the code of a followed link (`link_code`) or of the sign-in pages (`page_code`); or the link to the console that a start or the command
 * line prints; or a logout token of a provider, which is used by its creation (`logout_token`).
 */
export type ChallengePurpose =
  | 'mfa'
  | 'mfa_enrolment'
  | 'passkey_login'
  | 'passkey_mfa'
  | 'passkey_registration'
  | 'passkey_reauth'
  | 'external_state'
  | 'external_code'
  | 'link_code'
  | 'page_code'
  | 'external_pending'
  | 'external_confirm'
  | 'logout_token'
  | 'console';

/** Something that a client can use once, within a short time. Times are seconds since the UNIX epoch. */
@Entity('challenges')
@Index('challenges_uid', ['uid'])
@Index('challenges_expires_at', ['expiresAt'])
@Index('challenges_identity', ['idp', 'identityKey'])
@Index('challenges_idp_sid', ['idp', 'idpSid'])
export class Challenge {
  /** The SHA-256 of the token, in hexadecimal. Only the client knows the token itself. */
  @PrimaryColumn('varchar', { name: 'token_hash', length: 64 })
  tokenHash!: string;

  @Column('varchar', { length: 24 })
  purpose!: ChallengePurpose;

  /** Null for a challenge that is open to every user. */
  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @Column('varchar', { length: 36, nullable: true })
  uid!: string | null;

  /** The session in which the challenge began, with which it ends; null for a challenge that began in none. */
  @Column('varchar', { name: 'session_id', length: 36, nullable: true })
  sessionId!: string | null;

  /** The external provider that vouches for the sign-in; null for none. */
  @Column('varchar', { length: 32, nullable: true })
  idp!: string | null;

  /** The key of the identity there; null where the sign-in is by an identity of the user, or by none. */
  @Column('varchar', { name: 'identity_key', length: 64, nullable: true })
  identityKey!: string | null;

  /** The SHA-256 of the session there, in hexadecimal; null for an unknown one. */
  @Column('varchar', { name: 'idp_sid', length: 64, nullable: true })
  idpSid!: string | null;

  /** A JSON text, sealed with `AUTH_SECRET`. */
  @Column('text')
  sealed!: string;

  /** How many times a client has tried to use it. Each try is counted before it is checked. */
  @Column('int', { unsigned: true, default: 0 })
  attempts!: number;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  @Column('int', { unsigned: true, name: 'expires_at' })
  expiresAt!: number;

  @Column('int', { unsigned: true, name: 'used_at', nullable: true })
  usedAt!: number | null;
}
