import { Env, emailObjection, normaliseEmail } from '@app/config';
import { Clock, Database, type Rung } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { PasswordHasher } from './hashing/password-hasher.js';
import { PasswordPolicy, SIGN_UPS } from './password-policy.js';
import { SignInAddresses } from './sign-in.js';
import { toUnlinked, type User, unlinkedOf } from './user.entity.js';
import { type LockedUser, type Recipient, UserStore, updateUser } from './user-store.js';

/** The values of a sign-up. The email has the form of an email. */
export interface SignUp {
  email: string;
  password: string;
  emailVerified: boolean;
  metadata: string;
}

/** The values that a user changes of the own account. Values that are left out stay. */
export interface OwnChanges {
  email?: string;
  metadata?: string;
}

/** What a change of a user has changed. */
interface OwnChange {
  /** The new email in its stored form, if it differs from the old one. */
  email?: string;
  /** Whether the metadata differ from the old ones. */
  metadata: boolean;
  /** Whether the new email waits, and is not written yet. */
  waits: boolean;
}

/** The accounts of users, as their owners use them. */
@Injectable()
export class UsersService {
  constructor(
    private readonly env: Env,
    private readonly store: UserStore,
    private readonly hasher: PasswordHasher,
    private readonly policy: PasswordPolicy,
  ) {}

  /**
   * Checks and hashes the values of a sign-up, before any transaction is opened.
   * @throws {ApiError} INVALID_EMAIL, WEAK_PASSWORD
   */
  async prepare({ email, password, emailVerified, metadata }: SignUp) {
    const normalised = normaliseEmail(email);
    if (normalised === undefined) throw new ApiError('INVALID_EMAIL', emailObjection(email));
    await this.policy.check(password, normalised, SIGN_UPS);
    const verified = emailVerified && this.env.signupEmailVerified === 'client';
    return {
      email: normalised,
      // Not in the queue of the email's account: sign-ups by strangers must not delay the logins of the owner.
      passwordHash: await this.hasher.hash(`${SIGN_UPS} ${normalised}`, password),
      emailVerified: verified,
      emailProved: false,
      emailClaimed: verified,
      metadata,
    };
  }

  /**
   * @param signedIn whether this is also the first sign-in of the user
   * @throws {ApiError} EMAIL_ALREADY_IN_USE
   */
  create(prepared: Awaited<ReturnType<UsersService['prepare']>>, signedIn: boolean): Promise<User> {
    return this.store.insert(prepared, signedIn);
  }

  find(uid: string): Promise<User | null> {
    return this.store.find({ uid });
  }

  /** The same after a change that is not committed yet: a later change begins later. */
  findSettled(uid: string): Promise<User | null> {
    return this.store.findSettled(uid);
  }

  async findByEmail(email: string): Promise<User | null> {
    const normalised = normaliseEmail(email);
    return normalised === undefined ? null : this.store.find({ email: normalised });
  }

  /** The active user with an email. Takes about the same time when there is none. */
  async findRecipient(email: string): Promise<Recipient | undefined> {
    return this.store.findRecipient(normaliseEmail(email) ?? '');
  }

  isActive(uid: string): Promise<boolean> {
    return this.store.isActive(uid);
  }

  /** The address of a user, and for a week after a change the proved one before. */
  async addressesOf({ uid, email }: Pick<User, 'uid' | 'email'>): Promise<string[]> {
    const before = await this.store.provedBefore(uid);
    return before === undefined || before === email ? [email] : [email, before];
  }

  /** Whether an email differs from that of the user. */
  async changesEmail(uid: string, email: string | undefined): Promise<boolean> {
    const normalised = email === undefined ? undefined : normaliseEmail(email);
    if (normalised === undefined) return false;
    return (await this.store.find({ uid }))?.email !== normalised;
  }

  /** The user, locked until the end of the transaction. */
  lock(uid: string): Promise<LockedUser | null> {
    return this.store.lock(uid);
  }

  /** Ends all that a user has on a rung and on those below. The user must be locked. */
  endRungs(uid: string, rung: Rung): Promise<void> {
    return this.store.raise(uid, rung);
  }

  /**
   * Changes a user. A new email is neither verified nor proved.
   * @param mustWait called for a new email before anything is written. Returns whether the email must wait: then it is not written.
   * @throws {ApiError} INVALID_EMAIL, EMAIL_ALREADY_IN_USE, and errors of `mustWait`
   */
  async update(user: LockedUser, changes: OwnChanges, mustWait: () => Promise<boolean>): Promise<OwnChange> {
    const { email: given, ...metadata } = changes;
    const email = given === undefined ? undefined : normaliseEmail(given);
    if (given !== undefined && email === undefined) throw new ApiError('INVALID_EMAIL', emailObjection(given));
    const replaced = email !== undefined && email !== user.email;
    const waits = replaced && (await mustWait());
    const values = { ...metadata, ...(replaced && !waits && { email, emailVerified: false, emailProved: false }) };
    if (Object.values(values).some((value) => value !== undefined)) await this.store.update(user.uid, values);
    return {
      ...(replaced && { email }),
      metadata: changes.metadata !== undefined && changes.metadata !== user.metadata,
      waits,
    };
  }

  /** Notes providers of which an identity was unlinked. The user must be locked. */
  async noteUnlinked(uid: string, providerIds: string[]): Promise<void> {
    const user = providerIds.length > 0 ? await this.store.lock(uid) : null;
    if (!user) return;
    await this.store.update(uid, { unlinkedProviders: toUnlinked([...unlinkedOf(user), ...providerIds]) });
  }

  async remove({ uid }: LockedUser): Promise<void> {
    await this.store.remove(uid);
  }
}

/** Whether the emails of users are verified, and whether their owners have proved them. */
@Injectable()
export class EmailOwnership {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly store: UserStore,
    private readonly signInAddresses: SignInAddresses,
  ) {}

  /**
   * Records that the email of a user is verified and, if a person has confirmed it, proved. False when it was so before.
   * @throws {ApiError} USER_DISABLED, also when the user has another email now
   */
  async verify(uid: string, email: string, proves: boolean): Promise<boolean> {
    const verified = { emailVerified: true, emailClaimed: false, ...(proves && { emailProved: true }) };
    const which = { uid, email, active: true };
    const open = [{ ...which, emailVerified: false }, ...(proves ? [{ ...which, emailProved: false }] : [])];
    const changed = await updateUser(this.database, open, { ...verified, updatedAt: this.clock.now() });
    if (!changed && !(await this.store.isActive(uid, email))) throw new ApiError('USER_DISABLED');
    if (proves) await this.store.noteArrival(uid);
    return changed;
  }

  /**
   * Records that a person who reads the mailbox has proved the email. The first proof removes an earlier password, since a
   * stranger may have registered the email. Returns the user as it is then; undefined if this was not the first proof.
   */
  async prove<T extends Pick<User, 'uid' | 'emailProved' | 'emailVerified' | 'passwordVersion'>>(
    user: T,
  ): Promise<T | undefined> {
    const { uid, emailProved, passwordVersion } = user;
    if (emailProved) return undefined;
    const proved = { passwordVersion: passwordVersion + 1, emailVerified: true, emailProved: true };
    const change = { ...proved, passwordHash: null, updatedAt: this.clock.now() };
    const first = { uid, passwordVersion, emailProved: false, active: true };
    if (!(await updateUser(this.database, first, change))) return undefined;
    await this.signInAddresses.forget(uid);
    return { ...user, ...proved };
  }

  /** Gives a locked user an email that its reader has confirmed. @throws {ApiError} EMAIL_ALREADY_IN_USE */
  async moveTo(uid: string, email: string): Promise<void> {
    await this.giveBack(uid, email, true);
    await this.store.noteArrival(uid);
  }

  /**
   * Gives a locked user an earlier email, which is verified.
   * @param emailProved whether it was proved
   * @throws {ApiError} EMAIL_ALREADY_IN_USE
   */
  giveBack(uid: string, email: string, emailProved: boolean): Promise<void> {
    return this.store.update(uid, { email, emailVerified: true, emailProved });
  }

  /** Takes the proof of an email back: the next reader of the mailbox proves it for the first time. */
  doubt(uid: string): Promise<void> {
    return this.store.update(uid, { emailVerified: false, emailProved: false });
  }

  /** Removes the password of a user. */
  removePassword({ uid, passwordVersion }: User): Promise<void> {
    return this.store.update(uid, { passwordHash: null, passwordVersion: passwordVersion + 1 });
  }

  /**
   * Creates a user without a password, whose email is proved.
   * @param madeBy the administrator who has made the link of the sign-up, as the actor of events
   * @throws {ApiError} EMAIL_ALREADY_IN_USE
   */
  createProved(email: string, madeBy: string | null): Promise<User> {
    const maker = { madeBy, madeOpenAt: madeBy === null ? null : this.clock.now() };
    const proved = { emailVerified: true, emailProved: true };
    // The person has come, also while the first sign-in waits for a factor: see `hasCome()`.
    const values = { passwordHash: null, passwordVersion: 1, ...proved, metadata: '{}' };
    return this.store.insert({ email, ...values, ...maker });
  }
}
