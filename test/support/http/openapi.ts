import { randomUUID } from 'node:crypto';
import { IS_SERVER } from '../database/database.js';
import { fencedUser } from '../factors/factors.js';
import { HASH, importLines, NDJSON, ndjson } from '../imports/ndjson.js';
import { ADMIN_TOKEN, type App, newEmail } from '../service/app.js';
import { fromPage } from './clients.js';
import { lateConsole } from './console.js';
import { type Answer, type Call, sendBytes } from './http.js';

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

// biome-ignore lint/suspicious/noExplicitAny: the document is read as data
type Json = any;

/** A call of an endpoint. */
export type Scenario = () => Promise<Answer>;

/** Endpoints as `get /path`, each with a call for each of its own codes. */
export type Failures = Record<string, Record<string, Scenario>>;

/** How to make an endpoint fail with each of the codes that all endpoints with a body share. */
const BAD_BODIES = {
  INVALID_REQUEST: { headers: { 'content-type': 'application/json' }, raw: '{' },
  PAYLOAD_TOO_LARGE: { headers: { 'content-type': 'application/json' }, raw: `"${'x'.repeat(64 * 1024)}"` },
  UNSUPPORTED_MEDIA_TYPE: { headers: { 'content-type': 'text/xml' }, raw: '<a/>' },
};

/** The calls of an endpoint with each of these bodies. @param send adds the method, the path and the token */
export function badBodies(send: (body: Call) => Promise<Answer>): Record<string, Scenario> {
  return Object.fromEntries(Object.entries(BAD_BODIES).map(([code, body]) => [code, () => send(body)]));
}

/** Codes with which a request is refused before the database has a part in it. */
const WITHOUT_DATABASE = [...Object.keys(BAD_BODIES), 'IMPERSONATION_FORBIDDEN'];

/** Codes that the guards of all endpoints, a field of the body or a setting decide: provoked with one database. */
const WITH_ONE_DATABASE = [
  ...WITHOUT_DATABASE,
  ...['NOT_AUTHENTICATED', 'NOT_AUTHORIZED', 'REAUTHENTICATION_REQUIRED', 'PROVIDER_ERROR'],
  ...['INVALID_EMAIL', 'INVALID_PASSWORD', 'WEAK_PASSWORD', 'INVALID_METADATA', 'INVALID_CLAIMS', 'INVALID_HASH'],
  ...['INVALID_REDIRECT_URL', 'INVALID_URL', 'INVALID_ISSUER'],
  ...['EMAIL_NOT_CONFIGURED', 'MFA_DISABLED', 'API_KEYS_DISABLED', 'SIGN_UP_NOT_ALLOWED'],
];

/** The endpoints of second factors, which have a spec of their own. */
export const FACTOR_PATHS = /^\/api\/auth\/(mfa\/verify|user\/mfa|user\/reauthenticate$)/;
export const CODE_AND_PASSKEY_PATHS =
  /^\/api\/auth\/(email-code|passkey|mfa\/passkey|user\/passkeys|user\/reauthenticate\/options)/;
export const EXTERNAL_PATHS = /^\/api\/auth\/(external|token$|user\/identities)/;

/** The endpoints of external providers in the admin API, which have a spec of their own. */
export const PROVIDER_PATHS = /^\/api\/admin\/(providers|users\/\{uid\}\/identities)/;

/** Clients and API keys, which have a spec of their own, and the token endpoint, whose failures have the form of OAuth. */
export const MACHINE_PATHS =
  /^\/oauth2\/|^\/api\/admin\/(clients|api-keys|users\/\{uid\}\/api-keys)|^\/api\/auth\/(user\/)?api-keys/;

/** Endpoints whose session can be in a cookie: they refuse pages of other origins. */
const WITH_COOKIE = new RegExp(
  `^post /api/auth/(${[
    'login',
    'token',
    'user/(login|create|refresh|logout|passkeys)',
    'user/mfa/totp/\\{factor_id\\}/confirm',
    'mfa/verify',
    'email-code/verify',
    'magic-link/login',
    'passkey/login',
    'external/(token|confirm/verify)',
  ].join('|')})$`,
);

/** Endpoints that an administrator who acts as a user may call. Two of them refuse some bodies, which their spec sends. */
const MAY_BE_IMPERSONATED = [
  'get /api/auth/user',
  'get /api/auth/get-user',
  'put /api/auth/user',
  'get /api/auth/user/sessions',
  'post /api/auth/user/logout',
];

/** What the console makes only with a factor of late. */
const LASTING = [
  ...['links', 'users/{uid}/impersonate', 'keys/rotate', 'import', 'import/file'].map(
    (path) => `post /api/admin/${path}`,
  ),
  ...['providers', 'webhooks', 'webhooks/{id}/secret'].map((path) => `post /api/admin/${path}`),
  ...['providers/{id}', 'webhooks/{id}'].map((path) => `patch /api/admin/${path}`),
  'get /api/admin/export',
];

/** An administrator at the console whose factor was shown too long ago. */
async function lateAt(app: App, name: string): Promise<Answer> {
  const operation = (await changingOperations(app)).find(
    ({ method, path }) => `${method.toLowerCase()} ${path}` === name,
  );
  if (!operation) throw new Error(`${name} is not in the document`);
  const { path, call } = requestOf(operation, await things(app));
  const browser = await lateConsole(app, ['write', 'export', 'providers', 'webhooks', 'impersonate']);
  const headers = { ...browser.headers(operation.method), ...call.headers };
  return app.service.call(operation.method, path, { ...call, headers });
}

/** These codes are tested by the specs of outages, of the log and of the limits. */
const TESTED_ELSEWHERE = ['INTERNAL_ERROR', 'UNAVAILABLE', 'TOO_MANY_REQUESTS'];

/**
 * Tests that the OpenAPI document is right about all endpoints for which `covers` is true: exactly these endpoints,
 * each with exactly the codes that can be provoked, and with the described answers.
 * @param prepare makes the users that a call needs, again after each call that may have changed them
 */
export function testDocument(
  app: () => App,
  covers: (path: string) => boolean,
  own: Failures,
  successes: Record<string, Scenario>,
  prepare: () => Promise<void> = async () => undefined,
): void {
  let document: Json;
  let prepared = false;
  async function prepareOnce() {
    if (!prepared) await prepare();
    prepared = true;
  }
  beforeAll(async () => {
    document = (await app().get('/openapi.json')).json;
  });

  const failures: Failures = Object.fromEntries(
    Object.entries(own).map(([name, codes]) => {
      const guarded = 'NOT_AUTHENTICATED' in codes && name.includes(' /api/auth/');
      const refuses = guarded && !MAY_BE_IMPERSONATED.includes(name);
      const byAdministrator = { IMPERSONATION_FORBIDDEN: () => impersonated(app(), name) };
      const byPage = WITH_COOKIE.test(name) && { NOT_AUTHENTICATED: () => fromForeignPage(app(), name) };
      const common = { INVALID_REQUEST: () => withoutHost(app(), name), ...byPage, ...(refuses && byAdministrator) };
      const byLateConsole = LASTING.includes(name) && { REAUTHENTICATION_REQUIRED: () => lateAt(app(), name) };
      return [name, { ...common, ...byLateConsole, ...codes }];
    }),
  );

  function operation(name: string): Json {
    const [method = '', path = ''] = name.split(' ');
    return document.paths[path][method];
  }

  function documentedCodes(name: string): string[] {
    const { 200: _success, 302: _redirect, 304: _unchanged, default: _other, ...answers } = operation(name).responses;
    return Object.values<Json>(answers).flatMap(
      (answer) => answer.content['application/json'].schema.properties.code.enum,
    );
  }

  it('the OpenAPI document has every endpoint and no other', () => {
    const documented = Object.entries<Json>(document.paths)
      .filter(([path]) => covers(path))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
    expect(documented.sort()).toEqual(Object.keys(failures).sort());
    expect(Object.keys(successes).sort()).toEqual(Object.keys(failures).sort());
  });

  it.each(Object.keys(failures))('the OpenAPI document lists exactly the codes of %s', (name) => {
    const codes = documentedCodes(name).filter((code) => !TESTED_ELSEWHERE.includes(code));
    expect(codes.sort()).toEqual(Object.keys(failures[name] ?? {}).sort());
  });

  const writing = Object.keys(failures).filter((name) => !name.startsWith('get '));
  it.each(writing)('%s checks the type of its body, also when it needs none', (name) => {
    expect(documentedCodes(name)).toContain('UNSUPPORTED_MEDIA_TYPE');
  });

  const cases = Object.entries(failures).flatMap(([name, codes]) =>
    Object.entries(codes)
      .filter(([code]) => !IS_SERVER || !WITH_ONE_DATABASE.includes(code))
      .map(([code, provoke]) => ({ name, code, provoke })),
  );

  it.each(cases)('$name answers $code with its documented status', async ({ name, code, provoke }) => {
    await prepareOnce();
    const answer = await provoke();
    prepared = WITHOUT_DATABASE.includes(code);
    expect(answer.code).toBe(code);
    const { schema } = operation(name).responses[answer.status].content['application/json'];
    expect(mismatch(document, schema, answer.json)).toBeUndefined();
  });

  it.each(Object.entries(successes))('%s succeeds as documented', async (name, call) => {
    await prepareOnce();
    const answer = await call();
    prepared = false;
    const { 200: _page, 302: redirect, [answer.status]: success } = operation(name).responses;
    expect(redirect ? [200, 302] : [200]).toContain(answer.status);
    expect(success).toBeDefined();
    const json = success.content?.['application/json'];
    // An answer whose fields are all optional can be empty.
    if (json && answer.text !== '') expect(mismatch(document, json.schema, answer.json)).toBeUndefined();
    else if (json) expect(mismatch(document, json.schema, {})).toBeUndefined();
    else if (success.content) expect(answer.headers.get('content-type')).toContain(Object.keys(success.content)[0]);
    else expect(answer.text).toBe('');
    expect(success.description.includes('the body is empty')).toBe(!success.content && !redirect);
  });

  it.each(writing)('%s requires a body in the document exactly when a field of it is required', (name) => {
    const { content, required } = operation(name).requestBody ?? {};
    const reference = content?.['application/json']?.schema.$ref;
    if (!reference) return;
    expect(required).toBe('required' in document.components.schemas[reference.split('/').at(-1)]);
  });

  it.each(Object.keys(failures))('%s has a lock in the document exactly when it requires a token', (name) => {
    expect(operation(name).security.length > 0).toBe('NOT_AUTHENTICATED' in (own[name] ?? {}));
  });
}

/** A request that every endpoint refuses: it names no host (RFC 9112, section 3.2). */
function withoutHost({ service }: App, name: string): Promise<Answer> {
  const [method = '', path = ''] = name.split(' ');
  const line = `${method.toUpperCase()} ${path.replaceAll(/[{}]/g, '')} HTTP/1.1`;
  return sendBytes(service.url, `${line}\r\nconnection: close\r\n\r\n`);
}

/** A call by a page of an origin that may have no session in a cookie. */
function fromForeignPage(app: App, name: string): Promise<Answer> {
  const [, path = ''] = name.split(' ');
  return app.post(path, {}, { headers: fromPage(undefined, 'https://evil.example') });
}

/** A call by an administrator who acts as a user. Needs `IMPERSONATION=on`. */
async function impersonated(app: App, name: string): Promise<Answer> {
  const [method = '', path = ''] = name.split(' ');
  const token = await impersonationOf(app, (await app.signUp()).uid);
  return app.service.call(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '0'), { token });
}

/** An access token of an administrator who acts as a user. */
export async function impersonationOf(app: App, uid: string): Promise<string> {
  const reason = 'Looking into ticket 4711';
  return (await app.admin('POST', `/users/${uid}/impersonate`, { reason }, ADMIN_TOKEN)).json.token;
}

/** The first difference between a value and a schema of the document. */
function mismatch(document: Json, schema: Json, value: Json): string | undefined {
  if (schema.$ref) return mismatch(document, document.components.schemas[schema.$ref.split('/').at(-1)], value);
  if (schema.nullable && value === null) return undefined;
  if (schema.oneOf) {
    const differences: (string | undefined)[] = schema.oneOf.map((one: Json) => mismatch(document, one, value));
    return differences.includes(undefined) ? undefined : differences.join('; ');
  }
  if (schema.enum && !schema.enum.includes(value)) return `${value} is not one of ${schema.enum}`;
  if (schema.type === 'array') return value.map((item: Json) => mismatch(document, schema.items, item)).find(Boolean);
  if (schema.type === 'integer') return Number.isInteger(value) ? undefined : `${value} is not an integer`;
  if (schema.type !== 'object')
    return typeof value === schema.type ? undefined : `${value} is not a value of type ${schema.type}`;
  if (schema.additionalProperties) return undefined;
  const undocumented = Object.keys(value).find((name) => !(name in schema.properties));
  const missing = (schema.required ?? []).find((name: string) => !(name in value));
  if (undocumented || missing) return `${undocumented ?? missing} is ${missing ? 'missing' : 'not documented'}`;
  return Object.entries(value)
    .map(([name, field]) => mismatch(document, schema.properties[name], field))
    .find(Boolean);
}
