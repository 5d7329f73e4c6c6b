import { Env, SecretBox } from '@app/config';
import { Clock, Counter, counterOf, Database, newId, PersonColumn, ServiceColumn } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { Secret, TOTP } from 'otpauth';
import { Column, Entity, ForeignKey, Index, IsNull, LessThanOrEqual, MoreThan, Not, Raw } from 'typeorm';
import type { RegistrationHome } from './passkey-ceremonies.js';

/** How many steps a code may be older or newer than the clock of the service (RFC 6238, section 5.2). */
const WINDOW = 1;
/** 160 bits (RFC 4226, section 4). */
const SECRET_BYTES = 20;

/** What authenticator apps support without exception. */
const DEFAULT_FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

type Form = Pick<TotpFactor, 'algorithm' | 'digits' | 'period'>;

/** A new secret, in base32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The URI that an authenticator app reads from a QR code. */
export function otpauthUri(secret: string, issuer: string, label: string, form: Form = DEFAULT_FORM): string {
  // A colon separates both in the URI, also an encoded one.
  const name = issuer.replace(/\s*:\s*/g, ' ').trim();
  return new TOTP({ issuer: name, label, secret: Secret.fromBase32(secret), ...form }).toString();
}

/**
 * The time step of a code; undefined for a wrong one. Blanks in the code are ignored.
 * @param now in seconds since the UNIX epoch
 */
export function stepOf(code: string, secret: string, { algorithm, digits, period }: Form, now: number) {
  const token = code.replace(/\s/g, '');
  if (!/^[0-9]+$/.test(token) || token.length !== digits) return undefined;
  const options = { token, secret: Secret.fromBase32(secret), algorithm, digits, period };
  const delta = TOTP.validate({ ...options, timestamp: now * 1_000, window: WINDOW });
  return delta === null ? undefined : Math.floor(now / period) + delta;
}

/** The hash functions of TOTP (RFC 6238, section 1.2). */
export const TOTP_ALGORITHMS = ['SHA1', 'SHA256', 'SHA512'] as const;
type TotpAlgorithm = (typeof TOTP_ALGORITHMS)[number];

/** An authenticator app of a user. Times are seconds since the UNIX epoch. */
@Entity('totp_factors')
@Index('totp_factors_uid', ['uid'])
export class TotpFactor {
  @PersonColumn('varchar', { name: 'factor_id', length: 36, primary: true })
  factorId!: string;

  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @ServiceColumn('varchar', { length: 36 })
  uid!: string;

  @PersonColumn('varchar', { length: 100 })
  name!: string;

  /** In base32, sealed with `AUTH_SECRET` for this user and factor. */
  @Column('text', { name: 'secret_sealed' })
  secretSealed!: string;

  @ServiceColumn('varchar', { length: 10 })
  algorithm!: TotpAlgorithm;

  @ServiceColumn('int', { unsigned: true })
  digits!: number;

  /** In seconds. */
  @ServiceColumn('int', { unsigned: true })
  period!: number;

  /** The time step of the newest accepted code. No code of this step or an older one is accepted again. */
  @ServiceColumn('int', { unsigned: true, name: 'last_step', nullable: true })
  lastStep!: number | null;

  /** Wrong codes since the last right one. */
  @ServiceColumn('int', { unsigned: true, default: 0 })
  failures!: number;

  @PersonColumn('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  /** Null until the user has entered the first code. */
  @PersonColumn('int', { unsigned: true, name: 'confirmed_at', nullable: true })
  confirmedAt!: number | null;

  @PersonColumn('int', { unsigned: true, name: 'last_used_at', nullable: true })
  lastUsedAt!: number | null;

  /** The session that began to add it, the only one that can confirm it; null for a sign-in that waits for it, and for an import. */
  @PersonColumn('varchar', { name: 'session_id', length: 36, nullable: true })
  sessionId!: string | null;

  /** The `mfa_token` of the sign-in that began to add it, by its hash; null for a session and for an import. */
  @Column('varchar', { name: 'token_hash', length: 64, nullable: true })
  tokenHash!: string | null;

  /** Set after too many wrong codes in a row: the factor accepts no code until another factor clears it. */
  @PersonColumn('int', { unsigned: true, name: 'locked_at', nullable: true })
  lockedAt!: number | null;

  /** The counter of rung 1 of the user at the beginning: until the first code, the factor ends with it. */
  @ServiceColumn('int', { unsigned: true, default: 0 })
  counter!: number;
}

/** A code that fits a factor, by its time step. */
interface TotpMatch {
  factorId: string;
  step: number;
  /** Since when the factor is confirmed, in epoch seconds; 0 before its first code. */
  since: number;
  /** The secret, sealed anew, if it was sealed with the previous `AUTH_SECRET`. */
  resealed?: string;
}

type Key = Pick<TotpFactor, 'uid' | 'factorId'>;

/** Seals the secrets of authenticator apps, and compares codes with them. */
@Injectable()
export class TotpSecrets {
  private readonly box: SecretBox;

  constructor(
    env: Env,
    private readonly clock: Clock,
  ) {
    this.box = new SecretBox(env, 'totp');
  }

  /** @param secret in base32 */
  seal(secret: string, factor: Key): string {
    return this.box.seal(secret, labelOf(factor));
  }

  /** The secret in base32; undefined when it was sealed with an unknown key, or for another user or factor. */
  open(factor: TotpFactor): string | undefined {
    return this.box.open(factor.secretSealed, labelOf(factor))?.text;
  }

  /** The first of these factors that a code fits; undefined for a wrong or an old code. */
  match(factors: TotpFactor[], code: string): TotpMatch | undefined {
    for (const factor of factors) {
      const opened = this.box.open(factor.secretSealed, labelOf(factor));
      const step = opened && stepOf(code, opened.text, factor, this.clock.now());
      if (step === undefined || step <= (factor.lastStep ?? -1)) continue;
      const since = factor.confirmedAt ?? 0;
      return {
        factorId: factor.factorId,
        step,
        since,
        ...(opened?.stale && { resealed: this.seal(opened.text, factor) }),
      };
    }
    return undefined;
  }
}

/** A secret that was moved to another user or factor does not open. */
function labelOf({ uid, factorId }: Key): string {
  return `${uid}/${factorId}`;
}

/** How long a new factor waits for its first code, in seconds. */
const PENDING_SECONDS = 600;
const MOST_FACTORS = 5;
const MOST_PENDING = 5;

const CONFIRM = `UPDATE totp_factors SET confirmed_at = ?, last_used_at = ?, last_step = ?
  WHERE factor_id = ? AND uid = ? AND confirmed_at IS NULL AND created_at > ?`;

/** A factor that waits for its first code. */
export interface PendingTotp {
  factorId: string;
  /** In base32. */
  secret: string;
  /** For the QR code. */
  uri: string;
  expiresAt: number;
}

function columnsOf(home: RegistrationHome) {
  return 'session' in home ? { sessionId: home.session, tokenHash: null } : { sessionId: null, tokenHash: home.token };
}

/** So many wrong codes in a row switch a factor off (NIST SP 800-63B-4, section 3.2.2). */
const MOST_FAILURES = 100;

const COUNT_TRY = `UPDATE totp_factors SET failures = failures + 1
  WHERE uid = ? AND confirmed_at IS NOT NULL AND locked_at IS NULL AND failures < ${MOST_FAILURES}`;
const SPEND = `UPDATE totp_factors SET last_step = ?, failures = 0, last_used_at = ?
  WHERE factor_id = ? AND uid = ? AND confirmed_at IS NOT NULL AND locked_at IS NULL
  AND (last_step IS NULL OR last_step < ?)`;

/** The authenticator apps of users (TOTP, RFC 6238). Each code is accepted once, by one conditional update. */
@Injectable()
export class TotpFactors {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly secrets: TotpSecrets,
  ) {}

  /**
   * Adds a factor that waits for its first code: nothing else changes until then. Only the session that has begun can confirm it, since
   * the app of a thief would else be a proof in the session of the owner.
   * @param home the session or the waiting sign-in that adds it, the only one that can confirm it
   * @throws {ApiError} FACTOR_LIMIT_REACHED, NOT_AUTHENTICATED
   */
  async addPending(uid: string, home: RegistrationHome, email: string, name: string): Promise<PendingTotp> {
    await this.requireRoom(uid);
    await this.removeOld(uid);
    const secret = newSecret();
    const createdAt = this.clock.now();
    const unused = { lastStep: null, failures: 0, confirmedAt: null, lastUsedAt: null, lockedAt: null };
    const row = { factorId: newId(), uid, ...columnsOf(home), name, ...DEFAULT_FORM, ...unused, createdAt };
    const factor = { ...row, secretSealed: this.secrets.seal(secret, row), counter: new Counter(1, uid) };
    await this.database.insertOwned(TotpFactor, factor);
    const uri = otpauthUri(secret, this.env.appName, email);
    return { factorId: row.factorId, secret, uri, expiresAt: createdAt + PENDING_SECONDS };
  }

  /** The step of the first code of a pending factor. @throws {ApiError} FACTOR_NOT_FOUND, INVALID_CODE */
  async matchPending(uid: string, home: RegistrationHome, factorId: string, code: string): Promise<TotpMatch> {
    const match = this.secrets.match([await this.requirePending(uid, home, factorId)], code);
    if (!match) throw new ApiError('INVALID_CODE', { reason: 'wrong code of a new app' });
    return match;
  }

  /** A pending factor that can be confirmed. Reliable in a transaction that has locked the user. @throws {ApiError} FACTOR_NOT_FOUND */
  async requirePending(uid: string, home: RegistrationHome, factorId: string): Promise<TotpFactor> {
    const since = this.clock.now() - PENDING_SECONDS;
    const counter = Raw((column) => `${column} = ${counterOf(1, ':uid')}`, { uid });
    const begunIn = 'session' in home ? { sessionId: home.session } : { tokenHash: home.token };
    const pending = { uid, factorId, ...begunIn, confirmedAt: IsNull(), createdAt: MoreThan(since), counter };
    const factor = await this.database.repo(TotpFactor).findOneBy(pending);
    if (!factor) throw new ApiError('FACTOR_NOT_FOUND');
    return factor;
  }

  /** Confirms a pending factor and spends its first code. @throws {ApiError} FACTOR_LIMIT_REACHED, FACTOR_NOT_FOUND */
  async confirm(uid: string, { factorId, step }: TotpMatch): Promise<void> {
    await this.requireRoom(uid);
    const now = this.clock.now();
    const changed = await this.database.change(CONFIRM, [now, now, step, factorId, uid, now - PENDING_SECONDS]);
    if (changed !== 1) throw new ApiError('FACTOR_NOT_FOUND');
  }

  private async requireRoom(uid: string): Promise<void> {
    const confirmed = await this.database.repo(TotpFactor).countBy({ uid, confirmedAt: Not(IsNull()) });
    if (confirmed >= MOST_FACTORS) throw new ApiError('FACTOR_LIMIT_REACHED');
  }

  /** Removes expired pending factors, and the oldest ones if there are many. */
  private async removeOld(uid: string): Promise<void> {
    const factors = this.database.repo(TotpFactor);
    const pending = { uid, confirmedAt: IsNull() };
    await factors.delete({ ...pending, createdAt: LessThanOrEqual(this.clock.now() - PENDING_SECONDS) });
    const newest = await factors.find({ where: pending, order: { factorId: 'DESC' }, take: MOST_PENDING });
    const oldest = newest[MOST_PENDING - 1];
    if (oldest) await factors.delete({ ...pending, factorId: LessThanOrEqual(oldest.factorId) });
  }

  /** The confirmed factors of a user, oldest first. */
  list(uid: string): Promise<TotpFactor[]> {
    const confirmed = { uid, confirmedAt: Not(IsNull()) };
    return this.database.repo(TotpFactor).find({ where: confirmed, order: { factorId: 'ASC' } });
  }

  /**
   * The factor that a code fits; undefined for a wrong or an old code. Counts the try for all factors of the user before it
   * checks. Does not consume the code.
   */
  async findMatch(uid: string, code: string): Promise<TotpMatch | undefined> {
    if ((await this.database.change(COUNT_TRY, [uid])) === 0) return undefined;
    return this.secrets.match((await this.list(uid)).filter(isUsable), code);
  }

  /** Switches off the factors with too many wrong codes in a row. Returns whether there were any. */
  async lockExhausted(uid: string): Promise<boolean> {
    const exhausted = { uid, failures: MoreThan(MOST_FAILURES - 1), lockedAt: IsNull() };
    const { affected } = await this.database.repo(TotpFactor).update(exhausted, { lockedAt: this.clock.now() });
    return (affected ?? 0) > 0;
  }

  /** Spends a code, in one conditional update: of several parallel requests with one code only one succeeds. */
  async consume(uid: string, { factorId, step, resealed }: TotpMatch): Promise<boolean> {
    const spent = (await this.database.change(SPEND, [step, this.clock.now(), factorId, uid, step])) === 1;
    if (spent && resealed) await this.database.repo(TotpFactor).update({ uid, factorId }, { secretSealed: resealed });
    return spent;
  }

  /** After a proof: forgets the wrong codes of all factors, and switches those on again that were off. */
  async clearFailures(uid: string): Promise<void> {
    const failed = { uid, failures: MoreThan(0) };
    await this.database.repo(TotpFactor).update(failed, { failures: 0, lockedAt: null });
  }

  /** @throws {ApiError} FACTOR_NOT_FOUND */
  async rename(uid: string, factorId: string, name: string): Promise<void> {
    const confirmed = { uid, factorId, confirmedAt: Not(IsNull()) };
    if (!(await this.database.repo(TotpFactor).existsBy(confirmed))) throw new ApiError('FACTOR_NOT_FOUND');
    await this.database.repo(TotpFactor).update(confirmed, { name });
  }

  /** Removes a factor, and returns it. @throws {ApiError} FACTOR_NOT_FOUND */
  async remove(uid: string, factorId: string): Promise<TotpFactor> {
    const confirmed = { uid, factorId, confirmedAt: Not(IsNull()) };
    const factor = await this.database.repo(TotpFactor).findOneBy(confirmed);
    const { affected } = await this.database.repo(TotpFactor).delete(confirmed);
    if (factor === null || affected !== 1) throw new ApiError('FACTOR_NOT_FOUND');
    return factor;
  }
}

/** Whether a confirmed factor accepts codes. */
export function isUsable({ lockedAt }: TotpFactor): boolean {
  return lockedAt === null;
}
