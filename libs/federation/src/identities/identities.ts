import { Clock, Database, isDuplicateKey, isOrphan, lockRows, newId } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { In, MoreThanOrEqual } from 'typeorm';
import { Providers } from '../providers/providers.js';
import type { ExternalPerson } from './external-person.js';
import { Identity } from './identity.entity.js';

/** The user of an identity, and when the account was created, in epoch seconds. */
export interface Owner {
  uid: string;
  createdAt: number;
}

/** The identities of users at external providers. */
@Injectable()
export class Identities {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly providers: Providers,
  ) {}

  /** @param key of an `ExternalPerson` */
  find(providerId: string, key: string): Promise<Identity | null> {
    return this.database.repo(Identity).findOneBy({ providerId, keyHash: key });
  }

  /**
   * Links an identity to a user. Of several requests at once, the unique key lets one through.
   * @throws {ApiError} IDENTITY_ALREADY_LINKED, also to the same user; NOT_AUTHENTICATED when the user was deleted
   */
  async link(
    { uid, createdAt: userCreatedAt }: Owner,
    providerId: string,
    { key, subject, email }: Pick<ExternalPerson, 'key' | 'subject' | 'email'>,
  ): Promise<Identity> {
    this.database.requireTransaction();
    const createdAt = this.clock.now();
    const times = { createdAt, userCreatedAt, lastUsedAt: null };
    const row = { identityId: newId(), uid, providerId, keyHash: key, subject, email, ...times };
    await this.database.insert(Identity, [row]).catch((cause: unknown) => {
      if (isDuplicateKey(cause)) throw new ApiError('IDENTITY_ALREADY_LINKED', undefined, { cause });
      throw isOrphan(cause) ? new ApiError('NOT_AUTHENTICATED', { cause, reason: 'account deleted meanwhile' }) : cause;
    });
    return row;
  }

  /**
   * Records a sign-in, and the address that the provider has named this time.
   * @throws {ApiError} IDENTITY_NOT_FOUND when it was removed meanwhile
   */
  async noteUse(identityId: string, email: string | null): Promise<void> {
    const used = { email, lastUsedAt: this.clock.now() };
    const { affected } = await this.database.repo(Identity).update({ identityId }, used);
    if (affected !== 1) throw new ApiError('IDENTITY_NOT_FOUND');
  }

  /** The identities of a user, oldest first. */
  list(uid: string): Promise<Identity[]> {
    return this.database.repo(Identity).find({ where: { uid }, order: { identityId: 'ASC' } });
  }

  /** How many identities of a user can sign in: those at providers that are enabled. */
  async count(uid: string): Promise<number> {
    const providers = await this.providers.listEnabled();
    return this.database.repo(Identity).countBy({ uid, providerId: In(providers.map(({ id }) => id)) });
  }

  /** Removes an identity and returns it. @throws {ApiError} IDENTITY_NOT_FOUND, also for one of another user */
  async remove(uid: string, identityId: string): Promise<Identity> {
    const found = await this.database.repo(Identity).findOneBy({ uid, identityId });
    const { affected } = await this.database.repo(Identity).delete({ uid, identityId });
    if (!found || affected !== 1) throw new ApiError('IDENTITY_NOT_FOUND');
    return found;
  }

  /**
   * Removes the identities of a user that were linked at a time or later, in seconds since the UNIX epoch, and returns them.
   * The user must be locked.
   */
  async removeSince(uid: string, since: number): Promise<Identity[]> {
    const which = { uid, createdAt: MoreThanOrEqual(since) };
    const newer = this.database
      .repo(Identity)
      .createQueryBuilder('identity')
      .where(which)
      .orderBy('identity.identityId');
    const found = await lockRows(newer).getMany();
    if (found.length > 0)
      await this.database.repo(Identity).delete({ identityId: In(found.map((row) => row.identityId)) });
    return found;
  }
}
