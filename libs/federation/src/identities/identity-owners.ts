import { cursorAt, Database, findPage, type ListOrder, type ListPage, type PageRequest } from '@app/database';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Identity } from './identity.entity.js';

/** Which identities of a provider. Times are seconds since the UNIX epoch. */
export interface OwnerFilter {
  provider: string;
  /** The account of the user was created in this second, or later. */
  createdAfter?: number;
  /** The account of the user was created before this second. */
  createdBefore?: number;
}

/** No provider has another id, which MySQL would not compare with a column of ASCII. */
const ID = /^[\x21-\x7e]+$/;

/** The id, or a text that is no id of a provider. */
const known = (provider: string) => (ID.test(provider) ? provider : '');

/** Finds the users who have an identity at a provider. */
@Injectable()
export class IdentityOwners {
  constructor(private readonly database: Database) {}

  /**
   * The users in the order of their creation, with the cursor after each. A user with two identities there is listed twice,
   * one entry after the other.
   * @throws {ApiError} INVALID_REQUEST for a cursor of another list
   */
  async keys(
    { provider, createdAfter, createdBefore }: OwnerFilter,
    descending: boolean,
    page: PageRequest,
  ): Promise<ListPage<{ uid: string; cursor: string }>> {
    const order: ListOrder<Identity> = { by: ['userCreatedAt', 'uid'], descending };
    const query = this.database
      .repo(Identity)
      .createQueryBuilder('identity')
      .where({ providerId: known(provider) });
    if (createdAfter !== undefined) query.andWhere('identity.userCreatedAt >= :createdAfter', { createdAfter });
    if (createdBefore !== undefined) query.andWhere('identity.userCreatedAt < :createdBefore', { createdBefore });
    query.select(['identity.identityId', 'identity.uid', 'identity.userCreatedAt']);
    const { rows, nextCursor } = await findPage(query, order, page);
    return { rows: rows.map((row) => ({ uid: row.uid, cursor: cursorAt(row, order) })), nextCursor };
  }

  /** Which of these users have an identity at the provider. */
  async among(uids: string[], providerId: string): Promise<Set<string>> {
    if (uids.length === 0) return new Set();
    const query = this.database.repo(Identity).createQueryBuilder('identity');
    // By the index of the users: that of the provider may have most users of the database.
    query.select(['identity.identityId', 'identity.uid', 'identity.providerId']).where({ uid: In(uids) });
    const found = await query.getMany();
    return new Set(found.filter((identity) => identity.providerId === providerId).map(({ uid }) => uid));
  }
}
