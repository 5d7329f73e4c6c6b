import { Database, type Person, type PersonalData, type StoredRows, storedRows } from '@app/database';
import { Injectable } from '@nestjs/common';
import { ConsoleSession } from './console-session.entity.js';

/** The sessions of a person in the console, without the hashes of the cookies. */
@Injectable()
export class StoredConsoleSessions implements PersonalData {
  constructor(private readonly database: Database) {}

  of({ uid }: Person): Record<string, StoredRows> {
    const console_sessions = storedRows(this.database, ConsoleSession, {
      where: { uid },
      by: 'tokenHash',
      properties: ['uid', 'adminTokenId', 'sessionId', 'createdAt', 'lastUsedAt', 'expiresAt'],
    });
    return { console_sessions };
  }
}
