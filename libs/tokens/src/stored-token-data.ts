import { Database, type Person, type PersonalData, type StoredRows, storedRows } from '@app/database';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Device } from './devices.js';
import { OneTimeToken } from './one-time/one-time-token.entity.js';
import { Session } from './sessions/session.entity.js';

/** All that this library stores about a person, without the hashes of tokens. */
@Injectable()
export class StoredTokenData implements PersonalData {
  constructor(private readonly database: Database) {}

  of({ uid, email }: Person): Record<string, StoredRows> {
    const where = { uid };
    return {
      sessions: storedRows(this.database, Session, { where, by: 'sessionId', index: 'sessions_uid' }),
      one_time_tokens: this.tokens(uid, email),
      devices: storedRows(this.database, Device, { where, by: 'deviceId', index: 'devices_uid' }),
    };
  }

  /** With those that were mailed to the email before it had an account. */
  private async *tokens(uid: string, email: string): StoredRows {
    const by = 'tokenHash';
    const unowned = { email, uid: IsNull() };
    yield* storedRows(this.database, OneTimeToken, { where: { uid }, by, index: 'one_time_tokens_uid' });
    yield* storedRows(this.database, OneTimeToken, { where: unowned, by, index: 'one_time_tokens_email' });
  }
}
