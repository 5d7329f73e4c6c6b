import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { Passkey } from './passkey.entity.js';

/** The passkeys of users. */
@Injectable()
export class Passkeys {
  constructor(private readonly database: Database) {}

  /** The passkeys of a user, oldest first. */
  list(uid: string): Promise<Passkey[]> {
    return this.database.repo(Passkey).find({ where: { uid }, order: { passkeyId: 'ASC' } });
  }

  count(uid: string): Promise<number> {
    return this.database.repo(Passkey).countBy({ uid });
  }
}
