import { ADMIN_TOKEN } from './app.js';
import type { Received, Receiver } from './receiver.js';
import type { Service } from './service.js';

/** Polls of 20 ms without a message, after which nothing is on its way. */
const QUIET_TURNS = 75;
/** Moves of the clocks without a message, after which none will come. */
const MOST_MOVES = 20;

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

/** The events of each user in the order of their first messages. */
function arrivals(messages: Received[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const seen = new Set<string>();
  for (const { body } of messages) {
    const { event_id: id, uid } = body.data;
    if (seen.has(id)) continue;
    seen.add(id);
    found.set(uid, [...(found.get(uid) ?? []), id]);
  }
  return found;
}

/** Expects that all events of the log have arrived and were accepted, no others, and those of each user in the order of the log. */
export function expectAllArrived(receiver: Receiver, events: Logged[]): void {
  expect(new Set(receiver.ids)).toEqual(new Set(events.map(({ id }) => id)));
  const orders = new Map<string, string[]>();
  for (const { id, uid } of events) orders.set(uid, [...(orders.get(uid) ?? []), id]);
  expect(arrivals(receiver.received)).toEqual(orders);
  expect(arrivals(receiver.accepted)).toEqual(orders);
}

/**
 * Waits until so many events were accepted. Moves the clocks while none arrives: a failed try is repeated later, up to hours
 * after a jump of the clock, which ends a try that is on its way as one without an answer.
 * @param seconds each move
 */
export async function untilAccepted(
  { received, accepted }: Receiver,
  count: number,
  replicas: () => Service[],
  seconds: number,
): Promise<void> {
  const ids = new Set<string>();
  let [read, before] = [0, received.length];
  for (let [quiet, moves] = [0, 0]; moves < MOST_MOVES; quiet++) {
    for (; read < accepted.length; read++) ids.add(accepted[read]?.body.data.event_id);
    if (ids.size >= count) break;
    await new Promise((next) => setTimeout(next, 20));
    if (received.length > before) [before, quiet, moves] = [received.length, 0, 0];
    if (quiet < QUIET_TURNS) continue;
    for (const replica of replicas()) await replica.advance(seconds);
    [quiet, moves] = [0, moves + 1];
  }
  expect(ids.size).toBe(count);
}
