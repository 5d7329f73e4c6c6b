import { Database, isContention, PeriodicJobs } from '@app/database';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { LoggedEvent } from './event.entity.js';

const BATCH = 500;
const EVERY_SECONDS = 5;

const ANY = 'SELECT id FROM events WHERE position IS NULL LIMIT 1';
const WAITING = `SELECT id FROM events WHERE position IS NULL ORDER BY id LIMIT ${BATCH}`;
// Changes nothing, but locks the row on both databases.
const LOCK = 'UPDATE event_sequence SET last_position = last_position WHERE id = 1';
const LAST = 'SELECT last_position AS position FROM event_sequence WHERE id = 1';
const MOVE = 'UPDATE event_sequence SET last_position = ? WHERE id = 1';

/**
 * Numbers the events in the order in which they become visible. Ids are made before the commit, so an event can appear before
 * another one that has been read already. Positions are assigned after the commit, by one transaction at a time: all events
 * that appear later have greater positions, and a reader that continues after a position misses none.
 */
@Injectable()
export class EventSequence implements OnModuleInit {
  private readonly logger = new Logger('EventSequence');

  constructor(
    private readonly database: Database,
    private readonly jobs: PeriodicJobs,
  ) {}

  onModuleInit(): void {
    // A reader assigns positions itself. The job keeps the number of events without one small.
    this.jobs.every(EVERY_SECONDS, 'to number the events', () => this.assign());
  }

  /**
   * Assigns positions to all visible events. It does not wait for open transactions, and gives up when another process keeps
   * the database locked: then the events get their positions the next time.
   */
  async assign(): Promise<void> {
    try {
      if ((await this.database.select(ANY)).length === 0) return;
      while ((await this.database.transaction(() => this.assignBatch(), false)) === BATCH);
    } catch (error) {
      if (!isContention(error)) throw error;
      this.logger.warn(`The newest events have no position yet: ${(error as Error).message}`);
    }
  }

  /** Returns how many events it has numbered. */
  private async assignBatch(): Promise<number> {
    await this.database.change(LOCK);
    // Reads after the lock, so that it sees all that the holder before has numbered.
    const [last] = await this.database.select(LAST);
    const ids = (await this.database.select(WAITING)).map(({ id }) => String(id));
    if (ids.length === 0) return 0;
    const first = Number(last?.position) + 1;
    await this.number(ids, first);
    await this.database.change(MOVE, [first + ids.length - 1]);
    return ids.length;
  }

  private async number(ids: string[], first: number): Promise<void> {
    const cases = ids.map(() => 'WHEN ? THEN ?').join(' ');
    const places = ids.map(() => '?').join();
    const statement = `UPDATE events SET position = CASE id ${cases} END WHERE id IN (${places})`;
    const values = ids.flatMap((id, index) => [id, first + index]);
    // Not prepared: its text differs with the number of events.
    await this.database.repo(LoggedEvent).query(statement, [...values, ...ids]);
  }
}
