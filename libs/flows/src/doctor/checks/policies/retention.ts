import type { Env } from '@app/config';
import { DEVICE_SECONDS } from '@app/tokens';
import { type Check, connected, type Finding, ok, warn } from '../check.js';

const DAY = 86_400;
/** The service removes old rows every ten minutes, but perhaps not while it is stopped. */
const LATE = DAY;
/** As far back as users see their own events. */
const OWN_EVENTS = 90 * DAY;

/** For how long each kind of row is kept, and what finds one that should be gone. */
const KEPT: [name: string, oldest: string, ttl: (env: Env) => number][] = [
  ['events', 'SELECT at FROM events WHERE at < ? LIMIT 1', ({ retention }) => retention.events],
  [
    'emails',
    `SELECT created_at FROM messages WHERE created_at < ? AND status IN ('sent', 'failed') LIMIT 1`,
    ({ retention }) => retention.emails,
  ],
  [
    'deliveries',
    `SELECT created_at FROM webhook_deliveries
      WHERE created_at < ? AND due_at < created_at + 86400 AND status IN ('sent', 'failed') LIMIT 1`,
    ({ retention }) => retention.deliveries,
  ],
  ['devices', 'SELECT last_used_at FROM devices WHERE last_used_at < ? LIMIT 1', () => DEVICE_SECONDS],
];

/** How long the service keeps what it no longer needs, and whether it removes it. */
export const retention: Check = {
  name: 'retention',
  needs: 'schema',
  settings: ['EVENTS_TTL', 'EVENT_ADDRESSES_TTL', 'EMAILS_TTL', 'DELIVERIES_TTL'],
  run: async (context) => {
    const { env } = context;
    const findings = [...ok(periods(env)), ...policies(env)];
    const now = Math.floor(Date.now() / 1_000);
    for (const [name, oldest, ttlOf] of KEPT) {
      const ttl = ttlOf(env);
      const late = ttl === 0 ? [] : await connected(context).query(oldest, [now - ttl - LATE]);
      if (late.length > 0) findings.push(...overdue(name));
    }
    return findings;
  },
};

function periods({ retention: { events, eventAddresses, emails, deliveries } }: Env): string {
  const shorter = eventAddresses > 0 && (events === 0 || eventAddresses < events);
  const addresses = shorter ? `, their client addresses ${days(eventAddresses)}` : ' with their client addresses';
  const log = `events ${events === 0 ? 'for ever' : days(events)}${addresses}`;
  return `${log}; emails ${days(emails)}; deliveries ${days(deliveries)}; addresses of sign-ins 30 days, devices ${days(DEVICE_SECONDS)}`;
}

function policies({ retention: { events } }: Env): Finding[] {
  if (events === 0) return warn('events are kept for ever: the table grows without a limit', 'set EVENTS_TTL');
  if (events >= OWN_EVENTS) return [];
  return ok(`users see their own events of ${days(events)}, and not of 90 days`);
}

function overdue(name: string): Finding[] {
  return warn(
    `${name} are older than their setting allows`,
    'start the service, which removes them within ten minutes',
  );
}

function days(seconds: number): string {
  return seconds % DAY === 0 ? `${seconds / DAY} days` : `${Math.round((seconds / DAY) * 10) / 10} days`;
}
