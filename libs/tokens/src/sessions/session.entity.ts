import {
  Column,
  Entity,
  type FindOperator,
  type FindOptionsWhere,
  ForeignKey,
  Index,
  IsNull,
  MoreThan,
  PrimaryColumn,
} from 'typeorm';

/** How a session began. */
export const SIGN_IN_METHODS = [
  'password',
  'sign_up',
  'magic_link',
  'email_code',
  'passkey',
  'external',
  'impersonation',
] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** How strongly a session is authenticated: `aal2` means by two factors, or by a passkey that verified the user. */
export type Acr = 'aal1' | 'aal2';

/**
 * Why a session ended: `logout` by its user; `ended` from the list of sessions; `password` by a changed or reset password;
 * `address` by the first proof of the email or an undone change of it; `administrator` by an administrator; `stolen` by a
 * replayed refresh token or code; `limit` by a newer session of a user with too many sessions; `factor` by a change of the
 * factors; `identity` by the removal of the identity that opened it.
 */
export type EndReason =
  | 'logout'
  | 'ended'
  | 'password'
  | 'address'
  | 'administrator'
  | 'stolen'
  | 'limit'
  | 'factor'
  | 'identity';

/**
 * One sign-in. The row of an ended session stays until its access tokens have expired. Times are seconds since the UNIX
 * epoch.
 */
@Entity('sessions')
@Index('sessions_uid', ['uid'])
@Index('sessions_expires_at', ['expiresAt'])
@Index('sessions_ended_at', ['endedAt'])
@Index('sessions_impersonator', ['impersonator'])
export class Session {
  @PrimaryColumn('varchar', { name: 'session_id', length: 36 })
  sessionId!: string;

  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @Column('varchar', { length: 36 })
  uid!: string;

  /** Grows by one with each refresh. A refresh token contains the generation that it was issued for. */
  @Column('int', { unsigned: true, default: 0 })
  generation!: number;

  @Column('varchar', { length: 20 })
  method!: SignInMethod;

  @Column('varchar', { length: 45 })
  ip!: string;

  @Column('varchar', { name: 'user_agent', length: 255 })
  userAgent!: string;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  /** The sign-in or the newest refresh. */
  @Column('int', { unsigned: true, name: 'last_used_at' })
  lastUsedAt!: number;

  /** When the newest refresh token expires. */
  @Column('int', { unsigned: true, name: 'expires_at' })
  expiresAt!: number;

  /** Null until the session ends. */
  @Column('int', { unsigned: true, name: 'ended_at', nullable: true })
  endedAt!: number | null;

  @Column('varchar', { name: 'end_reason', length: 20, nullable: true })
  endReason!: EndReason | null;

  /** The newest proof in this session, in epoch seconds; 0 without one. A refresh does not move it. */
  @Column('int', { unsigned: true, name: 'auth_time', default: 0 })
  authTime!: number;

  /** What was proved, separated by blanks (RFC 8176). */
  @Column('varchar', { length: 60, default: '' })
  amr!: string;

  @Column('varchar', { length: 4, default: 'aal1' })
  acr!: Acr;

  /** The external provider that vouched for the user; null for any other sign-in. */
  @Column('varchar', { length: 32, nullable: true })
  idp!: string | null;

  /** A copy of the claims of the user, so that a refresh reads one row: a JSON object as text. */
  @Column('varchar', { length: 1_024, default: '{}' })
  claims!: string;

  /** When the claims changed, in epoch seconds: access tokens with these claims are issued later. 0 without a change. */
  @Column('int', { unsigned: true, name: 'claims_changed_at', default: 0 })
  claimsChangedAt!: number;

  /** The administrator who acts as the user, as events name them; null for a session of the user. */
  @Column('varchar', { length: 42, nullable: true })
  impersonator!: string | null;

  /** The name of the admin token, or the email of the user who administers. */
  @Column('varchar', { name: 'act_name', length: 254, nullable: true })
  actName!: string | null;
}

/** The user of a session, with the claims of the user. */
export type SessionOwner = Pick<Session, 'uid' | 'claims' | 'claimsChangedAt'>;

/** Selects the sessions of one or more users that can be refreshed at this time. */
export function livingSessions(uid: string | FindOperator<string>, now: number): FindOptionsWhere<Session> {
  return { uid, endedAt: IsNull(), expiresAt: MoreThan(now) };
}
