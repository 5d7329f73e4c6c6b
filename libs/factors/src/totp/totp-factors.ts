import { Clock, Database } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, Not } from 'typeorm';
import { TotpFactor } from './totp-factor.entity.js';
import { type TotpMatch, TotpSecrets } from './totp-secrets.js';

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
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly secrets: TotpSecrets,
  ) {}

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

  /** Removes all factors of a user, also pending ones. */
  async removeAll(uid: string): Promise<void> {
    await this.database.repo(TotpFactor).delete({ uid });
  }
}

/** Whether a confirmed factor accepts codes. */
export function isUsable({ lockedAt }: TotpFactor): boolean {
  return lockedAt === null;
}
