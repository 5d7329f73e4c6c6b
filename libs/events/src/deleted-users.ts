import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { LoggedEvent } from './event.entity.js';

/** Knows the users who were deleted, as long as the log has the event (`EVENTS_TTL`). */
@Injectable()
export class DeletedUsers {
  constructor(private readonly database: Database) {}

  /** Which of these uids a deleted user had. Reads the index of the events of a user: a uid without events costs one look-up. */
  async among(uids: string[]): Promise<Set<string>> {
    if (uids.length === 0) return new Set();
    const found = await this.database
      .repo(LoggedEvent)
      .createQueryBuilder('event')
      .select('event.uid', 'uid')
      .distinct()
      .useIndex('events_uid')
      .where({ uid: In(uids), type: 'user.deleted' })
      .getRawMany<{ uid: string }>();
    return new Set(found.map(({ uid }) => uid));
  }
}
