import { Env } from '@app/config';
import { Clock, Counter, counterOf, Database, isOrphan, newId } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual, MoreThan, Not, Raw } from 'typeorm';
import type { RegistrationHome } from '../passkeys/passkey-registration.js';
import { DEFAULT_FORM, newSecret, otpauthUri } from './totp-code.js';
import { TotpFactor } from './totp-factor.entity.js';
import { type TotpMatch, TotpSecrets } from './totp-secrets.js';

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

/**
 * Adds authenticator apps. Nothing else changes until the user has entered the first code. Only the session that has begun can confirm:
 * the app of a thief would else be a proof in the session of the owner.
 */
@Injectable()
export class TotpEnrolment {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly secrets: TotpSecrets,
  ) {}

  /**
   * Adds a factor that waits for its first code.
   * @param home the session or the waiting sign-in that adds it, the only one that can confirm it
   * @throws {ApiError} FACTOR_LIMIT_REACHED, NOT_AUTHENTICATED
   */
  async add(uid: string, home: RegistrationHome, email: string, name: string): Promise<PendingTotp> {
    await this.requireRoom(uid);
    await this.removeOld(uid);
    const secret = newSecret();
    const createdAt = this.clock.now();
    const unused = { lastStep: null, failures: 0, confirmedAt: null, lastUsedAt: null, lockedAt: null };
    const row = { factorId: newId(), uid, ...columnsOf(home), name, ...DEFAULT_FORM, ...unused, createdAt };
    const factor = { ...row, secretSealed: this.secrets.seal(secret, row), counter: new Counter(1, uid) };
    await this.database.insert(TotpFactor, [factor]).catch((cause: unknown) => {
      throw isOrphan(cause) ? new ApiError('NOT_AUTHENTICATED', { cause, reason: 'account deleted meanwhile' }) : cause;
    });
    const uri = otpauthUri(secret, this.env.appName, email);
    return { factorId: row.factorId, secret, uri, expiresAt: createdAt + PENDING_SECONDS };
  }

  /** The step of the first code of a pending factor. @throws {ApiError} FACTOR_NOT_FOUND, INVALID_CODE */
  async match(uid: string, home: RegistrationHome, factorId: string, code: string): Promise<TotpMatch> {
    const match = this.secrets.match([await this.requireOpen(uid, home, factorId)], code);
    if (!match) throw new ApiError('INVALID_CODE', { reason: 'wrong code of a new app' });
    return match;
  }

  /** A pending factor that can be confirmed. Reliable in a transaction that has locked the user. @throws {ApiError} FACTOR_NOT_FOUND */
  async requireOpen(uid: string, home: RegistrationHome, factorId: string): Promise<TotpFactor> {
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
}

function columnsOf(home: RegistrationHome) {
  return 'session' in home ? { sessionId: home.session, tokenHash: null } : { sessionId: null, tokenHash: home.token };
}
