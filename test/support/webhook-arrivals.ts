import { ADMIN_TOKEN } from './app.js';
import type { Receiver } from './receiver.js';
import type { Service } from './service.js';

interface Logged {
  id: string;
  type: string;
  uid: string;
}

/** All events of these types in the log, after an event. */
export async function logged(service: Service, types: string[], after?: string): Promise<Logged[]> {
  const events: Logged[] = [];
  for (let query = after === undefined ? '' : `&after=${after}`; ; ) {
    const { json } = await service.call('GET', `/api/admin/events?limit=200${query}`, { token: ADMIN_TOKEN });
    events.push(...json.events);
    if (json.next_cursor === null) return events.filter(({ type }) => types.includes(type));
    query = `&after=${json.next_cursor}`;
  }
}

/** The first arrivals of the events of each user. */
function arrivals(receiver: Receiver): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const seen = new Set<string>();
  for (const { body } of receiver.received) {
    const { event_id: id, uid } = body.data;
    if (seen.has(id)) continue;
    seen.add(id);
    found.set(uid, [...(found.get(uid) ?? []), id]);
  }
  return found;
}

/** Expects that all events of the log have arrived, no others, and those of each user in the order of the log. */
export function expectAllArrived(receiver: Receiver, events: Logged[]): void {
  expect(new Set(receiver.ids)).toEqual(new Set(events.map(({ id }) => id)));
  const orders = new Map<string, string[]>();
  for (const { id, uid } of events) orders.set(uid, [...(orders.get(uid) ?? []), id]);
  expect(arrivals(receiver)).toEqual(orders);
}
