import { isPersonal, type LoggedEvent } from '@app/events';

/** Words, ids and numbers: no address, no name with a blank, and no sentence. */
const PLAIN = /^[\w.:-]{1,64}$/;

/** What a webhook sends about an event: ids and words of the service only. Other facts need the admin API. */
export type EventFacts = Pick<LoggedEvent, 'id' | 'at' | 'actor' | 'uid' | 'sessionId' | 'ip' | 'data'> & {
  type: string;
};

/** The body of a message (Standard Webhooks 1.0). */
export function payloadOf({ id, type, at, actor, uid, sessionId, ip, data }: EventFacts): string {
  return JSON.stringify({
    type,
    timestamp: new Date(at * 1_000).toISOString(),
    data: { event_id: id, at, actor, uid, session_id: sessionId, ip, details: plainFacts(type, JSON.parse(data)) },
  });
}

/** Without the texts of persons, even if one has the form of a word. */
function plainFacts(type: string, data: Record<string, unknown>): Record<string, unknown> {
  const fits = ([field, value]: [string, unknown]) => !isPersonal(type, field) && [value].flat().every(isPlain);
  return Object.fromEntries(Object.entries(data).filter(fits));
}

function isPlain(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && PLAIN.test(value));
}
