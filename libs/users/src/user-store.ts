import { Env } from '@app/config';
import { Clock, Database, isDuplicateKey } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import type { UpdateQueryBuilder } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { User } from './user.entity.js';

export interface NewUser {
  email: string;
  passwordHash: string | null;
  emailVerified: boolean;
  metadata: string;
}

/** A password that is ready to be set, unless another change of the user comes first. */
export type NewPassword = Pick<User, 'uid' | 'email' | 'passwordVersion'> & { passwordHash: string };

/** A user with what is needed to check a password. */
export type Credentials = Pick<User, 'uid' | 'email' | 'active' | 'passwordVersion' | 'passwordHash'>;

/** An active user, as far as a letter needs it. */
export type Recipient = Pick<User, 'uid' | 'email'>;

/** The rows of users. Each change is one conditional statement; whether it applied tells who won a race. */
@Injectable()
export class UserStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly env: Env,
  ) {}

  /** @throws {ApiError} EMAIL_ALREADY_IN_USE, also when two requests race for one email */
  async insert(user: NewUser): Promise<User> {
    const now = this.clock.now();
    const row = {
      ...user,
      uid: uuidv7(),
      passwordVersion: 0,
      active: true,
      createdAt: now,
      updatedAt: now,
      lastLogin: null,
    };
    await renameDuplicate(this.database.repo(User).insert(row));
    return row;
  }

  /** By uid or by normalised email. */
  find(by: { uid: string } | { email: string }): Promise<User | null> {
    return this.database.repo(User).findOneBy(by);
  }

  /** Whom to write to, by normalised email. Raw columns: to make an entity of a row takes a time that tells of it. */
  findRecipient(email: string): Promise<Recipient | undefined> {
    const found = this.database.repo(User).createQueryBuilder('user').where({ email, active: true });
    return found.select('user.uid', 'uid').addSelect('user.email', 'email').getRawOne<Recipient>();
  }

  /** By uid or by normalised email. */
  findCredentials(by: { uid: string } | { email: string }): Promise<Credentials | null> {
    return this.database.repo(User).findOne({
      where: by,
      select: {
        uid: true,
        email: true,
        active: true,
        passwordVersion: true,
        passwordHash: true,
      },
    });
  }

  async isActive(uid: string): Promise<boolean> {
    return this.database.repo(User).existsBy({ uid, active: true });
  }

  /**
   * Notes a sign-in, provided that the user is still active and the password still the one that was compared.
   * Returns the user as it then is, or undefined.
   */
  async recordSignIn(uid: string, passwordVersion: number): Promise<User | undefined> {
    const update = this.change({ lastLogin: this.clock.now() });
    const applied = await this.applied(
      update.where({ uid, active: true }).andWhere('password_version = :passwordVersion', { passwordVersion }),
    );
    return applied ? ((await this.find({ uid })) ?? undefined) : undefined;
  }

  /** Replaces a hash by a better one of the same password. */
  async rehash(uid: string, passwordVersion: number, passwordHash: string): Promise<void> {
    await this.applied(this.change({ passwordHash }).where({ uid, passwordVersion }));
  }

  /** False when the password or the email was changed, or the user disabled or deleted, since they were read. */
  setPassword({ uid, email, passwordVersion, passwordHash }: NewPassword): Promise<boolean> {
    const update = this.change({
      passwordHash,
      passwordVersion: passwordVersion + 1,
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
  async update(uid: string, values: Partial<Pick<User, 'email' | 'emailVerified' | 'metadata'>>): Promise<void> {
    await renameDuplicate(this.applied(this.change({ ...values, updatedAt: this.clock.now() }).where({ uid })));
  }

  /** False when this is not the address of the user any more, or the user is disabled. */
  verifyEmail(uid: string, email: string): Promise<boolean> {
    const update = this.change({ emailVerified: true, updatedAt: this.clock.now() });
    return this.applied(update.where({ uid, email, active: true }));
  }

  /** Takes the password away from a user whose address nobody had proved yet. False when it was verified already. */
  proveAddress(uid: string, passwordVersion: number): Promise<boolean> {
    const voided = { passwordHash: null, passwordVersion: passwordVersion + 1 };
    const update = this.change({ ...voided, emailVerified: true, updatedAt: this.clock.now() });
    return this.applied(update.where({ uid, passwordVersion, emailVerified: false, active: true }));
  }

  /** Removes an active user and, by the foreign keys, all that hangs on it. */
  async remove(uid: string): Promise<boolean> {
    const remove = () => this.database.repo(User).delete({ uid, active: true });
    const { affected } = await this.database.statement(remove);
    return affected === 1;
  }

  private change(values: Partial<User>): UpdateQueryBuilder<User> {
    return this.database.repo(User).createQueryBuilder().update().set(values);
  }

  private async applied(update: UpdateQueryBuilder<User>): Promise<boolean> {
    const { affected } = await this.database.statement(() => update.execute());
    return affected === 1;
  }
}

/** The email is the only unique key that a request can run into: uids are ours, and random. */
async function renameDuplicate<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isDuplicateKey(error) ? new ApiError('EMAIL_ALREADY_IN_USE', undefined, { cause: error }) : error;
  }
}
