import { Database, type Person, type PersonalData, type StoredRows, storedRows } from '@app/database';
import { Injectable } from '@nestjs/common';
import { ApiKey } from './api-key.entity.js';

/** All that this library stores about a person, without the hashes of keys. */
@Injectable()
export class StoredApiKeys implements PersonalData {
  constructor(private readonly database: Database) {}

  of({ uid }: Person): Record<string, StoredRows> {
    return {
      api_keys: storedRows(this.database, ApiKey, {
        where: { uid },
        by: 'keyId',
        properties: ['keyId', 'uid', 'name', 'scopes', 'audiences', 'createdAt', 'expiresAt', 'lastUsedAt', 'counter'],
      }),
    };
  }
}
