import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { toUid } from '../users/user-lookup.js';

/**
 * Removes what the event log still has about a deleted user (GDPR, article 17). Only for the command line: with a stolen
 * admin token, a thief could otherwise remove the traces of an attack.
 */
@Injectable()
export class PersonErasureService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly events: EventLog,
  ) {}

  /**
   * Removes the client addresses and the emails from the events about a deleted user, and returns from how many. The uid stays, since
   * revocation lists come from the log; without the account it leads to no person.
   * @throws {ApiError} USER_NOT_FOUND for a malformed uid; INVALID_REQUEST for a user who is not deleted
   */
  async erase(text: string): Promise<number> {
    const uid = toUid(text);
    return this.database.transaction(async () => {
      if (await this.users.find(uid)) throw new ApiError('INVALID_REQUEST', 'the user is not deleted yet.');
      const count = await this.events.removePersonalFacts(uid);
      if (count > 0) await this.events.record('user.erased', { uid });
      return count;
    });
  }
}
