import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';

// Changes nothing, but locks the row on both databases.
const LOCK = 'UPDATE activity_progress SET position = position WHERE id = 1';
const READ = 'SELECT position, counted_at AS countedAt FROM activity_progress WHERE id = 1';
const MOVE = 'UPDATE activity_progress SET position = ?, counted_at = COALESCE(?, counted_at) WHERE id = 1';

/** How much of the event log is counted. */
@Injectable()
export class CountingProgress {
  constructor(private readonly database: Database) {}

  /** The position of the last event that is counted, locked until the end of the transaction: others wait. */
  async lock(): Promise<number> {
    await this.database.change(LOCK);
    // Reads after the lock, so that it sees all that the holder before has counted.
    const [row] = await this.database.select(READ);
    return Number(row?.position);
  }

  /** @param countedAt the time when no event was left; null if there may be more */
  async move(position: number, countedAt: number | null): Promise<void> {
    await this.database.change(MOVE, [position, countedAt]);
  }

  /** When the counters had all events; null before the first time. */
  async countedAt(): Promise<number | null> {
    const [row] = await this.database.select(READ);
    return row?.countedAt == null ? null : Number(row.countedAt);
  }
}
