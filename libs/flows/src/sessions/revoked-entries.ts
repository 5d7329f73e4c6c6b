import type { EventKey, EventType } from '@app/events';
import type { Revoked } from '@app/tokens';

/** The events whose `data` names a client or an API key. */
const OF_MACHINES: EventType[] = ['client.changed', 'client.deleted', 'client.secret_deleted', 'api_key.revoked'];

/** The events after which other services refuse access tokens. */
export const REVOKING: EventType[] = [
  'session.revoked',
  'session.reuse_detected',
  'user.deleted',
  'user.disabled',
  'user.claims_changed',
  ...OF_MACHINES,
];

/** How much later than the event a token can be dated, in seconds: after changes of claims, or by the clock of another replica. */
const MARGIN_SECONDS = 2;
/** After these events, no more tokens are issued. */
const WITH_MARGIN: EventType[] = ['user.deleted', 'api_key.revoked', 'client.deleted'];

/** What events revoke. Of several times of one user, client or key the latest counts. */
export function toRevoked(events: EventKey[]): Revoked {
  const sessions = new Set<string>();
  const users = new Map<string, number>();
  const clients = new Map<string, number>();
  const keys = new Map<string, number>();
  for (const { type, sessionId, uid, at, data } of events) {
    const until = WITH_MARGIN.includes(type) ? at + MARGIN_SECONDS : at;
    const { client_id: clientId, key_id: keyId, tokens } = OF_MACHINES.includes(type) ? JSON.parse(data) : {};
    if (keyId !== undefined) setLatest(keys, keyId, until);
    else if (clientId !== undefined && tokens === 'revoked') setLatest(clients, clientId, until);
    else if (sessionId !== null) sessions.add(sessionId);
    else if (uid !== null) setLatest(users, uid, until);
  }
  return {
    sessions: [...sessions],
    users: Object.fromEntries(users),
    ...(clients.size > 0 && { clients: Object.fromEntries(clients) }),
    ...(keys.size > 0 && { keys: Object.fromEntries(keys) }),
  };
}

function setLatest(times: Map<string, number>, id: string, at: number): void {
  times.set(id, Math.max(at, times.get(id) ?? 0));
}
