import { randomBytes } from 'node:crypto';
import {
  Clock,
  Database,
  isDuplicateKey,
  isDuplicatePrimaryKey,
  type KeyLookup,
  lockRows,
  newId,
  type Rung,
} from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, IsNull, MoreThan } from 'typeorm';
import { UserRoles } from './claims.js';
import { withHashSteps } from './hashing/read-hash.js';
import { FIRST, GIVEN, User } from './user.entity.js';

type Written = Partial<Pick<User, 'passwordHash' | 'adminScopes'>>;
type Derived = Pick<User, 'hashSteps' | 'listPassword' | 'listAdmin'>;

/** The values of a row, with those that follow from the hash and from the admin scopes if the values contain them. */
function withDerived<T extends Required<Written>>(values: T): T & Derived;
function withDerived<T extends Written>(values: T): T & Partial<Derived>;
function withDerived(values: Written) {
  const { passwordHash, adminScopes } = values;
  return {
    ...withHashSteps(values),
    ...(passwordHash !== undefined && { listPassword: passwordHash !== null }),
    ...(adminScopes !== undefined && { listAdmin: adminScopes !== '' }),
  };
}

/** The values of a new account that an administrator creates. */
export type NewAccount = typeof GIVEN &
  Pick<User, 'uid' | 'email' | 'passwordHash' | 'emailVerified' | 'emailProved' | 'createdAt'>;

/** The row of a new account. */
export function rowOf(account: Omit<NewAccount, keyof typeof GIVEN> & Partial<typeof GIVEN>, now: number) {
  return withDerived({ ...GIVEN, ...account, ...FIRST, updatedAt: now });
}

/** What access tokens say about a user, and since when. */
export type UserClaims = Pick<User, 'claims' | 'claimsChangedAt'>;

/** The claims of a user who signs up. */
export const NO_CLAIMS: UserClaims = { claims: GIVEN.claims, claimsChangedAt: FIRST.claimsChangedAt };

/**
 * Changes a user if the condition applies, in one statement. Returns whether it did: of several parallel changes with the
 * same condition only one applies.
 */
export async function updateUser(
  database: Database,
  condition: FindOptionsWhere<User> | FindOptionsWhere<User>[],
  values: Partial<User>,
): Promise<boolean> {
  const all = { ...addressHistory(values), ...withDerived(values) };
  const update = database.repo(User).createQueryBuilder().update().set(all).where(condition);
  const { affected } = await update.execute();
  return affected === 1;
}

/** How long emails about the account go to the address before, too. */
const WEEK = 604_800;

/** What a change of the address leaves. It is first in the statement: on MySQL, what comes later reads the changed columns. */
function addressHistory({ email, emailVerified, updatedAt = 0 }: Partial<User>) {
  const next = (changed: string) => ({ addressVersion: () => `address_version + ${changed}` });
  if (email === undefined && emailVerified === undefined) return {};
  if (email === undefined)
    return next(`CASE WHEN email_verified = ${emailVerified ? 'TRUE' : 'FALSE'} THEN 0 ELSE 1 END`);
  return {
    ...next('1'),
    emailBefore: () => 'CASE WHEN email_proved = TRUE THEN email ELSE email_before END',
    emailBeforeUntil: updatedAt + WEEK,
  };
}

/** A new user. Values that are left out are those of a sign-up at this moment. */
type NewUser = Pick<NewAccount, 'email' | 'passwordHash' | 'emailVerified' | 'emailProved'> & Partial<NewAccount>;

/** The values of a user that can be changed. */
export type Changes = Partial<Omit<User, 'uid' | 'createdAt' | 'updatedAt' | keyof Derived>>;

const NOTE_ARRIVAL =
  'UPDATE users SET password_version = 1 WHERE uid = ? AND password_version = 0 AND password_hash IS NULL';

declare const locked: unique symbol;

/** A user whose row the open transaction has locked. Only `lock()` makes one. */
export type LockedUser = User & { readonly [locked]: true };

/** The values of an active user that an email needs. */
export type Recipient = Pick<User, 'uid' | 'email'>;

/** The rows of users. Each change is one conditional statement, whose result decides races. */
@Injectable()
export class UserStore {
  private readonly byUid: KeyLookup<User>;
  private readonly byEmail: KeyLookup<User>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly roles: UserRoles,
  ) {
    this.byUid = database.keyLookup(User, 'uid');
    this.byEmail = database.keyLookup(User, 'email');
  }

  /**
   * @param signedIn whether this is also the first sign-in of the user
   * @throws {ApiError} EMAIL_ALREADY_IN_USE, UID_ALREADY_IN_USE, also when two requests race for the same email or uid
   */
  async insert(user: NewUser, signedIn = false): Promise<User> {
    const now = this.clock.now();
    const row = { ...rowOf({ uid: newId(), createdAt: now, ...user }, now), lastLogin: signedIn ? now : null };
    await renameDuplicate(this.database.attempt(() => this.database.insert(User, [row])));
    await this.roles.add([row]);
    return row;
  }

  /** By uid or by normalised email. */
  find(by: { uid: string } | { email: string }): Promise<User | null> {
    return 'uid' in by ? this.byUid.find(by.uid) : this.byEmail.find(by.email);
  }

  /** By uid, after a change of the user that is not committed yet: a later change begins later. */
  findSettled(uid: string): Promise<User | null> {
    return this.byUid.findSettled(uid);
  }

  /** By normalised email. Reads raw columns: the time to create an entity would reveal whether there is a row. */
  findRecipient(email: string): Promise<Recipient | undefined> {
    const found = this.database.repo(User).createQueryBuilder('user').where({ email, active: true });
    return found.select('user.uid', 'uid').addSelect('user.email', 'email').getRawOne<Recipient>();
  }

  /** The last proved address before that of now, while emails still go there. */
  async provedBefore(uid: string): Promise<string | undefined> {
    const query = this.database.repo(User).createQueryBuilder('user').select(['user.uid', 'user.emailBefore']);
    const found = await query.where({ uid, emailBeforeUntil: MoreThan(this.clock.now()) }).getOne();
    return found?.emailBefore ?? undefined;
  }

  /** Whether there is an active user with this uid and, where given, this email. */
  async isActive(uid: string, email?: string): Promise<boolean> {
    const user = await this.find({ uid });
    if (!user?.active) return false;
    return email === undefined || user.email === email;
  }

  /** The user, locked until the end of the transaction. */
  async lock(uid: string): Promise<LockedUser | null> {
    this.database.requireTransaction();
    const found = lockRows(this.database.repo(User).createQueryBuilder('user').where({ uid }));
    return (await found.getOne()) as LockedUser | null;
  }

  /** Ends all that a user has on a rung and on those below. The user must be locked. */
  async raise(uid: string, rung: Rung): Promise<void> {
    this.database.requireTransaction();
    const raised = Array.from({ length: rung }, (_, index) => `rung_${index + 1} = rung_${index + 1} + 1`);
    await this.database.change(`UPDATE users SET ${raised.join(', ')} WHERE uid = ?`, [uid]);
  }

  /** @throws {ApiError} EMAIL_ALREADY_IN_USE */
  async update(uid: string, values: Changes): Promise<void> {
    const now = this.clock.now();
    const set = typeof values.passwordHash === 'string' ? { passwordSetAt: now } : {};
    const change = () => updateUser(this.database, { uid }, { ...values, ...set, updatedAt: now });
    // Only an email can be a duplicate.
    await (values.email === undefined ? change() : renameDuplicate(this.database.attempt(change)));
    if (values.claims !== undefined) await this.roles.refresh(uid);
  }

  /**
   * Notes that the person of an account without a password has come: see `hasCome()`. One that signs in needs it only while the sign-in
   * waits for a second step.
   */
  async noteArrival(uid: string): Promise<void> {
    await this.database.change(NOTE_ARRIVAL, [uid]);
  }

  /** Removes a user and, by the foreign keys, all rows that belong to the user. */
  async remove(uid: string): Promise<boolean> {
    const { affected } = await this.database.repo(User).delete({ uid });
    return affected === 1;
  }
}

/** Two unique keys can reject a write: that of the email, and the primary key, which is the uid. */
async function renameDuplicate<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const code = isDuplicatePrimaryKey(error) ? 'UID_ALREADY_IN_USE' : 'EMAIL_ALREADY_IN_USE';
    throw new ApiError(code, undefined, { cause: error });
  }
}

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
