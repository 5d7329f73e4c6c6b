import { Database, type Person, type PersonalData, type StoredRows, storedRows } from '@app/database';
import { Injectable } from '@nestjs/common';
import { UserRole } from './accounts/claims.js';
import { User } from './accounts/user.entity.js';
import { SignInAddress } from './sign-in/sign-in-addresses.js';
import { ImportBatch } from './user-batches.js';

/** The columns of an account, without those that only the service may see. */
const ACCOUNT = [
  ...(['uid', 'email', 'passwordVersion', 'passwordSetAt', 'active', 'emailVerified'] as const),
  ...(['emailProved', 'emailClaimed', 'metadata', 'claims', 'claimsChangedAt'] as const),
  ...(['createdAt', 'updatedAt', 'lastLogin', 'signIns', 'batchId', 'mfaEnabled'] as const),
  ...(['mfaEnabledAt', 'mfaDisabledAt', 'mfa', 'mfaDueAt', 'rung1', 'rung2', 'rung3'] as const),
  ...(['rung4', 'factorFailures', 'passkeyHandle', 'adminScopes', 'unlinkedProviders'] as const),
  ...(['adminScopesBy', 'adminScopesAt', 'madeBy', 'madeOpenAt', 'addressVersion'] as const),
  ...(['emailBefore', 'emailBeforeUntil', 'listPassword', 'listPasskey', 'listAdmin'] as const),
];

/** All that this library stores about a person, without the password hash and the cost of the hash. */
@Injectable()
export class StoredUserData implements PersonalData {
  constructor(private readonly database: Database) {}

  of({ uid }: Person): Record<string, StoredRows> {
    return {
      users: this.account(uid),
      user_roles: this.roles(uid),
      import_batches: this.batchOf(uid),
      sign_in_addresses: this.addresses(uid),
    };
  }

  private account(uid: string): StoredRows {
    return storedRows(this.database, User, {
      where: { uid },
      by: 'uid',
      properties: ACCOUNT,
    });
  }

  /** The roles are in the claims of the account, too. */
  private roles(uid: string): StoredRows {
    const properties = ['uid', 'roleHash', 'createdAt'] as const;
    return storedRows(this.database, UserRole, { where: { uid }, by: 'roleHash', properties: [...properties] });
  }

  /** The import that created the account. */
  private async *batchOf(uid: string): StoredRows {
    const user = await this.database.repo(User).findOneBy({ uid });
    if (!user?.batchId) return;
    const properties = ['batchId', 'createdBy', 'createdAt'] as const;
    const where = { batchId: user.batchId };
    yield* storedRows(this.database, ImportBatch, { where, by: 'batchId', properties: [...properties] });
  }

  private addresses(uid: string): StoredRows {
    const properties = ['uid', 'address', 'lastAt', 'counter'] as const;
    return storedRows(this.database, SignInAddress, { where: { uid }, by: 'address', properties: [...properties] });
  }
}
