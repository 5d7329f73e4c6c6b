import { randomUUID } from 'node:crypto';
import { fencedUser } from '../factors/totp.js';
import { HASH, importLines, NDJSON, ndjson } from '../imports/ndjson.js';
import { type App, newEmail } from '../service/app.js';
import type { Call } from './http.js';

/** An operation of the admin API as the OpenAPI document describes it. */
interface AdminOperation {
  id: string;
  method: string;
  path: string;
  deed: { does: 'reads' | 'changes' | 'makes'; makes?: string; factor?: 'always' | 'widened' | 'never' };
  codes: string[];
}

interface Described {
  operationId: string;
  'x-deed'?: AdminOperation['deed'];
  responses: unknown;
}

/** The operations that change something. */
export async function changingOperations(app: App): Promise<AdminOperation[]> {
  const { paths } = (await app.get('/openapi.json')).json;
  const found: AdminOperation[] = [];
  for (const [path, methods] of Object.entries<Record<string, Described>>(paths)) {
    for (const [method, { operationId: id, 'x-deed': deed, responses }] of Object.entries(methods)) {
      if (deed === undefined || deed.does === 'reads' || id === 'adminSignOut') continue;
      const codes = JSON.stringify(responses).match(/[A-Z]+(?:_[A-Z]+)+/g) ?? [];
      found.push({ id, method: method.toUpperCase(), path, deed, codes });
    }
  }
  return found;
}

/** What requests name in their paths. */
export async function things(app: App) {
  const user = await fencedUser(app);
  const made = async (path: string, body: object) => (await app.admin('POST', path, body)).json;
  const { batch_id } = (await importLines(app, [{ email: newEmail() }])).json;
  const { client_id } = await made('/clients', { name: 'Orders', scopes: ['orders:read'], audiences: ['orders'] });
  const { webhook_id } = await made('/webhooks', { url: 'http://127.0.0.1:9/hook', types: ['user.created'] });
  const { id: token } = await made('/tokens', { name: 'Other', scopes: ['read'] });
  const provider = `p-${randomUUID().slice(0, 8)}`;
  await made('/providers', { ...PROVIDER, id: provider });
  const delivery = randomUUID();
  await app.sql(
    `INSERT INTO webhook_deliveries (delivery_id, webhook_id, event_id, type, position, at, status, replay, due_at, created_at)
      VALUES (?, ?, ?, 'user.created', 0, 1, 'failed', 0, 1, 1)`,
    [delivery, webhook_id, randomUUID()],
  );
  return { user, batch_id, client_id, webhook_id, token, provider, delivery };
}

type Things = Awaited<ReturnType<typeof things>>;

const PROVIDER = { kind: 'oidc', name: 'Corp', issuer: 'https://idp.example', client_id: 'us', client_secret: 'x' };
const REASON = 'Ticket 4711: the order list is empty';

/** A request that each operation would carry out, and that widens what it changes. An operation that is missing here fails. */
export function requestOf({ id, path }: AdminOperation, all: Things): { path: string; call: Call } {
  const { uid, email } = all.user;
  const lines = ndjson([{ email: newEmail(), password_hash: HASH }]);
  const table = Buffer.from(`email,password_hash\n${newEmail()},${HASH}\n`);
  const file = { raw: table, headers: { 'content-type': 'application/octet-stream' } };
  const calls: Record<string, Call & { query?: string }> = {
    adminCreateToken: {
      body: { name: 'Thief', scopes: ['read'], expires_at: Math.floor(Date.now() / 1_000) + 86_400 },
    },
    adminRevokeToken: { body: { stolen: true } },
    adminChangeToken: { body: { expires_at: Math.floor(Date.now() / 1_000) + 86_400 } },
    adminChangeUsers: { body: { action: 'disable', email } },
    adminCreateUser: { body: { email: newEmail(), password_hash: HASH } },
    adminUpdateUser: { body: { admin_scopes: ['read'] } },
    adminDeleteUser: {},
    adminExportPerson: {},
    adminListUsersCsv: {},
    adminEndSessions: {},
    adminEndSession: {},
    adminResetFactors: { body: { reason: REASON } },
    adminStopReset: {},
    adminRemovePasskey: {},
    adminRemoveIdentity: {},
    adminRevokeApiKey: {},
    adminImpersonateUser: { body: { reason: REASON } },
    adminCreateLink: { body: { type: 'magic_link', email } },
    adminCreateClient: { body: { name: 'Thief', scopes: ['orders:read'], audiences: ['orders'] } },
    adminUpdateClient: { body: { scopes: ['orders:read', 'orders:write'] } },
    adminDeleteClient: {},
    adminCreateClientSecret: {},
    adminDeleteClientSecret: {},
    adminCreateProvider: { body: { ...PROVIDER, id: `t-${randomUUID().slice(0, 8)}` } },
    adminUpdateProvider: { body: { trust_mfa: true } },
    adminDeleteProvider: {},
    adminCreateWebhook: { body: { url: 'http://127.0.0.1:9/thief', types: ['*'] } },
    adminUpdateWebhook: { body: { types: ['*'] } },
    adminDeleteWebhook: {},
    adminRotateWebhookSecret: { body: {} },
    adminRetryDelivery: {},
    adminReplayWebhook: { body: {} },
    adminRetryMessage: {},
    adminRotateKey: {},
    adminImportUsers: { raw: lines, headers: { 'content-type': NDJSON } },
    adminImportFile: { ...file, query: '?from=csv' },
    adminUndoImport: {},
    adminExportUsers: { query: '?include_hashes=true' },
  };
  const found = calls[id];
  if (!found) throw new Error(`There is no request for ${id}: add one.`);
  const ids: Record<string, string> = { uid, batch_id: all.batch_id, client_id: all.client_id };
  const ofPath: Record<string, string> = { webhooks: all.webhook_id, tokens: all.token, providers: all.provider };
  const own = ofPath[path.split('/')[3] ?? ''] ?? randomUUID();
  const { query = '', ...call } = found;
  const named = (name: string) =>
    ids[name] ?? (name === 'id' ? own : name === 'delivery_id' ? all.delivery : randomUUID());
  return { path: path.replace(/\{(\w+)\}/g, (_, name) => named(name)) + query, call };
}
