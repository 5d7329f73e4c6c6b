import { generateKeyPairSync } from 'node:crypto';
import { expectFailure, expectNothing } from '../support/http/http.js';
import { useIdp, walkToCallback } from '../support/idp/idp.js';
import { addProvider, callbackOf, NEXT_URL, pkce, signInWith } from '../support/idp/providers.js';
import { useApp } from '../support/service/app.js';
import { SECRET, type Service } from '../support/service/service.js';

const ISSUER = 'https://id.corp.example';
const SECRET_TEXT = 'a client secret of the tests';
const OIDC = { kind: 'oidc', name: 'Corp', issuer: ISSUER, client_id: 'latchkey', client_secret: SECRET_TEXT };

const app = useApp();
const idp = useIdp();

const pem = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

let counter = 0;
const newId = () => `corp-${++counter}`;
const create = (more: object = {}) => app.admin('POST', '/providers', { id: newId(), ...OIDC, ...more });

describe('a provider', () => {
  it('has the usual issuer of its kind', async () => {
    const issuerOf = async (fields: object) => (await create({ issuer: undefined, ...fields })).json.issuer;
    expect(await issuerOf({ kind: 'google' })).toBe('https://accounts.google.com');
    expect(await issuerOf({ kind: 'github' })).toBe('https://github.com');
    expect(await issuerOf({ kind: 'microsoft' })).toBe('https://login.microsoftonline.com/common/v2.0');
    expect(await issuerOf({ kind: 'microsoft', tenants: ['t1'] })).toBe('https://login.microsoftonline.com/t1/v2.0');
    expect(await issuerOf({ kind: 'microsoft', tenants: ['t1', 't2'] })).toMatch('/common/');
    const apple = { kind: 'apple', team_id: 'T', key_id: 'K', private_key: pem('P-256') };
    expect(await issuerOf(apple)).toBe('https://appleid.apple.com');
  });

  it.each([
    ['no issuer', { issuer: undefined }],
    ['an issuer without TLS', { issuer: 'http://id.corp.example' }],
    ['an issuer with a query', { issuer: `${ISSUER}?a=b` }],
    ['an issuer with credentials', { issuer: 'https://ada:secret@id.corp.example' }],
    ['an issuer that is no URL', { issuer: 'corp' }],
    ['an issuer that is a number', { issuer: 5 }],
    ['an issuer that is null', { issuer: null }],
  ])('with %s is refused as INVALID_ISSUER', async (_what, fields) => {
    expectFailure(await create(fields), 'INVALID_ISSUER');
  });

  it.each<[string, Record<string, unknown>]>([
    ['id', { id: 'Corp' }],
    ['id', { id: '' }],
    ['id', { id: 'c'.repeat(33) }],
    ['id', { id: undefined }],
    ['kind', { kind: 'facebook' }],
    ['kind', { kind: ['oidc'] }],
    ['name', { name: '' }],
    ['name', { name: 'a\nb' }],
    ['client_id', { client_id: undefined }],
    ['client_secret', { client_secret: '' }],
    ['client_secret', { kind: 'google', issuer: undefined, client_secret: undefined }],
    ['private_key', { kind: 'apple', issuer: undefined }],
    ['private_key', { kind: 'apple', issuer: undefined, team_id: 'T', key_id: 'K', private_key: 'no key' }],
    ['private_key', { kind: 'apple', issuer: undefined, team_id: 'T', key_id: 'K', private_key: pem('P-384') }],
    ['scopes', { scopes: 'openid' }],
    ['scopes', { scopes: ['a b'] }],
    ['tenants', { tenants: ['../evil'] }],
    ['tenants', { tenants: Array.from({ length: 101 }, (_, index) => `t${index}`) }],
    ['email_domains', { email_domains: ['@corp.example'] }],
    ['email_domains', { email_domains: ['*'] }],
    ['sign_up', { sign_up: 'yes' }],
    ['linking', { linking: 'never' }],
    ['trust_mfa', { trust_mfa: null }],
    ['enabled', { enabled: 1 }],
    ['session_max_ttl', { session_max_ttl: 59 }],
    ['session_max_ttl', { session_max_ttl: -1 }],
    ['session_max_ttl', { session_max_ttl: 60.5 }],
    ['session_max_ttl', { session_max_ttl: '60' }],
    ['session_max_ttl', { session_max_ttl: 31_536_001 }],
  ])('with a wrong %s is refused as INVALID_REQUEST that names it', async (field, fields) => {
    const answer = await create(fields);
    expectFailure(answer, 'INVALID_REQUEST');
    expect(answer.json.message).toContain(field);
  });
});

describe('a change of a provider', () => {
  it('is refused for another kind', async () => {
    const { id } = (await create()).json;
    expectFailure(await app.admin('PATCH', `/providers/${id}`, { kind: 'google' }), 'INVALID_REQUEST');
  });

  it('is refused for fields that do not fit together', async () => {
    const { id } = (await create()).json;
    expectFailure(await app.admin('PATCH', `/providers/${id}`, { email_domains: ['@'] }), 'INVALID_REQUEST');
  });
});

describe('a provider that is switched off', () => {
  it.each([{}, { enabled: true }])('needs enabled: false beside end_sessions, not %j', async (more) => {
    const { id } = (await create()).json;
    const answer = await app.admin('PATCH', `/providers/${id}`, { ...more, end_sessions: true });
    expectFailure(answer, 'INVALID_REQUEST');
    expect(answer.json.message).toContain('enabled');
  });
});

it.each(['unknown', 'UPPER', '%20', 'x'.repeat(33)])('the provider %s is PROVIDER_NOT_FOUND', async (id) => {
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/test'],
  ] as const) {
    expectFailure(await app.admin(method, `/providers/${id}${path}`), 'PROVIDER_NOT_FOUND');
  }
});

describe('the test of a provider', () => {
  it.each(['google', 'microsoft', 'apple', 'github', 'oidc'] as const)('is ok for %s that answers', async (kind) => {
    const { id } = await addProvider(app, idp, kind);
    expect((await app.admin('POST', `/providers/${id}/test`)).json).toEqual({ ok: true, error: null });
  });

  it('says why an issuer cannot be used, and sees when it can again', async () => {
    const { id, idp: liar } = await addProvider(app, idp, 'liar', { lies: { discovery: { issuer: ISSUER } } });
    const test = async () => (await app.admin('POST', `/providers/${id}/test`)).json;
    expect(await test()).toEqual({ ok: false, error: expect.stringContaining('issuer') });
    await liar.lie({});
    expect(await test()).toEqual({ ok: true, error: null });
    await liar.lie({ at: { jwks: { status: 500, body: '{}' } } });
    expect(await test()).toEqual({ ok: false, error: expect.stringContaining('500') });
    const { id: dead } = (await create({ issuer: 'http://localhost:1' })).json;
    expect(await test()).toMatchObject({ ok: false });
    expect((await app.admin('POST', `/providers/${dead}/test`)).json).toMatchObject({ ok: false });
  });
});

describe('the identities of a user', () => {
  it('stay when their provider is deleted, and work again only for the same issuer', async () => {
    const { id, idp: first } = await addProvider(app, idp, 'liar', { fields: { email_domains: ['example.com'] } });
    const email = `deleted.${process.pid}@example.com`;
    const person = { sub: 'ada', email, email_verified: true };
    const { uid } = (await signInWith(app, id, person)).json;
    expectNothing(await app.admin('DELETE', `/providers/${id}`));
    expectFailure(await app.admin('GET', `/providers/${id}`), 'PROVIDER_NOT_FOUND');
    const { clientId, clientSecret } = first.registration;
    const again = {
      id,
      kind: 'oidc',
      name: 'x',
      issuer: first.origin,
      client_id: clientId,
      client_secret: clientSecret,
    };
    expect((await app.admin('POST', '/providers', again)).status).toBe(200);
    expect((await signInWith(app, id, { sub: 'ada' })).json.uid).toBe(uid);
    await app.admin('DELETE', `/providers/${id}`);
    await addProvider(app, idp, 'liar', { id });
    expectFailure(await signInWith(app, id, person), 'EMAIL_CONFIRMATION_REQUIRED');
  });
});

it('a secret is sealed anew when AUTH_SECRET changes', async () => {
  const { id } = await addProvider(app, idp, 'google');
  const sealed = async () =>
    (await app.sql('SELECT secrets_sealed FROM providers WHERE id = ?', [id]))[0]?.secrets_sealed;
  const before = await sealed();
  const BASE_URL = callbackOf(app, id).replace(/\/api.*/, '');
  const NEW = `a new ${SECRET}`;
  const [both, only] = [
    { AUTH_SECRET: NEW, AUTH_SECRET_PREVIOUS: SECRET, BASE_URL },
    { AUTH_SECRET: NEW, BASE_URL },
  ];
  expect(await identifiedBy(await app.replica(both), id)).toBe(true);
  const after = await sealed();
  expect(after).not.toBe(before);
  expect(await identifiedBy(await app.replica(only), id)).toBe(true);
  expect(await sealed()).toBe(after);
});

/** Whether a replica can exchange the code of a provider. */
async function identifiedBy(replica: Service, id: string): Promise<boolean> {
  const body = { next_url: NEXT_URL, code_challenge: pkce().challenge };
  const { url } = (await replica.call('POST', `/api/auth/external/${id}/start`, { body })).json;
  const { url: callback } = await walkToCallback(url, { sub: 'eve', email: 'eve@gmail.com', email_verified: true });
  const { pathname, search } = new URL(callback);
  const answer = await replica.call('GET', pathname + search);
  return new URL(answer.headers.get('location') ?? '').searchParams.has('code');
}
