import { Env } from '@app/config';
import { Clock, Database, isDuplicateKey, isOrphan, newId } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { credentialHash } from './credential.js';
import { Passkey } from './passkey.entity.js';

const MOST_PASSKEYS = 20;

const RECORD_USE = `UPDATE passkeys SET counter = CASE WHEN counter < ? THEN ? ELSE counter END, synced = ?, last_used_at = ?
  WHERE passkey_id = ? AND uid = ?`;

/** A passkey to be stored. */
export type NewPasskey = Omit<Passkey, 'passkeyId' | 'credentialHash' | 'createdAt' | 'lastUsedAt'>;

/** The passkeys of users. */
@Injectable()
export class Passkeys {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The passkeys of a user, oldest first. */
  list(uid: string): Promise<Passkey[]> {
    return this.database.repo(Passkey).find({ where: { uid }, order: { passkeyId: 'ASC' } });
  }

  /** The passkeys that work with the current `PASSKEY_RP_ID`, oldest first. */
  async listUsable(uid: string): Promise<Passkey[]> {
    return (await this.list(uid)).filter(({ rpId }) => rpId === this.env.passkeys.rpId);
  }

  count(uid: string): Promise<number> {
    return this.database.repo(Passkey).countBy({ uid });
  }

  /** How many passkeys of all users do not work, because they were created with another `PASSKEY_RP_ID`. */
  countStranded(): Promise<number> {
    return this.database.repo(Passkey).countBy({ rpId: Not(this.env.passkeys.rpId) });
  }

  /** @throws {ApiError} FACTOR_LIMIT_REACHED */
  async requireRoom(uid: string): Promise<void> {
    if ((await this.count(uid)) >= MOST_PASSKEYS) throw new ApiError('FACTOR_LIMIT_REACHED');
  }

  /** @param credentialId in base64url */
  async findCredential(credentialId: string): Promise<Passkey | undefined> {
    const where = { credentialHash: credentialHash(credentialId) };
    return (await this.database.repo(Passkey).findOneBy(where)) ?? undefined;
  }

  /** @throws {ApiError} PASSKEY_EXISTS, also for a passkey of another user; NOT_AUTHENTICATED when the user was deleted */
  async add(passkey: NewPasskey): Promise<Passkey> {
    const key = { passkeyId: newId(), credentialHash: credentialHash(passkey.credentialId) };
    const row = { ...key, ...passkey, createdAt: this.clock.now(), lastUsedAt: null };
    await this.database.insert(Passkey, [row]).catch((cause: unknown) => {
      if (isDuplicateKey(cause)) throw new ApiError('PASSKEY_EXISTS', undefined, { cause });
      throw isOrphan(cause) ? new ApiError('NOT_AUTHENTICATED', { cause, reason: 'account deleted meanwhile' }) : cause;
    });
    return row;
  }

  /**
   * Records a use. The greater counter stays. Returns whether the counter went back or stayed (WebAuthn Level 3, section 7.2,
   * step 22). The user must be locked.
   * @throws {ApiError} PASSKEY_NOT_FOUND
   */
  async recordUse({ passkeyId, uid }: Passkey, counter: number, synced: boolean): Promise<boolean> {
    this.database.requireTransaction();
    const stored = await this.database.repo(Passkey).findOneBy({ passkeyId, uid });
    if (!stored) throw new ApiError('PASSKEY_NOT_FOUND');
    await this.database.change(RECORD_USE, [counter, counter, synced, this.clock.now(), passkeyId, uid]);
    return (counter > 0 || stored.counter > 0) && counter <= stored.counter;
  }

  /** @throws {ApiError} PASSKEY_NOT_FOUND */
  async rename(uid: string, passkeyId: string, name: string): Promise<void> {
    if (!(await this.database.repo(Passkey).existsBy({ uid, passkeyId }))) throw new ApiError('PASSKEY_NOT_FOUND');
    await this.database.repo(Passkey).update({ uid, passkeyId }, { name });
  }

  /** Removes a passkey, and returns it. @throws {ApiError} PASSKEY_NOT_FOUND */
  async remove(uid: string, passkeyId: string): Promise<Passkey> {
    const passkey = await this.database.repo(Passkey).findOneBy({ uid, passkeyId });
    const { affected } = await this.database.repo(Passkey).delete({ uid, passkeyId });
    if (passkey === null || affected !== 1) throw new ApiError('PASSKEY_NOT_FOUND');
    return passkey;
  }

  /** Removes all passkeys of a user. */
  async removeAll(uid: string): Promise<void> {
    await this.database.repo(Passkey).delete({ uid });
  }
}
