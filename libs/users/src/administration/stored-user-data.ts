import { Database, type Person, type PersonalData, type StoredRows, storedRows } from '@app/database';
import { Injectable } from '@nestjs/common';
import { User } from '../accounts/user.entity.js';
import { UserRole } from '../accounts/user-role.entity.js';
import { SignInAddress } from '../sign-in/sign-in-address.entity.js';
import { ImportBatch } from './import-batch.entity.js';

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
      properties: [
        'uid',
        'email',
        'passwordVersion',
        'passwordSetAt',
        'active',
        'emailVerified',
        'emailProved',
        'emailClaimed',
        'metadata',
        'claims',
        'claimsChangedAt',
        'createdAt',
        'updatedAt',
        'lastLogin',
        'signIns',
        'batchId',
        'mfaEnabled',
        'mfaEnabledAt',
        'mfaDisabledAt',
        'mfa',
        'mfaDueAt',
        'rung1',
        'rung2',
        'rung3',
        'rung4',
        'factorFailures',
        'passkeyHandle',
        'adminScopes',
        'unlinkedProviders',
        'adminScopesBy',
        'adminScopesAt',
        'madeBy',
        'madeOpenAt',
        'addressVersion',
        'emailBefore',
        'emailBeforeUntil',
        'listPassword',
        'listPasskey',
        'listAdmin',
      ],
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
