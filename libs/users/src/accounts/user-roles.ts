import { createHash } from 'node:crypto';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { rolesIn } from './claims.js';
import { User } from './user.entity.js';
import { UserRole } from './user-role.entity.js';

/** The table of roles. Every write of claims passes it, in the same transaction. */
@Injectable()
export class UserRoles {
  constructor(private readonly database: Database) {}

  /** Adds the roles of new users. */
  async add(users: Pick<User, 'uid' | 'claims' | 'createdAt'>[]): Promise<void> {
    const rows = users.flatMap(rowsOf);
    if (rows.length === 0) return;
    this.database.requireTransaction();
    await this.database.insert(UserRole, rows);
  }

  /** Writes the roles of a user anew, from the claims that the transaction has written. */
  async refresh(uid: string): Promise<void> {
    this.database.requireTransaction();
    const user = await this.database.repo(User).findOneBy({ uid });
    const wanted = user ? rowsOf(user) : [];
    const known = await this.database.repo(UserRole).findBy({ uid });
    const gone = known.filter(({ roleHash }) => !wanted.some((role) => role.roleHash === roleHash));
    const added = wanted.filter(({ roleHash }) => !known.some((role) => role.roleHash === roleHash));
    // No statement where nothing changes: on MySQL, a DELETE without a row locks the gap.
    if (gone.length > 0)
      await this.database.repo(UserRole).delete({ uid, roleHash: In(gone.map(({ roleHash }) => roleHash)) });
    if (added.length > 0) await this.database.insert(UserRole, added);
  }
}

function rowsOf({ uid, claims, createdAt }: Pick<User, 'uid' | 'claims' | 'createdAt'>): UserRole[] {
  return roleHashesIn(claims).map((roleHash) => ({ uid, roleHash, createdAt }));
}

/** The roles in claims, as the table names them. */
function roleHashesIn(claims: string): string[] {
  return rolesIn(claims).map(hashOfRole);
}

/** The name of a role in the table. */
export function hashOfRole(role: string): string {
  return createHash('sha256').update(role).digest('hex');
}
