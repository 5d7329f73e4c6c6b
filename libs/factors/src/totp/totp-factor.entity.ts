import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The hash functions of TOTP (RFC 6238, section 1.2). */
export const TOTP_ALGORITHMS = ['SHA1', 'SHA256', 'SHA512'] as const;
export type TotpAlgorithm = (typeof TOTP_ALGORITHMS)[number];

/** An authenticator app of a user. Times are seconds since the UNIX epoch. */
@Entity('totp_factors')
@Index('totp_factors_uid', ['uid'])
export class TotpFactor {
  @PrimaryColumn('varchar', { name: 'factor_id', length: 36 })
  factorId!: string;

  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @Column('varchar', { length: 36 })
  uid!: string;

  @Column('varchar', { length: 100 })
  name!: string;

  /** In base32, sealed with `AUTH_SECRET` for this user and factor. */
  @Column('text', { name: 'secret_sealed' })
  secretSealed!: string;

  @Column('varchar', { length: 10 })
  algorithm!: TotpAlgorithm;

  @Column('int', { unsigned: true })
  digits!: number;

  /** In seconds. */
  @Column('int', { unsigned: true })
  period!: number;

  /** The time step of the newest accepted code. No code of this step or an older one is accepted again. */
  @Column('int', { unsigned: true, name: 'last_step', nullable: true })
  lastStep!: number | null;

  /** Wrong codes since the last right one. */
  @Column('int', { unsigned: true, default: 0 })
  failures!: number;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  /** Null until the user has entered the first code. */
  @Column('int', { unsigned: true, name: 'confirmed_at', nullable: true })
  confirmedAt!: number | null;

  @Column('int', { unsigned: true, name: 'last_used_at', nullable: true })
  lastUsedAt!: number | null;

  /** The session that began to add it, the only one that can confirm it; null for a sign-in that waits for it, and for an import. */
  @Column('varchar', { name: 'session_id', length: 36, nullable: true })
  sessionId!: string | null;

  /** The `mfa_token` of the sign-in that began to add it, by its hash; null for a session and for an import. */
  @Column('varchar', { name: 'token_hash', length: 64, nullable: true })
  tokenHash!: string | null;

  /** Set after too many wrong codes in a row: the factor accepts no code until another factor clears it. */
  @Column('int', { unsigned: true, name: 'locked_at', nullable: true })
  lockedAt!: number | null;

  /** The counter of rung 1 of the user at the beginning: until the first code, the factor ends with it. */
  @Column('int', { unsigned: true, default: 0 })
  counter!: number;
}
