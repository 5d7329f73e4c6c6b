import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How a session began. */
export type SignInMethod = 'password' | 'sign_up' | 'magic_link';

/**
 * Why a session ended: `logout` by its user; `ended` from the list of sessions; `password` by a changed or reset password;
 * `address` by the first proof of the address or an undone change of it; `administrator` by an administrator; `stolen` by
 * a replayed refresh token; `limit` by a newer session of a user who has too many.
 */
export type EndReason = 'logout' | 'ended' | 'password' | 'address' | 'administrator' | 'stolen' | 'limit';

/** One sign-in. An ended one is kept as long as its access tokens live. Times are seconds since the UNIX epoch. */
@Entity('sessions')
export class Session {
  @PrimaryColumn('varchar', { name: 'session_id', length: 36 })
  sessionId!: string;

  @Column('varchar', { length: 36 })
  uid!: string;

  /** Moves on by one with each refresh; a refresh token carries the generation that it was issued for. */
  @Column('int')
  generation!: number;

  @Column('varchar', { length: 20 })
  method!: SignInMethod;

  @Column('varchar', { length: 45 })
  ip!: string;

  @Column('varchar', { name: 'user_agent', length: 255 })
  userAgent!: string;

  @Column('int', { name: 'created_at' })
  createdAt!: number;

  /** The sign-in or the newest refresh. */
  @Column('int', { name: 'last_used_at' })
  lastUsedAt!: number;

  /** When the newest refresh token expires. */
  @Column('int', { name: 'expires_at' })
  expiresAt!: number;

  /** Null while the session lives. */
  @Column('int', { name: 'ended_at', nullable: true })
  endedAt!: number | null;

  @Column('varchar', { name: 'end_reason', length: 20, nullable: true })
  endReason!: EndReason | null;
}
