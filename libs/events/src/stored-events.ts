import { Database, type Person, type PersonalData, type StoredRows, storedRows } from '@app/database';
import { Injectable } from '@nestjs/common';
import { LoggedEvent } from './event.entity.js';

/** The events about a person. */
@Injectable()
export class StoredEvents implements PersonalData {
  constructor(private readonly database: Database) {}

  of({ uid }: Person): Record<string, StoredRows> {
    return { events: this.events(uid) };
  }

  private async *events(uid: string): StoredRows {
    const pages = storedRows(this.database, LoggedEvent, {
      where: { uid },
      by: 'id',
      properties: ['id', 'type', 'at', 'actor', 'uid', 'sessionId', 'ip', 'client', 'data', 'position'],
      index: 'events_uid',
    });
    for await (const rows of pages) yield rows.map((row) => ({ ...row, data: JSON.parse(String(row.data)) }));
  }
}
