import { type Database, type ListOrder, newId, readPageCursor } from '@app/database';
import { version as uuidVersion, v7 as uuidv7, validate } from 'uuid';
import { LoggedEvent } from './event.entity.js';

/** In place of the user of an event without one: a login of an unknown user must take as long as any other. */
const NO_USER = '';

/** Makes the ids of events. The ids of one user grow in the order of the transactions, also when clocks of replicas differ. */
export class EventIds {
  private constructor(private readonly newest: Map<string, string>) {}

  /** To be called in the transaction of the events, after the lock of the user's row. */
  static async after(database: Database, uids: (string | null)[]): Promise<EventIds> {
    const users = [...new Set(uids.map((uid) => uid ?? NO_USER))];
    return new EventIds(
      users.length === 1 ? await newestOf(database, users[0] as string) : await newest(database, users),
    );
  }

  /** The ids of events of users who have none yet. */
  static ofNewUsers(): EventIds {
    return new EventIds(new Map());
  }

  next(uid: string | null): string {
    if (uid === null) return newId();
    const last = this.newest.get(uid);
    const made = newId();
    const id = last === undefined || made > last ? made : uuidv7({ msecs: timeOf(last) + 1 });
    this.newest.set(uid, id);
    return id;
  }
}

async function newestOf(database: Database, uid: string): Promise<Map<string, string>> {
  const [row] = await database.select('SELECT MAX(id) AS id FROM events WHERE uid = ?', [uid]);
  return new Map(row?.id ? [[uid, String(row.id)]] : []);
}

async function newest(database: Database, uids: string[]): Promise<Map<string, string>> {
  const query = database.repo(LoggedEvent).createQueryBuilder('event').select('event.uid', 'uid');
  const rows = await query
    .addSelect('MAX(event.id)', 'id')
    .where('event.uid IN (:...uids)', { uids })
    .groupBy('event.uid')
    .getRawMany<{ uid: string; id: string }>();
  return new Map(rows.map(({ uid, id }) => [uid, id]));
}

/** The time in an id, in milliseconds (RFC 9562, section 5.7). */
function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The id of an event in a cursor, or in place of one. */
export function idIn(after: string, order: ListOrder<LoggedEvent>): string {
  const id = after.toLowerCase();
  if (validate(id) && uuidVersion(id) === 7) return id;
  return String(readPageCursor(after, order, ['string'], 'after')[0]);
}

/** The least id that an event of this millisecond can have: the least UUID of version 7. */
export function firstEventIdAt(milliseconds: number): string {
  const time = Math.max(0, milliseconds).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
