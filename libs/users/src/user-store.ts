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

/** A user with what is needed to check a password. */
export type Credentials = Pick<User, 'uid' | 'email' | 'active' | 'passwordVersion' | 'passwordHash'>;

/** The rows of users. Each change is one conditional statement; whether it applied tells who won a race. */
@Injectable()
export class UserStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
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

  find(uid: string): Promise<User | null> {
    return this.database.repo(User).findOneBy({ uid });
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
    return applied ? ((await this.find(uid)) ?? undefined) : undefined;
  }

  /** Replaces a hash by a better one of the same password. */
  async rehash(uid: string, passwordVersion: number, passwordHash: string): Promise<void> {
    await this.database.repo(User).update({ uid, passwordVersion }, { passwordHash });
  }

  /** False when the password was changed, or the user disabled or deleted, since `passwordVersion` was read. */
  setPassword(uid: string, passwordVersion: number, passwordHash: string): Promise<boolean> {
    const update = this.change({
      passwordHash,
      passwordVersion: passwordVersion + 1,
      updatedAt: this.clock.now(),
    });
    return this.applied(update.where({ uid, passwordVersion, active: true }));
  }

  setMetadata(uid: string, metadata: string): Promise<boolean> {
    return this.applied(
      this.change({ metadata, updatedAt: this.clock.now() }).where({
        uid,
        active: true,
      }),
    );
  }

  /**
   * Another email is an unverified one. False when it is the email that the user has already.
   * @throws {ApiError} EMAIL_ALREADY_IN_USE
   */
  setEmail(uid: string, email: string): Promise<boolean> {
    const update = this.change({
      email,
      emailVerified: false,
      updatedAt: this.clock.now(),
    });
    const changed = update.where({ uid, active: true }).andWhere('email <> :email', { email });
    return renameDuplicate(this.applied(changed));
  }

  /** Removes an active user and, by the foreign keys, all that hangs on it. */
  async remove(uid: string): Promise<boolean> {
    const { affected } = await this.database.repo(User).delete({ uid, active: true });
    return affected === 1;
  }

  private change(values: Partial<User>): UpdateQueryBuilder<User> {
    return this.database.repo(User).createQueryBuilder().update().set(values);
  }

  private async applied(update: UpdateQueryBuilder<User>): Promise<boolean> {
    const { affected } = await update.execute();
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
