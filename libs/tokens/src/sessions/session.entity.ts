import { Database, lockRows, PersonColumn, ServiceColumn } from '@app/database';
import { Injectable } from '@nestjs/common';
import { Column, Entity, type FindOperator, type FindOptionsWhere, ForeignKey, Index, IsNull, MoreThan } from 'typeorm';

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
  @PersonColumn('varchar', { name: 'session_id', length: 36, primary: true })
  sessionId!: string;

  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @ServiceColumn('varchar', { length: 36 })
  uid!: string;

  /** Grows by one with each refresh. A refresh token contains the generation that it was issued for. */
  @ServiceColumn('int', { unsigned: true, default: 0 })
  generation!: number;

  /** The generations before the last two that were replaced in the grace period, of a session in a cookie: `replaced-generations.ts`. */
  @ServiceColumn('text', { name: 'replaced_generations', nullable: true })
  replacedGenerations!: string | null;

  @PersonColumn('varchar', { length: 20 })
  method!: SignInMethod;

  @PersonColumn('varchar', { length: 45 })
  ip!: string;

  @PersonColumn('varchar', { name: 'user_agent', length: 255 })
  userAgent!: string;

  /** The sign-in: a session that began in another one has the time of that one. */
  @PersonColumn('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  /** The sign-in or the newest refresh. */
  @PersonColumn('int', { unsigned: true, name: 'last_used_at' })
  lastUsedAt!: number;

  /** When a session was last used that lives in this one, with a precision of one hour; 0 for never. */
  @PersonColumn('int', { unsigned: true, name: 'used_within_at', default: 0 })
  usedWithinAt!: number;

  /** When the session expires without another use: the newest refresh token does, or later for what lives in the session. */
  @PersonColumn('int', { unsigned: true, name: 'expires_at' })
  expiresAt!: number;

  /** Null until the session ends. */
  @PersonColumn('int', { unsigned: true, name: 'ended_at', nullable: true })
  endedAt!: number | null;

  @PersonColumn('varchar', { name: 'end_reason', length: 20, nullable: true })
  endReason!: EndReason | null;

  /**
   * When any method was last proved in this session, in epoch seconds; 0 without one. A refresh does not move it. A session that
   * began in another one has the proofs of that one, for the claims of its tokens: see `shownHere`.
   */
  @PersonColumn('int', { unsigned: true, name: 'auth_time', default: 0 })
  authTime!: number;

  /** What was proved, separated by blanks (RFC 8176). */
  @PersonColumn('varchar', { length: 60, default: '' })
  amr!: string;

  @PersonColumn('varchar', { length: 4, default: 'aal1' })
  acr!: Acr;

  /** When a second factor was last shown in this session, in epoch seconds; 0 if none was. A refresh does not move it. */
  @PersonColumn('int', { unsigned: true, name: 'factor_time', default: 0 })
  factorTime!: number;

  /** Whether the factor that was shown last existed before this session. The console accepts no other session. */
  @ServiceColumn('boolean', { name: 'earlier_factor', default: false })
  earlierFactor!: boolean;

  /**
   * What was shown in this session since it was opened; null for nothing. The other proofs of a session that began in another one
   * are copies: they make no sign-in recent.
   */
  @PersonColumn('varchar', { name: 'shown_here', length: 6, nullable: true })
  shownHere!: ShownProof | null;

  /**
   * From when on a refresh checks whether the user must have a factor, in epoch seconds; null for a user without such a demand
   * at the sign-in. The setting `MFA=required` counts besides it.
   */
  @ServiceColumn('int', { unsigned: true, name: 'factor_due_at', nullable: true })
  factorDueAt!: number | null;

  /** The session in which this one began, and without which it is dead; null for a sign-in. */
  @PersonColumn('varchar', { name: 'parent_id', length: 36, nullable: true })
  parentId!: string | null;

  /** The session of the console in which an admin token began this one, by its hash, and without which it is dead; null for any other. */
  @Column('varchar', { name: 'console_hash', length: 64, nullable: true })
  consoleHash!: string | null;

  /** The longest life that the provider allows, in seconds after the sign-in; 0 for that of the settings. */
  @ServiceColumn('int', { unsigned: true, name: 'max_ttl', default: 0 })
  maxTtl!: number;

  /** The SHA-256 of the id of the session at the external provider, in hexadecimal; null where it has named none. */
  @ServiceColumn('varchar', { name: 'idp_sid', length: 64, nullable: true })
  idpSid!: string | null;

  /** The external provider that vouched for the user; null for any other sign-in. */
  @PersonColumn('varchar', { length: 32, nullable: true })
  idp!: string | null;

  /** The device of the sign-in; null for a client that sends no device token. */
  @PersonColumn('varchar', { name: 'device_id', length: 36, nullable: true })
  deviceId!: string | null;

  /** A copy of the claims of the user, so that a refresh reads one row: a JSON object as text. */
  @PersonColumn('varchar', { length: 1_024, default: '{}' })
  claims!: string;

  /** When the claims changed, in epoch seconds: access tokens with these claims are issued later. 0 without a change. */
  @ServiceColumn('int', { unsigned: true, name: 'claims_changed_at', default: 0 })
  claimsChangedAt!: number;

  /** The administrator who acts as the user, as events name them; null for a session of the user. */
  @ServiceColumn('varchar', { length: 42, nullable: true })
  impersonator!: string | null;

  /** The name of the admin token, or the email of the user who administers. */
  @ServiceColumn('varchar', { name: 'act_name', length: 254, nullable: true })
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

/** The strongest proof that was shown in a session since it was opened: any one, or a second factor. */
export type ShownProof = 'proof' | 'factor';

/**
 * Why a session ended: `logout` by its user; `ended` from the list of sessions; `password` by a changed or reset password;
 * `address` by the first proof or a change of the email; `secured` by the answer to a theft; `administrator` by an administrator; `stolen` by a
 * replayed refresh token or code; `limit` by a newer session of a user with too many sessions; `factor` by a change of the
 * factors; `identity` by the removal of the identity that opened it.
 */
export type EndReason =
  | 'logout'
  | 'ended'
  | 'secured'
  | 'password'
  | 'address'
  | 'administrator'
  | 'stolen'
  | 'limit'
  | 'factor'
  | 'identity';

declare const ADMITTED: unique symbol;

/**
 * A user for whom a session may open, or a session that may have tokens. Only a cast makes one: in `SignInGate`, in
 * `ImpersonationService`, in `SessionAssurance` for refreshes and codes of the pages, and in `SessionStore` for a session that has just
 * opened. Any other cast opens a way round the gate.
 */
export type Admitted<T> = T & { readonly [ADMITTED]: true };

/** The client of a request, as the request describes it. */
export interface RequestClient {
  ip: string;
  userAgent: string;
  /** Left out for a client that wants no device token. */
  device?: ShownDevice;
}

/** What a client shows about the device that it runs on. */
export interface ShownDevice {
  /** The device tokens that it has, at most one for each account. */
  tokens: string[];
  /** Whether they are in a cookie, which no script can read. */
  inCookie: boolean;
}

/** How a session is authenticated. */
export interface Authentication {
  method: SignInMethod;
  /** What was proved (RFC 8176). */
  amr: readonly string[];
  acr: Acr;
  /** The external provider that vouched for the user. */
  idp?: string;
  /** The SHA-256 of the id of the session at that provider, in hexadecimal. */
  idpSid?: string;
  /** When that provider authenticated the user, in epoch seconds; left out for now. */
  authTime?: number;
  /** The longest life that the provider allows, in seconds; 0 or left out for that of the settings. */
  maxTtl?: number;
  /** A second factor of the user that was shown: one that existed before, or one that was added by this sign-in. */
  factor?: 'earlier' | 'new';
  /** When the session begins, in epoch seconds: before a factor or an identity that the sign-in adds. Left out for now. */
  createdAt?: number;
  /** From when on a refresh checks whether the user must have a factor, in epoch seconds. */
  factorDueAt?: number | null;
  /** The device of the sign-in. */
  deviceId?: string | null;
  /** The session in which this one begins. */
  parentId?: string | null;
  /** The administrator who acts as the user, who has proved nothing. */
  impersonator?: Impersonator;
}

/** An administrator who acts as a user. */
export interface Impersonator {
  /** The name in events. */
  actor: string;
  name: string;
  /** The session of the console in which an admin token acts, by its hash; null for any other. */
  consoleHash: string | null;
  /** When the session ends, in epoch seconds. */
  until: number;
}

/** The copies of the claims of users in their sessions. */
@Injectable()
export class SessionClaims {
  constructor(private readonly database: Database) {}

  /**
   * Locks the sessions of a user that have not ended, so that a refresh waits. Returns the newest time at which one of them was
   * used or proved, by the clock of the replica that answered; 0 without sessions. The user must be locked.
   */
  async lock(uid: string): Promise<number> {
    this.database.requireTransaction();
    const found = this.database.repo(Session).createQueryBuilder('session').where({ uid, endedAt: IsNull() });
    const sessions = await lockRows(found).getMany();
    return Math.max(0, ...sessions.flatMap(({ lastUsedAt, authTime }) => [lastUsedAt, authTime]));
  }

  /** Copies the claims of a user into the locked sessions. */
  async copy({ uid, claims, claimsChangedAt }: Pick<Session, 'uid' | 'claims' | 'claimsChangedAt'>): Promise<void> {
    await this.database.repo(Session).update({ uid, endedAt: IsNull() }, { claims, claimsChangedAt });
  }
}
