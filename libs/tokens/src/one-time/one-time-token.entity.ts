import { PersonColumn, ServiceColumn } from '@app/database';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Purpose, SecuredEvent } from './access-kinds.js';

/** Something that a client can use once: a link, a code or both in an email, or a challenge. Times are seconds since the UNIX epoch. */
@Entity('one_time_tokens')
@Index('one_time_tokens_uid', ['uid'])
@Index('one_time_tokens_email', ['email'])
@Index('one_time_tokens_expires_at', ['expiresAt'])
@Index('one_time_tokens_made_by', ['madeBy'])
@Index('one_time_tokens_identity', ['idp', 'identityKey'])
@Index('one_time_tokens_idp_sid', ['idp', 'idpSid'])
@Index('one_time_tokens_code_token', ['codeTokenHash'], { unique: true })
export class OneTimeToken {
  /** The SHA-256 of the token, in hexadecimal. Only the recipient or the client knows the token itself. */
  @PrimaryColumn('varchar', { name: 'token_hash', length: 64 })
  tokenHash!: string;

  @PersonColumn('varchar', { length: 24 })
  purpose!: Purpose;

  /** Null for an email without an account, and for a token that is open to every user. */
  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @ServiceColumn('varchar', { length: 36, nullable: true })
  uid!: string | null;

  /** The counter of the user for the rung of the purpose when the token was made; 0 without a user. */
  @ServiceColumn('int', { unsigned: true, default: 0 })
  counter!: number;

  /** The session in which the token lives, or that asked for a new address; null for none. */
  @PersonColumn('varchar', { name: 'session_id', length: 36, nullable: true })
  sessionId!: string | null;

  /** The token in which this one lives; null for none. */
  @Column('varchar', { name: 'parent_hash', length: 64, nullable: true })
  parentHash!: string | null;

  /** The administrator who made or asked for it, `user:<uid>` or `admin:<token id>`; null for any other maker. */
  @ServiceColumn('varchar', { name: 'made_by', length: 60, nullable: true })
  madeBy!: string | null;

  @PersonColumn('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  @PersonColumn('int', { unsigned: true, name: 'expires_at' })
  expiresAt!: number;

  @PersonColumn('int', { unsigned: true, name: 'used_at', nullable: true })
  usedAt!: number | null;

  /** When an event has ended it by itself, and not by what it lives in or by a counter. */
  @ServiceColumn('int', { unsigned: true, name: 'ended_at', nullable: true })
  endedAt!: number | null;

  /** How many times a client has tried a code or an answer. Each try is counted before it is checked. */
  @ServiceColumn('int', { unsigned: true, default: 0 })
  attempts!: number;

  /** A JSON text, sealed with `AUTH_SECRET`; null without one. */
  @Column('text', { nullable: true })
  sealed!: string | null;

  /** The recipient; null for a token that no email has. */
  @PersonColumn('varchar', { length: 254, nullable: true })
  email!: string | null;

  /** Whether using it creates a user for an email without an account. */
  @PersonColumn('boolean', { name: 'sign_up', default: false })
  signUp!: boolean;

  /** The URL that following the link leads to; empty without a link. */
  @PersonColumn('varchar', { length: 2048, default: '' })
  target!: string;

  /** The browser that requested it; null for one by the service itself or an administrator. */
  @PersonColumn('varchar', { name: 'user_agent', length: 255, nullable: true })
  userAgent!: string | null;

  /** The SHA-256 of the token that a browser needs to use the code of this email; null for an email without a code. */
  @Column('varchar', { name: 'code_token_hash', length: 64, nullable: true })
  codeTokenHash!: string | null;

  /** The HMAC of the code of this email. Using the link or the code consumes both. */
  @Column('varchar', { name: 'code_hash', length: 64, nullable: true })
  codeHash!: string | null;

  @ServiceColumn('int', { unsigned: true, name: 'code_expires_at', nullable: true })
  codeExpiresAt!: number | null;

  /** The PKCE challenge of the browser that gets a code in place of tokens (RFC 7636, S256); null for a link with tokens. */
  @ServiceColumn('varchar', { name: 'code_challenge', length: 43, nullable: true })
  codeChallenge!: string | null;

  /** The external provider that vouches for the sign-in; null for none. */
  @PersonColumn('varchar', { length: 32, nullable: true })
  idp!: string | null;

  /** The key of the identity there; null where the sign-in is by an identity of the user, or by none. */
  @Column('varchar', { name: 'identity_key', length: 64, nullable: true })
  identityKey!: string | null;

  /** The SHA-256 of the session there, in hexadecimal; null for an unknown one. */
  @ServiceColumn('varchar', { name: 'idp_sid', length: 64, nullable: true })
  idpSid!: string | null;

  /** What the email of a link that secures the account is about; null for other links. */
  @PersonColumn('varchar', { length: 12, nullable: true })
  about!: SecuredEvent | null;

  /** When the session of that event began, in seconds since the UNIX epoch; null for other links. */
  @ServiceColumn('int', { unsigned: true, nullable: true })
  since!: number | null;

  /** The version of the password that the sign-in of that email has used; null without one. */
  @ServiceColumn('int', { unsigned: true, name: 'password_version', nullable: true })
  passwordVersion!: number | null;
}

/** A token in an email. */
export type Link = OneTimeToken & { email: string };
