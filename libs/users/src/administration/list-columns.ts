import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { User } from '../accounts/user.entity.js';
import { UserRole } from '../accounts/user-role.entity.js';
import { roleHashesIn, UserRoles } from '../accounts/user-roles.js';
import type { LockedUser } from '../accounts/user-store.js';

const COMPARED = [
  'uid',
  'createdAt',
  'claims',
  'adminScopes',
  'hasPassword',
  'listPassword',
  'listPasskey',
  'listAdmin',
];

const REFRESH = `UPDATE users SET list_password = (password_hash IS NOT NULL), list_admin = (admin_scopes <> ''), list_passkey = ?
  WHERE uid = ?`;

/** A user with the columns that filters read. */
export type ListedColumns = User & { hasPassword: boolean };

/**
 * What the filters of lists read: the table of roles, and three columns of users. A service of the version before, which runs
 * beside this one during an upgrade, does not write them.
 */
@Injectable()
export class ListColumns {
  constructor(
    private readonly database: Database,
    private readonly roles: UserRoles,
  ) {}

  /** The next users in the order of their uids. @param after the uid of the last user before */
  page(after: string, limit: number): Promise<ListedColumns[]> {
    const query = this.database
      .repo(User)
      .createQueryBuilder('user')
      .select(COMPARED.map((property) => `user.${property}`));
    const page = query
      .where({ uid: MoreThan(after) })
      .orderBy('user.uid')
      .limit(limit);
    return page.getMany() as Promise<ListedColumns[]>;
  }

  /** Which of these users a filter would not find, or find wrongly. @param withPasskey the uids of those who have a passkey */
  async findWrong(users: ListedColumns[], withPasskey: Set<string>): Promise<string[]> {
    const rows = await this.database.repo(UserRole).findBy({ uid: In(users.map(({ uid }) => uid)) });
    const known = new Map<string, string[]>();
    for (const { uid, roleHash } of rows) known.set(uid, [...(known.get(uid) ?? []), roleHash]);
    const isRight = ({ uid, claims, adminScopes, hasPassword, ...user }: ListedColumns) =>
      user.listPassword === hasPassword &&
      user.listAdmin === (adminScopes !== '') &&
      user.listPasskey === withPasskey.has(uid) &&
      roleHashesIn(claims).sort().join() === (known.get(uid) ?? []).sort().join();
    return users.filter((user) => !isRight(user)).map(({ uid }) => uid);
  }

  /** Writes them anew for a locked user. */
  async refresh({ uid }: LockedUser, hasPasskey: boolean): Promise<void> {
    await this.database.change(REFRESH, [hasPasskey, uid]);
    await this.roles.refresh(uid);
  }
}
