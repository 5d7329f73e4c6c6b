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
import type { Acr, EndReason, ShownProof, SignInMethod } from './session-kinds.js';

/**
 * One sign-in, or what began in it. The row of an ended session stays until its access tokens have expired. Times are seconds since the UNIX
 * epoch.
 */
@Entity('sessions')
@Index('sessions_uid', ['uid'])
@Index('sessions_expires_at', ['expiresAt'])
@Index('sessions_ended_at', ['endedAt'])
@Index('sessions_impersonator', ['impersonator'])
@Index('sessions_parent_id', ['parentId'])
@Index('sessions_idp', ['idp', 'idpSid'])
export class Session {
  @PrimaryColumn('varchar', { name: 'session_id', length: 36 })
  sessionId!: string;

  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @Column('varchar', { length: 36 })
  uid!: string;

  /** Grows by one with each refresh. A refresh token contains the generation that it was issued for. */
  @Column('int', { unsigned: true, default: 0 })
  generation!: number;

  /** The generations before the last two that were replaced in the grace period, of a session in a cookie: `replaced-generations.ts`. */
  @Column('text', { name: 'replaced_generations', nullable: true })
  replacedGenerations!: string | null;

  @Column('varchar', { length: 20 })
  method!: SignInMethod;

  @Column('varchar', { length: 45 })
  ip!: string;

  @Column('varchar', { name: 'user_agent', length: 255 })
  userAgent!: string;

  /** The sign-in: a session that began in another one has the time of that one. */
  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  /** The sign-in or the newest refresh. */
  @Column('int', { unsigned: true, name: 'last_used_at' })
  lastUsedAt!: number;

  /** When a session was last used that lives in this one, with a precision of one hour; 0 for never. */
  @Column('int', { unsigned: true, name: 'used_within_at', default: 0 })
  usedWithinAt!: number;

  /** When the session expires without another use: the newest refresh token does, or later for what lives in the session. */
  @Column('int', { unsigned: true, name: 'expires_at' })
  expiresAt!: number;

  /** Null until the session ends. */
  @Column('int', { unsigned: true, name: 'ended_at', nullable: true })
  endedAt!: number | null;

  @Column('varchar', { name: 'end_reason', length: 20, nullable: true })
  endReason!: EndReason | null;

  /**
   * When any method was last proved in this session, in epoch seconds; 0 without one. A refresh does not move it. A session that
   * began in another one has the proofs of that one, for the claims of its tokens: see `shownHere`.
   */
  @Column('int', { unsigned: true, name: 'auth_time', default: 0 })
  authTime!: number;

  /** What was proved, separated by blanks (RFC 8176). */
  @Column('varchar', { length: 60, default: '' })
  amr!: string;

  @Column('varchar', { length: 4, default: 'aal1' })
  acr!: Acr;

  /** When a second factor was last shown in this session, in epoch seconds; 0 if none was. A refresh does not move it. */
  @Column('int', { unsigned: true, name: 'factor_time', default: 0 })
  factorTime!: number;

  /** Whether the factor that was shown last existed before this session. The console accepts no other session. */
  @Column('boolean', { name: 'earlier_factor', default: false })
  earlierFactor!: boolean;

  /**
   * What was shown in this session since it was opened; null for nothing. The other proofs of a session that began in another one
   * are copies: they make no sign-in recent.
   */
  @Column('varchar', { name: 'shown_here', length: 6, nullable: true })
  shownHere!: ShownProof | null;

  /**
   * From when on a refresh checks whether the user must have a factor, in epoch seconds; null for a user without such a demand
   * at the sign-in. The setting `MFA=required` counts besides it.
   */
  @Column('int', { unsigned: true, name: 'factor_due_at', nullable: true })
  factorDueAt!: number | null;

  /** The session in which this one began, and without which it is dead; null for a sign-in. */
  @Column('varchar', { name: 'parent_id', length: 36, nullable: true })
  parentId!: string | null;

  /** The session of the console in which an admin token began this one, by its hash, and without which it is dead; null for any other. */
  @Column('varchar', { name: 'console_hash', length: 64, nullable: true })
  consoleHash!: string | null;

  /** The longest life that the provider allows, in seconds after the sign-in; 0 for that of the settings. */
  @Column('int', { unsigned: true, name: 'max_ttl', default: 0 })
  maxTtl!: number;

  /** The SHA-256 of the id of the session at the external provider, in hexadecimal; null where it has named none. */
  @Column('varchar', { name: 'idp_sid', length: 64, nullable: true })
  idpSid!: string | null;

  /** The external provider that vouched for the user; null for any other sign-in. */
  @Column('varchar', { length: 32, nullable: true })
  idp!: string | null;

  /** The device of the sign-in; null for a client that sends no device token. */
  @Column('varchar', { name: 'device_id', length: 36, nullable: true })
  deviceId!: string | null;

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

/** The user of a session, with the claims of the user and the version of the password. */
export type SessionOwner = Pick<Session, 'uid' | 'claims' | 'claimsChangedAt'>;

/** Selects the sessions of one or more users that have neither ended nor expired; with `IN_LIVING`, those that can be refreshed. */
export function livingSessions(uid: string | FindOperator<string>, now: number): FindOptionsWhere<Session> {
  return { uid, endedAt: IsNull(), expiresAt: MoreThan(now) };
}

/** How many sessions a listed one can live in: a session in the console of a user begins in one of the user. */
const DEPTH = 2;

/** SQL for `session`, by the parameter `now`: whether all that it lives in has neither ended nor expired. */
export const IN_LIVING = inLiving('session.parentId', DEPTH);

/** The same for what says its session itself. @param parentId SQL for the session */
export function inLiving(parentId: string, depth = DEPTH + 1): string {
  const host = `host${depth}`;
  const open = `${host}.session_id = ${parentId} AND ${host}.ended_at IS NULL AND ${host}.expires_at > :now`;
  const further = depth > 1 ? ` AND ${inLiving(`${host}.parent_id`, depth - 1)}` : '';
  return `(${parentId} IS NULL OR EXISTS (SELECT 1 FROM sessions ${host} WHERE ${open}${further}))`;
}
