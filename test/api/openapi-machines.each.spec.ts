import { lateConsole } from '../support/http/console.js';
import { badBodies, type Failures, MACHINE_PATHS, type Scenario, testDocument } from '../support/http/openapi.js';
import {
  API_KEYS,
  exchange,
  FACTS,
  issuerOf,
  KEY_FACTS,
  KEY_TOKEN,
  newApiKey,
  newClient,
  newKey,
  SigningClient,
  type TestClient,
  type TestKeyOfUser,
  WITH_KEYS,
} from '../support/machines/clients.js';
import { ADMIN_TOKEN, type SignedUp, useApp } from '../support/service/app.js';
import type { Service } from '../support/service/service.js';

const UNKNOWN_ID = '019391a0-0000-7000-8000-000000000000';
const UNKNOWN_CLIENT = `lkc_${'0'.repeat(32)}`;

const app = useApp({ ...WITH_KEYS, IMPERSONATION: 'on' });
/** Without API keys. */
let without: Service;
let reader: string;
let user: SignedUp;
let key: TestKeyOfUser;
let client: TestClient;
let signing: SigningClient;
beforeAll(async () => {
  without = await app.replica({ API_KEY_SCOPES: 'none', BASE_URL: issuerOf(app) });
  reader = (await app.adminToken(['read'])).token;
});

async function prepare() {
  user = await app.signUp();
  key = await newApiKey(app, user);
  client = await newClient(app);
  signing = await SigningClient.make(app);
}

/** The failures of a route of the admin API for other tokens. */
const closed = (method: string, path: () => string, token = () => reader): Record<string, Scenario> => ({
  NOT_AUTHENTICATED: () => app.service.call(method, `/api/admin${path()}`),
  NOT_AUTHORIZED: () => app.service.call(method, `/api/admin${path()}`, { token: token() }),
});
const written = (method: string, path: () => string): Record<string, Scenario> => ({
  ...closed(method, path),
  ...badBodies((body) => app.service.call(method, `/api/admin${path()}`, { token: ADMIN_TOKEN, ...body })),
});
const unknownClient = (method: string, more = '') => ({
  CLIENT_NOT_FOUND: () => app.admin(method, `/clients/${UNKNOWN_CLIENT}${more}`),
});
const late = (method: string, path: () => string, body: () => object | undefined = () => undefined) => ({
  REAUTHENTICATION_REQUIRED: async () => (await lateConsole(app, ['clients'])).call(method, path(), body()),
});
const noReader = async () => (await app.adminToken(['clients'])).token;
const readable = (path: () => string): Record<string, Scenario> => ({
  ...closed('GET', path),
  NOT_AUTHORIZED: async () => app.admin('GET', path(), undefined, await noReader()),
});

const create = (more: object = {}) => app.post(API_KEYS, { ...KEY_FACTS, ...more }, user);
const secrets = () => `/clients/${client.client_id}/secrets`;
const ownKeys = () => `/users/${user.uid}/api-keys`;

const FAILURES: Failures = {
  [`get ${API_KEYS}`]: {
    NOT_AUTHENTICATED: () => app.get(API_KEYS),
    API_KEYS_DISABLED: () => without.call('GET', API_KEYS, user),
  },
  [`post ${API_KEYS}`]: {
    NOT_AUTHENTICATED: () => app.post(API_KEYS),
    API_KEYS_DISABLED: () => without.call('POST', API_KEYS, { ...user, body: KEY_FACTS }),
    INVALID_SCOPE: () => create({ scopes: ['all'] }),
    INVALID_AUDIENCE: () => create({ audiences: ['all'] }),
    KEY_LIMIT_REACHED: async () => {
      for (let count = 1; count < 20; count += 1) await create();
      return create();
    },
    REAUTHENTICATION_REQUIRED: async () => {
      await app.sql('UPDATE sessions SET auth_time = 1 WHERE uid = ?', [user.uid]);
      return create();
    },
    ...badBodies((body) => app.service.call('POST', API_KEYS, { token: user.token, ...body })),
  },
  [`delete ${API_KEYS}/{key_id}`]: {
    NOT_AUTHENTICATED: () => app.delete(`${API_KEYS}/x`),
    API_KEYS_DISABLED: () => without.call('DELETE', `${API_KEYS}/x`, user),
    API_KEY_NOT_FOUND: () => app.delete(`${API_KEYS}/x`, user),
    ...badBodies((body) => app.delete(`${API_KEYS}/x`, { token: user.token, ...body })),
  },
  [`post ${KEY_TOKEN}`]: {
    API_KEYS_DISABLED: () => exchange(without, key.key),
    INVALID_API_KEY: () => exchange(app, 'x'),
    INVALID_SCOPE: () => exchange(app, key.key, { scope: 'all' }),
    INVALID_AUDIENCE: () => exchange(app, key.key, { audience: 'all' }),
    ...badBodies((body) => app.service.call('POST', KEY_TOKEN, body)),
  },
  'get /api/admin/clients': closed('GET', () => '/clients'),
  'post /api/admin/clients': {
    ...written('POST', () => '/clients'),
    ...late(
      'POST',
      () => '/clients',
      () => FACTS,
    ),
  },
  'get /api/admin/clients/{client_id}': { ...closed('GET', () => '/clients/x'), ...unknownClient('GET') },
  'patch /api/admin/clients/{client_id}': {
    ...written('PATCH', () => '/clients/x'),
    ...unknownClient('PATCH'),
    ...late(
      'PATCH',
      () => `/clients/${signing.client_id}`,
      () => ({ jwks: { keys: [newKey().jwk] } }),
    ),
  },
  'delete /api/admin/clients/{client_id}': { ...written('DELETE', () => '/clients/x'), ...unknownClient('DELETE') },
  'post /api/admin/clients/{client_id}/secrets': {
    ...written('POST', () => '/clients/x/secrets'),
    ...unknownClient('POST', '/secrets'),
    ...late('POST', secrets),
    SECRET_LIMIT_REACHED: async () => {
      await app.admin('POST', secrets());
      return app.admin('POST', secrets());
    },
  },
  'delete /api/admin/clients/{client_id}/secrets/{secret_id}': {
    ...written('DELETE', () => '/clients/x/secrets/x'),
    ...unknownClient('DELETE', '/secrets/x'),
    SECRET_NOT_FOUND: () => app.admin('DELETE', `${secrets()}/${UNKNOWN_ID}`),
  },
  'get /api/admin/api-keys': readable(() => '/api-keys'),
  'get /api/admin/users/{uid}/api-keys': {
    ...readable(() => '/users/x/api-keys'),
    USER_NOT_FOUND: () => app.admin('GET', `/users/${UNKNOWN_ID}/api-keys`),
  },
  'delete /api/admin/users/{uid}/api-keys/{key_id}': {
    ...written('DELETE', () => '/users/x/api-keys/x'),
    USER_NOT_FOUND: () => app.admin('DELETE', `/users/${UNKNOWN_ID}/api-keys/x`),
    API_KEY_NOT_FOUND: () => app.admin('DELETE', `${ownKeys()}/x`),
  },
};

const SUCCESSES: Record<string, Scenario> = {
  [`get ${API_KEYS}`]: () => app.get(API_KEYS, user),
  [`post ${API_KEYS}`]: () => create(),
  [`delete ${API_KEYS}/{key_id}`]: () => app.delete(`${API_KEYS}/${key.key_id}`, user),
  [`post ${KEY_TOKEN}`]: () => exchange(app, key.key),
  'get /api/admin/clients': () => app.admin('GET', '/clients'),
  'post /api/admin/clients': () => app.admin('POST', '/clients', FACTS),
  'get /api/admin/clients/{client_id}': () => app.admin('GET', `/clients/${client.client_id}`),
  'patch /api/admin/clients/{client_id}': () => app.admin('PATCH', `/clients/${client.client_id}`, { name: 'New' }),
  'delete /api/admin/clients/{client_id}': () => app.admin('DELETE', `/clients/${client.client_id}`),
  'post /api/admin/clients/{client_id}/secrets': () => app.admin('POST', secrets()),
  'delete /api/admin/clients/{client_id}/secrets/{secret_id}': () =>
    app.admin('DELETE', `${secrets()}/${client.secret_id}`),
  'get /api/admin/api-keys': () => app.admin('GET', '/api-keys'),
  'get /api/admin/users/{uid}/api-keys': () => app.admin('GET', ownKeys()),
  'delete /api/admin/users/{uid}/api-keys/{key_id}': () => app.admin('DELETE', `${ownKeys()}/${key.key_id}`),
};

testDocument(
  () => app,
  (path) => MACHINE_PATHS.test(path) && !path.startsWith('/oauth2/'),
  FAILURES,
  SUCCESSES,
  prepare,
);

it('the OpenAPI document describes the token endpoint with the form of OAuth', async () => {
  const { post } = (await app.get('/openapi.json')).json.paths['/oauth2/token'];
  expect(post.security).toEqual([{ client: [] }, {}]);
  expect(Object.keys(post.requestBody.content)).toEqual(['application/x-www-form-urlencoded']);
  const errors = (status: number) => post.responses[status].content['application/json'].schema.properties.error.enum;
  expect(errors(400)).toEqual(['invalid_request', 'invalid_scope', 'invalid_target', 'unsupported_grant_type']);
  expect(errors(401)).toEqual(['invalid_client']);
});
