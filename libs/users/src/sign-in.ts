import { normaliseEmail } from '@app/config';
import { Clock, counterOf, Database, type Dialect, type KeyLookup, PersonColumn, ServiceColumn } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { Entity, ForeignKey, In, Index, IsNull, MoreThan, Raw } from 'typeorm';
import { type MaxSteps, PasswordHasher } from './hashing/password-hasher.js';
import { COMPARED_STEPS } from './hashing/read-hash.js';
import { PasswordPolicy } from './password-policy.js';
import { hasCome, User } from './user.entity.js';
import { type UserClaims, UserStore, updateUser } from './user-store.js';

/** A client address that a user has signed in from. */
@Entity('sign_in_addresses')
@Index('sign_in_addresses_last_at', ['lastAt'])
export class SignInAddress {
  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @ServiceColumn('varchar', { length: 36, primary: true })
  uid!: string;

  /** An IPv4 address, or the /64 of an IPv6 address. */
  @PersonColumn('varchar', { length: 45, primary: true })
  address!: string;

  /** The newest sign-in from this address, in seconds since the UNIX epoch. */
  @PersonColumn('int', { unsigned: true, name: 'last_at' })
  lastAt!: number;

  /** The counter of rung 4 of the user when the address became known. */
  @ServiceColumn('int', { unsigned: true, default: 0 })
  counter!: number;
}

/** For how long after the newest sign-in from it an address is known. */
export const KNOWN_SECONDS = 30 * 24 * 60 * 60;
const MAX_OF_USER = 50;

const INSERT = `INSERT INTO sign_in_addresses (uid, address, last_at, counter)
  VALUES (?, ?, ?, ${counterOf(4, '?')})`;
/** An address that an event has made unknown is a new one. */
const upsert = (dialect: Dialect) =>
  dialect.upsert(INSERT, ['uid', 'address'], (added) => ({ last_at: added('last_at'), counter: added('counter') }));

const FIND_SURPLUS = `SELECT address FROM sign_in_addresses WHERE uid = ?
  ORDER BY last_at DESC, address LIMIT ${MAX_OF_USER} OFFSET ${MAX_OF_USER}`;

/** By email, so that the query is the same for an email without an account. */
const FIND = `SELECT users.email_proved AS proved FROM users
  JOIN sign_in_addresses ON sign_in_addresses.uid = users.uid
  WHERE users.email = ? AND sign_in_addresses.address = ? AND sign_in_addresses.last_at > ?
  AND sign_in_addresses.counter = users.rung_4`;

/** The client addresses that users have signed in from in the last 30 days: the newest 50 of each user. */
@Injectable()
export class SignInAddresses {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Records a sign-in. */
  async record(uid: string, address: string): Promise<void> {
    this.database.requireTransaction();
    await this.database.change(upsert(this.database.dialect), [uid, address, this.clock.now(), uid]);
    const surplus = (await this.database.select(FIND_SURPLUS, [uid])).map((row) => row.address);
    if (surplus.length > 0) await this.database.repo(SignInAddress).delete({ uid, address: In(surplus) });
  }

  /** The addresses that a user has signed in from in the last 30 days. */
  ofUser(uid: string): Promise<SignInAddress[]> {
    const newer = MoreThan(this.clock.now() - KNOWN_SECONDS);
    const counter = Raw((counter) => `${counter} = ${counterOf(4, ':uid')}`, { uid });
    return this.database.repo(SignInAddress).findBy({ uid, lastAt: newer, counter });
  }

  /** Whether the account with this email has signed in from a client address in the last 30 days. */
  async isKnown(email: string, address: string): Promise<boolean> {
    return (await this.find(email, address)) !== undefined;
  }

  /**
   * The same, but only for an account whose email is proved. A stranger can sign up with the email of another person, which
   * makes the client address of the stranger known. Emails to that person must stay limited.
   */
  async isKnownAndProved(email: string, address: string): Promise<boolean> {
    return Boolean((await this.find(email, address))?.proved);
  }

  /** Removes the addresses of a user, at the first proof of the email: they may be those of a stranger. */
  async forget(uid: string): Promise<void> {
    await this.database.repo(SignInAddress).delete({ uid });
  }

  private async find(email: string, address: string) {
    const values = [normaliseEmail(email) ?? '', address, this.clock.now() - KNOWN_SECONDS];
    const [found] = await this.database.select(FIND, values);
    return found;
  }
}

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

/** A hashed password, to be set unless another change of the user comes first. */
export type NewPassword = Pick<User, 'uid' | 'email' | 'passwordVersion'> & {
  passwordHash: string;
  /** Whether it is one of an earlier system: not set either once the person has come. */
  ofEarlierSystem?: true;
};

/** Ends at the first row that it finds in the index; a MAX of these rows would read them all. */
const MAX_COMPARED_STEPS = `SELECT hash_steps AS steps FROM users
  WHERE hash_steps IN (${COMPARED_STEPS.join()}) ORDER BY hash_steps DESC LIMIT 1`;

/** A new password, and whether the email of its user is proved. */
type PreparedPassword = NewPassword & { proved: boolean };

/** The passwords of users. Each change is one conditional statement, whose result decides races. */
@Injectable()
export class UserPasswords {
  private readonly byUid: KeyLookup<Credentials>;
  private readonly byEmail: KeyLookup<Credentials>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly users: UserStore,
    private readonly hasher: PasswordHasher,
    private readonly policy: PasswordPolicy,
    private readonly addresses: SignInAddresses,
  ) {
    this.byUid = database.keyLookup<Credentials>(User, 'uid', [...CREDENTIALS]);
    this.byEmail = database.keyLookup<Credentials>(User, 'email', [...CREDENTIALS]);
  }

  /** By uid or by normalised email. */
  find(by: { uid: string } | { email: string }): Promise<Credentials | null> {
    return 'uid' in by ? this.byUid.find(by.uid) : this.byEmail.find(by.email);
  }

  /**
   * Compares the password of a signed-in user, outside of any transaction. Returns the version of the compared password.
   * @throws {ApiError} NOT_AUTHENTICATED, INVALID_PASSWORD
   */
  async confirm(uid: string, password: string): Promise<number> {
    return (await this.require(uid, password)).passwordVersion;
  }

  /**
   * Checks the old password and hashes the new one, before any transaction is opened.
   * @throws {ApiError} NOT_AUTHENTICATED, INVALID_PASSWORD, WEAK_PASSWORD
   */
  async prepareChange(uid: string, oldPassword: string, newPassword: string): Promise<PreparedPassword> {
    const user = await this.require(uid, oldPassword);
    return { ...(await this.hashNew(user, newPassword)), proved: user.emailProved };
  }

  /**
   * Hashes the new password of a user with a mailed token, before any transaction is opened.
   * @param email the recipient of the token
   * @throws {ApiError} INVALID_PASSWORD when the user is disabled or deleted, or has another email now; WEAK_PASSWORD
   */
  async prepareReset(uid: string, email: string, newPassword: string): Promise<NewPassword> {
    const user = await this.users.find({ uid });
    if (!user?.active || user.email !== email) throw new ApiError('INVALID_PASSWORD');
    return this.hashNew(user, newPassword);
  }

  /**
   * Whether there is no account (`unknown`), it has a password (`set`), or may get its first one from another system (`first`). An
   * account that is disabled, or whose person has come, must not (`closed`).
   */
  async stateOf(email: string): Promise<'unknown' | 'first' | 'set' | 'closed'> {
    const user = await this.find({ email });
    if (!user) return 'unknown';
    if (user.passwordHash !== null) return 'set';
    return user.active && !hasCome(user) ? 'first' : 'closed';
  }

  /** Hashes the first password of a user, as another system knows it. @throws {ApiError} INVALID_PASSWORD when it is not the first */
  async prepareFirst(email: string, password: string): Promise<PreparedPassword> {
    const user = await this.find({ email });
    if (!user?.active || user.passwordHash !== null || hasCome(user)) throw new ApiError('INVALID_PASSWORD');
    const { uid, passwordVersion } = user;
    const passwordHash = await this.hasher.hash(email, password);
    return { uid, email, passwordVersion, passwordHash, proved: user.emailProved, ofEarlierSystem: true };
  }

  /**
   * Sets a new password.
   * @param proves whether the change also proves the email, as a mailed token does
   * @throws {ApiError} INVALID_PASSWORD when the password or the email was changed, or the user was disabled or deleted, after the caller
   * read them
   */
  async change({ uid, email, passwordVersion, ...given }: NewPassword, proves: boolean): Promise<void> {
    const { passwordHash, ofEarlierSystem } = given;
    const now = this.clock.now();
    const values = { passwordHash, passwordVersion: passwordVersion + 1, passwordSetAt: now, updatedAt: now };
    const proof = proves ? { emailVerified: true, emailProved: true } : {};
    const unchanged = { uid, email, passwordVersion, active: true, ...(ofEarlierSystem && { lastLogin: IsNull() }) };
    if (!(await updateUser(this.database, unchanged, { ...values, ...proof }))) throw new ApiError('INVALID_PASSWORD');
    // A thief may have signed in from these addresses.
    if (proves) await this.addresses.forget(uid);
  }

  /** Whether a user has a password. */
  async has(uid: string): Promise<boolean> {
    return ((await this.find({ uid }))?.passwordHash ?? null) !== null;
  }

  /**
   * Whether the password belongs to the hash. A wrong password takes the same time for every account, with or without a hash.
   * @param account the normalised email, or the text in its place when it is not an email
   */
  async matches(account: string, password: string, hash: string | null | undefined): Promise<boolean> {
    return this.hasher.verify({ account, password, hash, max: await this.maxHashSteps() });
  }

  /** Replaces a hash that has another form or cost than new hashes. @param password the right one for the hash */
  async upgradeHash({ uid, email, passwordVersion, passwordHash }: Credentials, password: string): Promise<void> {
    if (passwordHash === null || !this.hasher.needsRehash(passwordHash, password)) return;
    const rehashed = await this.hasher.hash(email, password);
    await updateUser(this.database, { uid, passwordVersion }, { passwordHash: rehashed });
  }

  /**
   * The steps of the most expensive hash of all accounts, and of the most expensive one of bcrypt. A hash of argon2id with as many steps as
   * bcrypt can have counts as one of bcrypt, which only makes refused logins slower. Where new hashes are of bcrypt, both are the same.
   */
  private async maxHashSteps(): Promise<MaxSteps> {
    const stepsBy = async (query: string) => Number((await this.database.select(query))[0]?.steps ?? 0);
    const all = await stepsBy('SELECT MAX(hash_steps) AS steps FROM users');
    return { all, bcrypt: this.hasher.kind === 'bcrypt' ? all : await stepsBy(MAX_COMPARED_STEPS) };
  }

  private async require(uid: string, password: string): Promise<Credentials> {
    const user = await this.find({ uid });
    if (!user?.active) throw new ApiError('NOT_AUTHENTICATED', { reason: 'account deleted or disabled' });
    if (!(await this.matches(user.email, password, user.passwordHash))) throw new ApiError('INVALID_PASSWORD');
    return user;
  }

  private async hashNew(user: Omit<NewPassword, 'passwordHash'>, password: string): Promise<NewPassword> {
    const { uid, email, passwordVersion } = user;
    await this.policy.check(password, email);
    return { uid, email, passwordVersion, passwordHash: await this.hasher.hash(email, password) };
  }
}

/** A user at the moment of authentication, with the version of the password and the counter of sign-ins under way at that moment. */
export type Authenticated = Omit<Credentials, 'active' | 'passwordHash' | 'emailProved'>;

/** Why a login failed. For the event log: the answer to the client says less. */
type LoginFailure = 'unknown_email' | 'no_password' | 'wrong_password' | 'disabled';

/** The result of a login: the user, or the reason of the failure with the uid of the account, if there is one. */
export type LoginAttempt = { user: Authenticated } | { failure: LoginFailure; uid: string | null };

/**
 * The counter changes the row also for two sign-ins in one second: a cluster detects conflicts only between changed rows.
 */
const RECORD_SIGN_IN = `UPDATE users SET last_login = ?, sign_ins = sign_ins + 1
  WHERE uid = ? AND active = ? AND password_version = ? AND rung_1 = ?`;

/** Authenticates users, and records their sign-ins. */
@Injectable()
export class SignInService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly users: UserStore,
    private readonly passwords: UserPasswords,
  ) {}

  /**
   * The user with this email and password. Takes the same time whether the account is unknown, has no password, is disabled
   * or the password is wrong (OWASP ASVS 5.0, 6.3.8). Only the right password reveals that an account is disabled.
   */
  async authenticate(email: string, password: string): Promise<LoginAttempt> {
    const normalised = normaliseEmail(email) ?? '';
    const user = await this.passwords.find({ email: normalised });
    const right = await this.passwords.matches(normalised || email, password, user?.passwordHash);
    if (!user) return { failure: 'unknown_email', uid: null };
    const failure = failureOf(user, right);
    if (failure) return { failure, uid: user.uid };
    await this.passwords.upgradeHash(user, password);
    return { user };
  }

  /**
   * Records the sign-in of a user, inside the transaction that opens the session. Returns the claims and the password version of the user,
   * which cannot change before its end.
   * @throws {ApiError} USER_DISABLED when the user was disabled after the comparison of the password; INVALID_CREDENTIALS when
   * the password was changed, the sign-in was ended or the user deleted
   */
  async record(authenticated: Authenticated): Promise<UserClaims & Pick<User, 'passwordVersion'>> {
    this.database.requireTransaction();
    const { uid, rung1 } = authenticated;
    const values = [this.clock.now(), uid, true, authenticated.passwordVersion, rung1];
    const recorded = (await this.database.change(RECORD_SIGN_IN, values)) === 1;
    if (!recorded) await this.requireUnchanged(authenticated);
    const user = recorded ? await this.users.find({ uid }) : null;
    if (!user) throw new ApiError('INVALID_CREDENTIALS', { reason: 'account deleted meanwhile' });
    const { claims, claimsChangedAt, passwordVersion } = user;
    return { claims, claimsChangedAt, passwordVersion };
  }

  /**
   * The same for a sign-in that is not recorded yet, because it needs a second step.
   * @param byPassword whether the first step was a password; any other shows that the person of the account has come
   */
  async suspend(authenticated: Authenticated, byPassword: boolean): Promise<void> {
    await this.requireUnchanged(authenticated);
    if (!byPassword && !hasCome(authenticated)) await this.users.noteArrival(authenticated.uid);
  }

  /** Locks the user. @throws {ApiError} as `record()` does */
  async requireUnchanged({ uid, passwordVersion, rung1 }: Authenticated): Promise<void> {
    const user = await this.users.lock(uid);
    if (user?.passwordVersion !== passwordVersion)
      throw new ApiError('INVALID_CREDENTIALS', { reason: 'password changed or account deleted meanwhile' });
    if (!user.active) throw new ApiError('USER_DISABLED');
    if (user.rung1 !== rung1) throw new ApiError('INVALID_CREDENTIALS', { reason: 'sign-in ended meanwhile' });
  }
}

function failureOf({ passwordHash, active }: Credentials, right: boolean): LoginFailure | undefined {
  if (!right) return passwordHash === null ? 'no_password' : 'wrong_password';
  return active ? undefined : 'disabled';
}
