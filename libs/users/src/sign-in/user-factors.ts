import { randomBytes } from 'node:crypto';
import { Clock, Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { User } from '../accounts/user.entity.js';

const TOUCH = 'UPDATE users SET updated_at = ? WHERE uid = ?';
const COUNT_FAILURE = 'UPDATE users SET factor_failures = factor_failures + 1 WHERE uid = ?';
const CLEAR_FAILURES = 'UPDATE users SET factor_failures = 0 WHERE uid = ? AND factor_failures > 0';
const NOTE_PASSKEY = 'UPDATE users SET list_passkey = ? WHERE uid = ? AND list_passkey <> ?';
/** The columns are set in this order: MySQL reads the new value of one that stands before. */
const ENABLE = `UPDATE users SET mfa_enabled_at = CASE WHEN mfa_disabled_at > ? THEN mfa_enabled_at ELSE ? END,
  mfa_enabled = ?, updated_at = ? WHERE uid = ? AND mfa_enabled = ?`;
const DISABLE = `UPDATE users SET mfa_disabled_at = ?, mfa_enabled = ?, updated_at = ? WHERE uid = ? AND mfa_enabled = ?`;
const NOTE_NEED = `UPDATE users SET mfa_enabled_at = ?, mfa_disabled_at = CASE WHEN mfa_enabled = ? THEN mfa_disabled_at ELSE ? END
  WHERE uid = ?`;
const FORGET_NEED = 'UPDATE users SET mfa_disabled_at = 0 WHERE uid = ? AND mfa_enabled = ?';
/** A factor that is replaced within this time, in seconds, counts as one in use: a mailbox must be no way round it. */
const PAUSE = 86_400;

/** A handle must reveal nothing about the user (WebAuthn Level 3, section 14.6.1). */
const HANDLE_BYTES = 32;

/** What the row of a user says about second factors. Each change is one conditional statement. */
@Injectable()
export class UserFactors {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Whether each sign-in needs a second factor from now on. False when it was so before: of two requests one changes it.
   * @param answersTheft whether the demand that ends may be that of another person: the next one does not continue it
   */
  async setEnabled(uid: string, enabled: boolean, answersTheft = false): Promise<boolean> {
    const now = this.clock.now();
    const values = enabled ? [now - PAUSE, now] : [answersTheft ? 0 : now];
    const changed = await this.database.change(enabled ? ENABLE : DISABLE, [...values, enabled, now, uid, !enabled]);
    if (changed === 0 && answersTheft) await this.database.change(FORGET_NEED, [uid, false]);
    return changed === 1;
  }

  /**
   * Notes that sign-ins have needed a factor until now, before one of a user of whom factors are demanded is removed: the demand alone
   * does not tell it later.
   * @param since in seconds since the UNIX epoch
   */
  async noteNeed(uid: string, since: number): Promise<void> {
    await this.database.change(NOTE_NEED, [since, true, this.clock.now(), uid]);
  }

  /** Notes the time of a change that the row of the user shows nothing of. */
  async touch(uid: string): Promise<void> {
    await this.database.change(TOUCH, [this.clock.now(), uid]);
  }

  /** Notes for the filters of lists whether the user has a passkey. The user must be locked. */
  async setHasPasskey(uid: string, has: boolean): Promise<void> {
    this.database.requireTransaction();
    await this.database.change(NOTE_PASSKEY, [has, uid, has]);
  }

  /** Counts a wrong second factor. Returns how many there were since the last right one. */
  async countFailure(uid: string): Promise<number> {
    this.database.requireTransaction();
    await this.database.change(COUNT_FAILURE, [uid]);
    return (await this.database.repo(User).findOneBy({ uid }))?.factorFailures ?? 0;
  }

  /** Forgets the wrong second factors of a user, after a right one. */
  async clearFailures(uid: string): Promise<void> {
    await this.database.change(CLEAR_FAILURES, [uid]);
  }

  /** Sets the time until which the user may sign in without a required factor, once. Returns the time that applies. */
  async setDueAt(uid: string, dueAt: number): Promise<number> {
    await this.database.repo(User).update({ uid, mfaDueAt: IsNull() }, { mfaDueAt: dueAt });
    const user = await this.database.repo(User).findOneBy({ uid });
    return user?.mfaDueAt ?? dueAt;
  }

  /** The user handle of new passkeys, in base64url: made at the first call, and never changed. */
  async passkeyHandle(uid: string): Promise<string> {
    const made = randomBytes(HANDLE_BYTES).toString('base64url');
    await this.database.repo(User).update({ uid, passkeyHandle: IsNull() }, { passkeyHandle: made });
    const user = await this.database.repo(User).findOneBy({ uid });
    return user?.passkeyHandle ?? made;
  }
}

/** Since when sign-ins need a factor: one that replaces another one within a day counts since that one does. @param addedAt when it was added */
export function neededFrom(
  { mfaEnabledAt, mfaDisabledAt }: Pick<User, 'mfaEnabledAt' | 'mfaDisabledAt'>,
  addedAt: number,
): number {
  return mfaDisabledAt > addedAt - PAUSE ? Math.min(mfaEnabledAt, addedAt) : addedAt;
}
