import { Clock, Database, type KeyLookup } from '@app/database';
import { Injectable } from '@nestjs/common';
import { COMPARED_STEPS } from '../hashing/hash-steps.js';
import type { MaxSteps } from '../hashing/password-hasher.js';
import { User } from './user.entity.js';
import { updateUser } from './user-store.js';

const CREDENTIALS = [
  'uid',
  'email',
  'active',
  'passwordVersion',
  'passwordHash',
  'emailVerified',
  'emailProved',
  'metadata',
  'mfaEnabled',
  'mfa',
  'mfaDueAt',
  'rung1',
  'adminScopes',
  'lastLogin',
] as const satisfies (keyof User)[];

/** The values of a user that a password check and the answer to a sign-in need. */
export type Credentials = Pick<User, (typeof CREDENTIALS)[number]>;

/** A user at the moment of a comparison. */
type SignInKey = Pick<User, 'uid' | 'passwordVersion' | 'rung1'>;

/** A hashed password, to be set unless another change of the user comes first. */
export type NewPassword = Pick<User, 'uid' | 'email' | 'passwordVersion'> & { passwordHash: string };

/**
 * The counter changes the row also for two sign-ins in one second: a cluster detects conflicts only between changed rows.
 */
const RECORD_SIGN_IN = `UPDATE users SET last_login = ?, sign_ins = sign_ins + 1
  WHERE uid = ? AND active = ? AND password_version = ? AND rung_1 = ?`;

/** Ends at the first row that it finds in the index; a MAX of these rows would read them all. */
const MAX_COMPARED_STEPS = `SELECT hash_steps AS steps FROM users
  WHERE hash_steps IN (${COMPARED_STEPS.join()}) ORDER BY hash_steps DESC LIMIT 1`;

/** The passwords of users. Each change is one conditional statement, whose result decides races. */
@Injectable()
export class CredentialStore {
  private readonly byUid: KeyLookup<Credentials>;
  private readonly byEmail: KeyLookup<Credentials>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.byUid = database.keyLookup<Credentials>(User, 'uid', [...CREDENTIALS]);
    this.byEmail = database.keyLookup<Credentials>(User, 'email', [...CREDENTIALS]);
  }

  /** By uid or by normalised email. */
  find(by: { uid: string } | { email: string }): Promise<Credentials | null> {
    return 'uid' in by ? this.byUid.find(by.uid) : this.byEmail.find(by.email);
  }

  /**
   * The steps of the most expensive hash of all accounts, and of the most expensive one of bcrypt. A hash of argon2id with as
   * many steps as bcrypt can have counts as one of bcrypt, which only makes refused logins slower.
   * @param newHashes the algorithm of new hashes: with bcrypt, both are the same
   */
  async maxHashSteps(newHashes: 'bcrypt' | 'argon2id'): Promise<MaxSteps> {
    const all = toSteps(await this.database.select('SELECT MAX(hash_steps) AS steps FROM users'));
    return { all, bcrypt: newHashes === 'bcrypt' ? all : toSteps(await this.database.select(MAX_COMPARED_STEPS)) };
  }

  /**
   * Records a sign-in if the user is still active, still has the password that was compared, and no event has ended the sign-in. Returns
   * whether that was so.
   */
  async recordSignIn({ uid, passwordVersion, rung1 }: SignInKey): Promise<boolean> {
    this.database.requireTransaction();
    const values = [this.clock.now(), uid, true, passwordVersion, rung1];
    return (await this.database.change(RECORD_SIGN_IN, values)) === 1;
  }

  /** Replaces a hash by another one of the same password. */
  async rehash(uid: string, passwordVersion: number, passwordHash: string): Promise<void> {
    await updateUser(this.database, { uid, passwordVersion }, { passwordHash });
  }

  /**
   * False when the password or the email was changed, or the user was disabled or deleted, after the caller read them.
   * @param proves whether the change also proves the email
   */
  setPassword({ uid, email, passwordVersion, passwordHash }: NewPassword, proves: boolean): Promise<boolean> {
    return updateUser(
      this.database,
      { uid, email, passwordVersion, active: true },
      {
        passwordHash,
        passwordVersion: passwordVersion + 1,
        passwordSetAt: this.clock.now(),
        ...(proves && { emailVerified: true, emailProved: true }),
        updatedAt: this.clock.now(),
      },
    );
  }
}

function toSteps([row]: Record<string, unknown>[]): number {
  return Number(row?.steps ?? 0);
}
