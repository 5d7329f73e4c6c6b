import { commandLine } from '@app/config';
import { type Check, connected, type Finding, ok, warn } from './check.js';

const DAY = 86_400;
const SOON = 14 * DAY;
const UNUSED = 90 * DAY;

/** Clients and API keys that are near their end, or that no program uses. */
export const machines: Check = {
  name: 'machines',
  needs: 'schema',
  run: async (context) => {
    const database = connected(context);
    const now = Math.floor(Date.now() / 1_000);
    const clients = await database.query(
      `SELECT client_id, name, created_at, expires_at, last_used_at FROM clients
        WHERE active AND (expires_at IS NULL OR expires_at > ?)`,
      [now],
    );
    const secrets = await database.query(
      'SELECT client_id, secret_id FROM client_secrets WHERE COALESCE(last_used_at, created_at) < ?',
      [now - UNUSED],
    );
    const [keys] = await database.query(
      'SELECT COUNT(*) AS number FROM api_keys WHERE expires_at > ? AND COALESCE(last_used_at, created_at) < ?',
      [now, now - UNUSED],
    );
    const findings = [...ofClients(clients, now), ...ofSecrets(secrets, clients), ...ofKeys(Number(keys?.number))];
    return findings.length > 0
      ? findings
      : ok(
          `clients: ${clients.length}; none expires within ${SOON / DAY} days; no client, secret or API key was unused for ${UNUSED / DAY} days`,
        );
  },
};

type Rows = Record<string, unknown>[];

function ofClients(clients: Rows, now: number): Finding[] {
  const named = (which: Rows) => which.map(({ name }) => `"${name}"`).join(', ');
  const ending = clients.filter(({ expires_at: end }) => end !== null && Number(end) < now + SOON);
  const unused = clients.filter(
    ({ created_at: created, last_used_at: used }) => Number(used ?? created) < now - UNUSED,
  );
  return [
    ...(ending.length > 0
      ? warn(
          `clients that expire within ${SOON / DAY} days: ${named(ending)}`,
          commandLine('client update ID --expires-at EPOCH'),
        )
      : []),
    ...(unused.length > 0
      ? warn(`clients that were not used for ${UNUSED / DAY} days: ${named(unused)}`, commandLine('client delete ID'))
      : []),
  ];
}

/** Of a client that is used: another secret is the one in use. */
function ofSecrets(secrets: Rows, clients: Rows): Finding[] {
  const used = secrets.filter(({ client_id: id }) => clients.some(({ client_id }) => client_id === id));
  if (used.length === 0) return [];
  const ids = used.map(({ secret_id }) => secret_id).join(', ');
  return warn(
    `secrets of clients that were not used for ${UNUSED / DAY} days: ${ids}`,
    commandLine('client delete-secret ID SECRET'),
  );
}

function ofKeys(number: number): Finding[] {
  if (!(number > 0)) return [];
  return warn(`API keys of users that were not used for ${UNUSED / DAY} days: ${number}`, commandLine('api-key list'));
}
