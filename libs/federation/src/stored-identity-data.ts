import { Database, type Person, type PersonalData, type StoredRows, storedRows } from '@app/database';
import { Injectable } from '@nestjs/common';
import { Identity } from './identities/identity.entity.js';

/** All that this library stores about a person, without hashes. */
@Injectable()
export class StoredIdentityData implements PersonalData {
  constructor(private readonly database: Database) {}

  of({ uid }: Person): Record<string, StoredRows> {
    return {
      identities: storedRows(this.database, Identity, {
        where: { uid },
        by: 'identityId',
        properties: ['identityId', 'uid', 'providerId', 'subject', 'email', 'createdAt', 'userCreatedAt', 'lastUsedAt'],
      }),
    };
  }
}
