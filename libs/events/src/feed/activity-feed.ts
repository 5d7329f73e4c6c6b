import { Env } from '@app/config';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EventType } from '../types/event-types.js';

/** An event as a counter needs it. */
export interface ActivityEvent {
  type: EventType;
  at: number;
  position: number;
  /** Of a sign-in: when the user signed in before; null for the first one that the log has. */
  previous: number | null;
}

// The other index would read the sign-ins of all users.
const OF_USER = {
  mysql: 'events AS earlier FORCE INDEX (events_uid_position)',
  sqlite: 'events AS earlier INDEXED BY events_uid_position',
};
const statement = (ofUser: string) => `SELECT type, at, position, CASE WHEN type = 'login.succeeded' THEN (
    SELECT earlier.at FROM ${ofUser} WHERE earlier.uid = events.uid AND earlier.position < events.position
      AND earlier.type = 'login.succeeded' ORDER BY earlier.position DESC LIMIT 1
  ) END AS previous FROM events WHERE position > ? ORDER BY position LIMIT `;

/** Reads the log in the order of positions, for counters. */
@Injectable()
export class ActivityFeed {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
  ) {}

  /** The events after a position that have positions already. */
  async after(position: number, limit: number): Promise<ActivityEvent[]> {
    const rows = await this.database.select(statement(OF_USER[this.env.database.type]) + limit, [position]);
    return rows.map((row) => ({
      type: row.type as EventType,
      at: Number(row.at),
      position: Number(row.position),
      previous: row.previous == null ? null : Number(row.previous),
    }));
  }
}
