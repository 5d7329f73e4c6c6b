import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/**
 * A session of the console: of an admin token, or of a user with admin scopes. It has no scopes of its own: each request has
 * those that the token or the user has at that moment. Times are seconds since the UNIX epoch.
 */
@Entity('console_sessions')
@Index('console_sessions_admin_token_id', ['adminTokenId'])
@Index('console_sessions_uid', ['uid'])
@Index('console_sessions_expires_at', ['expiresAt'])
export class ConsoleSession {
  /** The SHA-256 of the cookie, in hexadecimal. Only the browser has the cookie itself. */
  @PrimaryColumn('varchar', { name: 'token_hash', length: 64 })
  tokenHash!: string;

  /** The admin token that opened the session; null in a session of a user. */
  @ForeignKey('admin_tokens', 'id', { onDelete: 'CASCADE' })
  @Column('varchar', { name: 'admin_token_id', length: 36, nullable: true })
  adminTokenId!: string | null;

  /** The user who opened the session; null in a session of an admin token. */
  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @Column('varchar', { length: 36, nullable: true })
  uid!: string | null;

  /** The session of the user that opened this one, with which it ends; null in a session of an admin token. */
  @Column('varchar', { name: 'session_id', length: 36, nullable: true })
  sessionId!: string | null;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  /** With a precision of one minute. */
  @Column('int', { unsigned: true, name: 'last_used_at' })
  lastUsedAt!: number;

  /** When the session ends at the latest. */
  @Column('int', { unsigned: true, name: 'expires_at' })
  expiresAt!: number;
}
