import { v7 as uuidv7 } from 'uuid';
import { insertRow } from '../support/factors/factor-rows.js';
import { BAD_BODIES, type Failures, PROVIDER_PATHS, type Scenario, testDocument } from '../support/http/openapi.js';
import { type SignedUp, useApp } from '../support/service/app.js';

const OIDC = {
  kind: 'oidc',
  name: 'Corp',
  issuer: 'https://id.corp.example',
  client_id: 'latchkey',
  client_secret: 'a client secret',
};

const app = useApp();
let token: string;
let reader: string;
let user: SignedUp;
beforeAll(async () => {
  token = (await app.adminToken(['providers', 'write'])).token;
  reader = (await app.adminToken(['read'])).token;
  user = await app.signUp();
  await app.admin('POST', '/providers', { ...OIDC, id: 'corp' });
});

let counter = 0;
const create = (more: object = {}) => app.admin('POST', '/providers', { id: `p-${++counter}`, ...OIDC, ...more });

/** The failures of a route that requires a scope beside `read`. */
const closed = (method: string, path: string): Record<string, Scenario> => ({
  NOT_AUTHENTICATED: () => app.service.call(method, `/api/admin${path}`),
  NOT_AUTHORIZED: () => app.service.call(method, `/api/admin${path}`, { token: reader }),
});

/** The failures of a route that also reads a body. */
const writes = (method: string, path: string): Record<string, Scenario> => ({
  ...closed(method, path),
  ...Object.fromEntries(
    Object.entries(BAD_BODIES).map(([code, body]): [string, Scenario] => [
      code,
      () => app.service.call(method, `/api/admin${path}`, { token, ...body }),
    ]),
  ),
});

const unknown = (method: string, path = ''): Record<string, Scenario> => ({
  PROVIDER_NOT_FOUND: () => app.admin(method, `/providers/unknown${path}`),
});

const identities = () => `/users/${user.uid}/identities`;

async function removable(): Promise<string> {
  const identity_id = uuidv7();
  const row = { identity_id, uid: user.uid, provider_id: 'corp', key_hash: identity_id, subject: 'a', created_at: 1 };
  await insertRow(app, 'identities', row);
  return identity_id;
}

const FAILURES: Failures = {
  'get /api/admin/providers': closed('GET', '/providers'),
  'post /api/admin/providers': {
    ...writes('POST', '/providers'),
    PROVIDER_EXISTS: () => create({ id: 'corp' }),
    INVALID_ISSUER: () => create({ issuer: 'corp' }),
  },
  'get /api/admin/providers/{id}': { ...closed('GET', '/providers/corp'), ...unknown('GET') },
  'patch /api/admin/providers/{id}': {
    ...writes('PATCH', '/providers/corp'),
    ...unknown('PATCH'),
    INVALID_ISSUER: () => app.admin('PATCH', '/providers/corp', { issuer: 'corp' }),
  },
  'delete /api/admin/providers/{id}': { ...writes('DELETE', '/providers/corp'), ...unknown('DELETE') },
  'post /api/admin/providers/{id}/test': { ...writes('POST', '/providers/corp/test'), ...unknown('POST', '/test') },
  'get /api/admin/users/{uid}/identities': {
    NOT_AUTHENTICATED: () => app.service.call('GET', `/api/admin${identities()}`),
    NOT_AUTHORIZED: () => app.service.call('GET', `/api/admin${identities()}`, { token }),
    USER_NOT_FOUND: () => app.admin('GET', '/users/unknown/identities'),
  },
  'delete /api/admin/users/{uid}/identities/{identity_id}': {
    ...writes('DELETE', '/users/x/identities/y'),
    USER_NOT_FOUND: () => app.admin('DELETE', '/users/unknown/identities/y'),
    IDENTITY_NOT_FOUND: () => app.admin('DELETE', `${identities()}/${uuidv7()}`),
  },
};

const SUCCESSES: Record<string, Scenario> = {
  'get /api/admin/providers': () => app.admin('GET', '/providers'),
  'post /api/admin/providers': () => create(),
  'get /api/admin/providers/{id}': () => app.admin('GET', '/providers/corp'),
  'patch /api/admin/providers/{id}': () => app.admin('PATCH', '/providers/corp', { trust_mfa: true }),
  'delete /api/admin/providers/{id}': async () => app.admin('DELETE', `/providers/${(await create()).json.id}`),
  'post /api/admin/providers/{id}/test': async () => {
    const { id } = (await create({ issuer: 'http://localhost:1' })).json;
    return app.admin('POST', `/providers/${id}/test`);
  },
  'get /api/admin/users/{uid}/identities': async () => {
    await removable();
    return app.admin('GET', identities());
  },
  'delete /api/admin/users/{uid}/identities/{identity_id}': async () =>
    app.admin('DELETE', `${identities()}/${await removable()}`),
};

testDocument(
  () => app,
  (path) => PROVIDER_PATHS.test(path),
  FAILURES,
  SUCCESSES,
);
