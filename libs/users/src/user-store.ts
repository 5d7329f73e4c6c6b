import { Env } from '@app/config';
import { Clock, Database, isDuplicateKey, isDuplicatePrimaryKey, type KeyLookup } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import type { UpdateQueryBuilder } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { withHashSteps } from './password-hash.js';
import { type NewAccount, User } from './user.entity.js';

/** A new user; whatever is left out is as at a sign-up of today. */
type NewUser = Pick<NewAccount, 'email' | 'passwordHash' | 'emailVerified' | 'emailProved' | 'metadata'> &
  Partial<NewAccount>;

/** What can be changed of a user. */
export type Changes = Partial<
  Pick<User, 'email' | 'emailVerified' | 'emailProved' | 'active' | 'metadata' | 'passwordHash' | 'passwordVersion'>
>;

/** A password that is ready to be set, unless another change of the user comes first. */
export type NewPassword = Pick<User, 'uid' | 'email' | 'passwordVersion'> & { passwordHash: string };

const CREDENTIALS = [
  'uid',
  'email',
  'active',
  'passwordVersion',
  'passwordHash',
  'emailVerified',
  'emailProved',
  'metadata',
] as const satisfies (keyof User)[];

/** A user with what is needed to check a password, and what a sign-in is answered with. */
export type Credentials = Pick<User, (typeof CREDENTIALS)[number]>;

/** An active user, as far as a letter needs it. */
export type Recipient = Pick<User, 'uid' | 'email'>;

/** The count makes a change of the row also of two sign-ins in one second: a cluster compares nothing but changed rows. */
const RECORD_SIGN_IN = `UPDATE users SET last_login = ?, sign_ins = sign_ins + 1
  WHERE uid = ? AND active = ? AND password_version = ?`;

/** The rows of users. Each change is one conditional statement; whether it applied tells who won a race. */
@Injectable()
export class UserStore {
  private readonly byUid: KeyLookup<User>;
  private readonly byEmail: KeyLookup<User>;
  private readonly credentialsByUid: KeyLookup<Credentials>;
  private readonly credentialsByEmail: KeyLookup<Credentials>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly env: Env,
  ) {
    this.byUid = database.keyLookup(User, 'uid');
    this.byEmail = database.keyLookup(User, 'email');
    this.credentialsByUid = database.keyLookup<Credentials>(User, 'uid', [...CREDENTIALS]);
    this.credentialsByEmail = database.keyLookup<Credentials>(User, 'email', [...CREDENTIALS]);
  }

  /**
   * @param signedIn whether this is their first sign-in, too
   * @throws {ApiError} EMAIL_ALREADY_IN_USE, UID_ALREADY_IN_USE, also when two requests race for one of them
   */
  async insert(user: NewUser, signedIn = false): Promise<User> {
    const now = this.clock.now();
    const usual = { uid: uuidv7(), active: true, createdAt: now, batchId: null };
    const account = withHashSteps({ ...usual, ...user });
    const row = { ...account, passwordVersion: 0, updatedAt: now, lastLogin: signedIn ? now : null };
    await renameDuplicate(this.database.insert(User, [row]));
    return row;
  }

  /** By uid or by normalised email. */
  find(by: { uid: string } | { email: string }): Promise<User | null> {
    return 'uid' in by ? this.byUid.find(by.uid) : this.byEmail.find(by.email);
  }

  /** Whom to write to, by normalised email. Raw columns: to make an entity of a row takes a time that tells of it. */
  findRecipient(email: string): Promise<Recipient | undefined> {
    const found = this.database.repo(User).createQueryBuilder('user').where({ email, active: true });
    return found.select('user.uid', 'uid').addSelect('user.email', 'email').getRawOne<Recipient>();
  }

  /** By uid or by normalised email. */
  findCredentials(by: { uid: string } | { email: string }): Promise<Credentials | null> {
    return 'uid' in by ? this.credentialsByUid.find(by.uid) : this.credentialsByEmail.find(by.email);
  }

  /** How many steps of bcrypt the dearest hash of all accounts takes. */
  async mostHashSteps(): Promise<number> {
    const [row] = await this.database.prepared.select('SELECT MAX(hash_steps) AS most FROM users', []);
    return Number(row?.most ?? 0);
  }

  /** Whether there is such a user, with this address where one is given, who is not disabled. */
  async isActive(uid: string, email?: string): Promise<boolean> {
    const user = await this.find({ uid });
    if (!user?.active) return false;
    return email === undefined || user.email === email;
  }

  /**
   * Notes a sign-in, provided that the user is still active and the password still the one that was compared; whether
   * that was so. To be called in a transaction.
   */
  async recordSignIn(uid: string, passwordVersion: number): Promise<boolean> {
    const values = [this.clock.now(), uid, true, passwordVersion];
    return (await this.database.prepared.change(RECORD_SIGN_IN, values)) === 1;
  }

  /** Replaces a hash by a better one of the same password. */
  async rehash(uid: string, passwordVersion: number, passwordHash: string): Promise<void> {
    await this.applied(this.change({ passwordHash }).where({ uid, passwordVersion }));
  }

  /**
   * False when the password or the email was changed, or the user disabled or deleted, since they were read.
   * @param proves whether it also proves the address
   */
  setPassword({ uid, email, passwordVersion, passwordHash }: NewPassword, proves: boolean): Promise<boolean> {
    const update = this.change({
      passwordHash,
      passwordVersion: passwordVersion + 1,
      ...(proves && { emailVerified: true, emailProved: true }),
      updatedAt: this.clock.now(),
    });
    return this.applied(update.where({ uid, email, passwordVersion, active: true }));
  }

  /** The user, whom no other transaction changes before this one is over. On SQLite none runs beside it anyway. */
  lock(uid: string): Promise<User | null> {
    const found = this.database.repo(User).createQueryBuilder('user').where({ uid });
    return (this.env.database.type === 'mysql' ? found.setLock('pessimistic_write') : found).getOne();
  }

  /** @throws {ApiError} EMAIL_ALREADY_IN_USE */
  async update(uid: string, values: Changes): Promise<void> {
    await renameDuplicate(this.applied(this.change({ ...values, updatedAt: this.clock.now() }).where({ uid })));
  }

  /**
   * False when there was nothing to change, the user has another address, or is disabled.
   * @param proves whether a reader of the mailbox has confirmed the address knowingly
   */
  verifyEmail(uid: string, email: string, proves: boolean): Promise<boolean> {
    const verified = { emailVerified: true, ...(proves && { emailProved: true }) };
    const update = this.change({ ...verified, updatedAt: this.clock.now() });
    const which = { uid, email, active: true };
    const open = [{ ...which, emailVerified: false }, ...(proves ? [{ ...which, emailProved: false }] : [])];
    return this.applied(update.where(open));
  }

  /** Notes the first proof of an address, and voids an earlier password. False when it was proved already. */
  proveAddress(uid: string, passwordVersion: number): Promise<boolean> {
    const voided = { passwordHash: null, passwordVersion: passwordVersion + 1 };
    const proved = { ...voided, emailVerified: true, emailProved: true };
    const update = this.change({ ...proved, updatedAt: this.clock.now() });
    return this.applied(update.where({ uid, passwordVersion, emailProved: false, active: true }));
  }

  /** Removes a user and, by the foreign keys, all that hangs on it. */
  async remove(which: { uid: string; active?: true }): Promise<boolean> {
    const remove = () => this.database.repo(User).delete(which);
    const { affected } = await this.database.statement(remove);
    return affected === 1;
  }

  private change(values: Partial<User>): UpdateQueryBuilder<User> {
    return this.database.repo(User).createQueryBuilder().update().set(withHashSteps(values));
  }

  private async applied(update: UpdateQueryBuilder<User>): Promise<boolean> {
    const { affected } = await this.database.statement(() => update.execute());
    return affected === 1;
  }
}

/** The unique keys that a request can run into are two: the email, and the uid, which is the primary one. */
async function renameDuplicate<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const code = isDuplicatePrimaryKey(error) ? 'UID_ALREADY_IN_USE' : 'EMAIL_ALREADY_IN_USE';
    throw new ApiError(code, undefined, { cause: error });
  }
}
