import { createHmac, createPublicKey } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { fromAddress, inParallel } from '../support/http/clients.js';
import { type Answer, expectFailure, expectNothing, readToken } from '../support/http/http.js';
import {
  askToken,
  basic,
  bySecret,
  FACTS,
  issuerOf,
  newClient,
  newKey,
  ORDERS,
  SigningClient,
  TOKEN,
} from '../support/machines/clients.js';
import { useApp } from '../support/service/app.js';
import { readList } from '../support/service/tokens.js';

const app = useApp({ TRUST_PROXY: '1' });

const admin = (method: string, path: string, body?: unknown) => app.admin(method, `/clients${path}`, body);
const errorOf = ({ status, text }: Answer) => `${status} ${text === '' ? '' : JSON.parse(text).error}`;
const now = () => Math.floor(Date.now() / 1_000);

describe('the administration of clients', () => {
  it('creates a client with a secret that is shown once', async () => {
    const created = (await admin('POST', '', FACTS)).json;
    const { client_secret, secret_id, ...view } = created;
    expect(client_secret).toMatch(/^lks_[0-9A-Za-z]{49}$/);
    expect(view).toMatchObject({ ...FACTS, auth_method: 'secret', jwks: null, active: true, expires_at: null });
    expect(view.client_id).toMatch(/^lkc_[\da-f]{32}$/);
    expect(view.secrets).toEqual([{ secret_id, created_at: expect.any(Number), last_used_at: null }]);
    const read = await admin('GET', `/${view.client_id}`);
    expect(read.json).toEqual(view);
    expect(read.text + (await admin('GET', '')).text).not.toContain(client_secret);
  });

  it('lists clients newest first, page by page', async () => {
    const ids = [await newClient(app), await newClient(app)].map(({ client_id }) => client_id).reverse();
    const first = (await admin('GET', '?limit=1')).json;
    expect(first).toMatchObject({ has_more: true, clients: [{ client_id: ids[0] }] });
    const second = (await admin('GET', `?limit=1&cursor=${first.next_cursor}`)).json;
    expect(second.clients).toMatchObject([{ client_id: ids[1] }]);
  });

  it.each<[string, object]>([
    ['without audiences', { audiences: [] }],
    ['with an audience with a blank', { audiences: ['a b'] }],
    ['without scopes', { scopes: [] }],
    ['with a scope with a blank', { scopes: ['a b'] }],
    ['with a scope twice', { scopes: ['a', 'a'] }],
    ['without a name', { name: '' }],
    ['with another method', { auth_method: 'none' }],
    ['with jwks beside a secret', { jwks: { keys: [newKey().jwk] } }],
    ['without jwks for assertions', { auth_method: 'private_key_jwt' }],
    ['with an end in the past', { expires_at: 1 }],
  ])('refuses a client %s', async (_what, more) => {
    expectFailure(await admin('POST', '', { ...FACTS, ...more }), 'INVALID_REQUEST');
  });

  it.each<[string, () => object]>([
    ['a list', () => []],
    ['no key', () => ({ keys: [] })],
    ['six keys', () => ({ keys: [1, 2, 3, 4, 5, 6].map((kid) => newKey('EdDSA', `${kid}`).jwk) })],
    ['a private key', () => ({ keys: [newKey().privateKey.export({ format: 'jwk' })] })],
    ['a secret key', () => ({ keys: [{ kty: 'oct', k: 'c2VjcmV0' }] })],
    ['a key for another algorithm', () => ({ keys: [{ ...newKey().jwk, alg: 'RS256' }] })],
    ['a key for encryption', () => ({ keys: [{ ...newKey().jwk, use: 'enc' }] })],
    ['a point off the curve', () => ({ keys: [{ ...newKey().jwk, x: Buffer.alloc(32, 1).toString('base64url') }] })],
    ['another curve', () => ({ keys: [{ ...newKey().jwk, crv: 'P-384' }] })],
    ['two keys without a kid', () => ({ keys: [newKey().jwk, newKey().jwk] })],
    ['two keys with the same kid', () => ({ keys: [newKey('ES256', 'a').jwk, newKey('EdDSA', 'a').jwk] })],
    ['an RSA key of 1,024 bits', () => ({ keys: [{ kty: 'RSA', e: 'AQAB', n: modulus(1_024) }] })],
    ['an RSA key of 8,192 bits', () => ({ keys: [{ kty: 'RSA', e: 'AQAB', n: modulus(8_192) }] })],
  ])('refuses jwks with %s', async (_what, jwks) => {
    const answer = await admin('POST', '', { ...FACTS, auth_method: 'private_key_jwt', jwks: jwks() });
    expectFailure(answer, 'INVALID_REQUEST');
  });

  it('keeps only the public members of keys', async () => {
    const { jwk } = newKey('RS256', 'one');
    const jwks = { keys: [{ ...jwk, note: 'mine', x5c: ['MII'] }] };
    const { json } = await admin('POST', '', { ...FACTS, auth_method: 'private_key_jwt', jwks });
    expect(json.jwks).toEqual({ keys: [jwk] });
    expect(json).not.toHaveProperty('client_secret');
    expectFailure(await admin('POST', `/${json.client_id}/secrets`), 'INVALID_REQUEST');
  });

  it('has at most two secrets for a client, which both work, and deletes one', async () => {
    const client = await newClient(app);
    const second = (await admin('POST', `/${client.client_id}/secrets`)).json;
    expectFailure(await admin('POST', `/${client.client_id}/secrets`), 'SECRET_LIMIT_REACHED');
    for (const { client_secret } of [client, second])
      expect((await bySecret(app, { ...client, client_secret })).status).toBe(200);
    expectNothing(await admin('DELETE', `/${client.client_id}/secrets/${client.secret_id}`));
    expectFailure(await admin('DELETE', `/${client.client_id}/secrets/${client.secret_id}`), 'SECRET_NOT_FOUND');
    expect(errorOf(await bySecret(app, client))).toBe('401 invalid_client');
    expect((await bySecret(app, { ...client, client_secret: second.client_secret })).status).toBe(200);
  });

  it('answers CLIENT_NOT_FOUND for unknown and malformed ids', async () => {
    for (const id of [`lkc_${'0'.repeat(32)}`, 'é', 'x'.repeat(100)]) {
      expectFailure(await admin('GET', `/${encodeURIComponent(id)}`), 'CLIENT_NOT_FOUND');
      expectFailure(await admin('PATCH', `/${encodeURIComponent(id)}`, {}), 'CLIENT_NOT_FOUND');
    }
  });

  it('needs the scope clients for each endpoint', async () => {
    const { client_id } = await newClient(app);
    const others = ['read', 'write', 'export', 'providers', 'webhooks', 'impersonate', 'admins'];
    const { token } = await app.adminToken(others);
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', `/${client_id}`],
      ['PATCH', `/${client_id}`],
      ['DELETE', `/${client_id}`],
      ['POST', `/${client_id}/secrets`],
      ['DELETE', `/${client_id}/secrets/x`],
    ] as const)
      expectFailure(await app.admin(method, `/clients${path}`, undefined, token), 'NOT_AUTHORIZED');
  });
});

describe('a request for a token', () => {
  it('answers as RFC 6749 and with the claims of RFC 9068', async () => {
    const client = await newClient(app);
    const answer = await bySecret(app, client, { scope: 'orders:read' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { access_token, ...rest } = answer.json;
    expect(rest).toEqual({ token_type: 'Bearer', expires_in: 900, scope: 'orders:read' });
    const { header, claims } = readToken(access_token);
    expect(header).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: expect.any(String) });
    expect(claims).toEqual({
      iss: issuerOf(app),
      sub: client.client_id,
      client_id: client.client_id,
      aud: ORDERS,
      scope: 'orders:read',
      iat: expect.any(Number),
      exp: claims.iat + 900,
      jti: expect.any(String),
      typ: 'machine',
      amr: ['key'],
      acr: 'aal1',
    });
  });

  it('answers all scopes of the client where none is asked for', async () => {
    const client = await newClient(app);
    expect((await bySecret(app, client)).json.scope).toBe('orders:read orders:write');
    expect((await bySecret(app, client, { scope: '' })).json.scope).toBe('orders:read orders:write');
  });

  it('ends the token with the client', async () => {
    const client = await newClient(app, { expires_at: now() + 100 });
    const { expires_in } = (await bySecret(app, client)).json;
    expect(expires_in).toBeGreaterThan(80);
    expect(expires_in).toBeLessThanOrEqual(100);
  });

  it('needs an audience where the client has several, and compares it byte for byte', async () => {
    const client = await newClient(app, { audiences: [ORDERS, 'stock'] });
    const outcome = async (fields: Record<string, string | string[]>) => {
      const answer = await bySecret(app, client, fields);
      return answer.status === 200 ? readToken(answer.json.access_token).claims.aud : errorOf(answer);
    };
    expect(await outcome({})).toBe('400 invalid_target');
    expect(await outcome({ resource: ORDERS })).toBe(ORDERS);
    expect(await outcome({ audience: 'stock' })).toBe('stock');
    expect(await outcome({ resource: ORDERS, audience: ORDERS })).toBe(ORDERS);
    expect(await outcome({ resource: ORDERS, audience: 'stock' })).toBe('400 invalid_target');
    expect(await outcome({ resource: [ORDERS, 'stock'] })).toBe('400 invalid_target');
    expect(await outcome({ resource: `${ORDERS}/` })).toBe('400 invalid_target');
    expect(await outcome({ resource: ORDERS.toUpperCase() })).toBe('400 invalid_target');
  });

  it.each<[string, string, (client: { client_id: string; client_secret: string }) => Promise<Answer>]>([
    ['no credentials', '401 invalid_client', () => askToken(app)],
    ['an unknown client', '401 invalid_client', () => askToken(app, {}, { authorization: basic('nobody', 'x') })],
    ['a wrong secret', '401 invalid_client', (of) => bySecret(app, { ...of, client_secret: 'lks_x' } as never)],
    ['a bearer token', '401 invalid_client', () => askToken(app, {}, { authorization: 'Bearer x' })],
    ['malformed credentials', '401 invalid_client', () => askToken(app, {}, { authorization: 'Basic !' })],
    [
      'credentials that cannot be decoded',
      '401 invalid_client',
      () => askToken(app, {}, { authorization: `Basic ${btoa('%:%')}` }),
    ],
    [
      'the secret in the form',
      '401 invalid_client',
      ({ client_id, client_secret }) => askToken(app, { client_id, client_secret }),
    ],
    [
      'the secret in two places',
      '400 invalid_request',
      ({ client_id: id, client_secret }) =>
        askToken(app, { client_secret }, { authorization: basic(id, client_secret) }),
    ],
    ['another client_id', '400 invalid_request', (of) => bySecret(app, of as never, { client_id: 'other' })],
    [
      'parameters in the URL',
      '400 invalid_request',
      ({ client_id: id, client_secret }) =>
        app.post(`${TOKEN}?client_id=${id}&client_secret=${client_secret}`, undefined, {
          raw: 'grant_type=client_credentials',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
    ],
    ['JSON', '400 invalid_request', (of) => app.post(TOKEN, { ...of, grant_type: 'client_credentials' })],
    [
      'a body that is too large',
      '400 invalid_request',
      (of) => bySecret(app, of as never, { more: 'x'.repeat(70_000) }),
    ],
    ['no grant type', '400 invalid_request', (of) => bySecret(app, of as never, { grant_type: '' })],
    [
      'another grant type',
      '400 unsupported_grant_type',
      (of) => bySecret(app, of as never, { grant_type: 'password' }),
    ],
    [
      'a parameter twice',
      '400 invalid_request',
      (of) => bySecret(app, of as never, { scope: ['orders:read', 'orders:read'] }),
    ],
    ['an unknown scope', '400 invalid_scope', (of) => bySecret(app, of as never, { scope: 'orders:read all' })],
    ['an unknown audience', '400 invalid_target', (of) => bySecret(app, of as never, { audience: 'other' })],
  ])('with %s is refused as %s', async (_what, outcome, ask) => {
    const answer = await ask(await newClient(app));
    expect(errorOf(answer)).toBe(outcome);
    expect(Object.keys(answer.json).sort()).toEqual(['error', 'error_description']);
    expect(answer.json.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('www-authenticate')).toBe(answer.status === 401 ? 'Basic realm="clients"' : null);
  });

  it('allows 30 wrong secrets a minute for a client address, and right ones beyond', async () => {
    const limited = await app.replica({ RATE_LIMIT: 'on' });
    const client = await newClient(app);
    const from = fromAddress().headers;
    const wrong = { ...from, authorization: basic(client.client_id, 'lks_wrong') };
    const answers = await inParallel(40, () => askToken(limited, {}, wrong));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(401), count(429)]).toEqual([30, 10]);
    const late = answers.find(({ status }) => status === 429);
    expect(late?.json.error).toBe('temporarily_unavailable');
    expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(0);
    const right = { ...from, authorization: basic(client.client_id, client.client_secret) };
    expect((await askToken(limited, {}, right)).status).toBe(200);
  });
});

/** A modulus without a known private key. */
function modulus(bits: number): string {
  const bytes = Buffer.alloc(bits / 8, 0xff);
  return bytes.toString('base64url');
}

describe('an assertion', () => {
  it.each(['ES256', 'RS256', 'EdDSA'])('by %s gets a token', async (alg) => {
    const client = await SigningClient.make(app, newKey(alg));
    const answer = await client.ask();
    expect(readToken(answer.json.access_token).claims).toMatchObject({ sub: client.client_id, typ: 'machine' });
  });

  it('may name the token endpoint, or both, as its audience', async () => {
    const client = await SigningClient.make(app);
    const url = issuerOf(app);
    for (const aud of [url + TOKEN, [url], [url, url + TOKEN]])
      expect((await client.ask(client.assertion({ aud }))).status).toBe(200);
  });

  it('is verified by the key that its kid names', async () => {
    const [one, two] = [newKey('ES256', 'one'), newKey('EdDSA', 'two')];
    const client = await SigningClient.make(app, one, { jwks: { keys: [one.jwk, two.jwk] } });
    expect((await client.ask(client.assertion({}, { kid: 'one' }))).status).toBe(200);
    expect((await client.ask(client.assertion({}, { kid: 'two', alg: 'EdDSA' }, two))).status).toBe(200);
    for (const header of [{}, { kid: 'two' }, { kid: 'three' }])
      expect(errorOf(await client.ask(client.assertion({}, header)))).toBe('401 invalid_client');
  });

  it.each<[string, (client: SigningClient) => string]>([
    ['for another service', (client) => client.assertion({ aud: 'https://else.example.com' })],
    [
      'for this service and another one',
      (client) => client.assertion({ aud: [issuerOf(app), 'https://else.example.com'] }),
    ],
    ['for no service', (client) => client.assertion({ aud: [] })],
    ['without an audience', (client) => client.assertion({ aud: undefined })],
    ['by another issuer', (client) => client.assertion({ iss: 'else' })],
    ['about another client', (client) => client.assertion({ sub: `lkc_${'0'.repeat(32)}` })],
    ['without an end', (client) => client.assertion({ exp: undefined })],
    ['that expired', (client) => client.assertion({ iat: now() - 100, exp: now() - 11 })],
    ['that lives for 301 seconds', (client) => client.assertion({ exp: now() + 301 })],
    ['that lives for longer, without its time', (client) => client.assertion({ iat: undefined, exp: now() + 330 })],
    ['that lives for longer, from the future', (client) => client.assertion({ iat: now() + 200, exp: now() + 400 })],
    ['from the future', (client) => client.assertion({ iat: now() + 60, exp: now() + 120 })],
    ['of a time that is no number', (client) => client.assertion({ iat: 'now' })],
    ['that begins later', (client) => client.assertion({ nbf: now() + 60 })],
    ['without an id', (client) => client.assertion({ jti: undefined })],
    ['with an empty id', (client) => client.assertion({ jti: '' })],
    ['with a number as id', (client) => client.assertion({ jti: 7 })],
    ['of another type', (client) => client.assertion({}, { typ: 'at+jwt' })],
    ['with a critical extension', (client) => client.assertion({}, { crit: ['b64'], b64: false })],
    ['by another key', (client) => client.assertion({}, {}, newKey())],
    ['with the key in its header', (client) => client.assertion({}, { jwk: newKey().jwk }, newKey())],
    ['without a signature', (client) => `${client.assertion({}, { alg: 'none' }).split('.').slice(0, 2).join('.')}.`],
    ['with another algorithm', (client) => client.assertion({}, { alg: 'RS256' })],
    ['by a MAC with the public key', macWithPublicKey],
    ['that is none', () => 'x.y.z'],
    ['that is longer than any', (client) => client.assertion({ more: 'x'.repeat(10_000) })],
  ])('%s is refused', async (_what, make) => {
    const client = await SigningClient.make(app);
    const answer = await client.ask(make(client));
    expect(errorOf(answer)).toBe('401 invalid_client');
    expect((await client.ask()).status).toBe(200);
  });

  it('gets one token, also after a scope that is refused', async () => {
    const client = await SigningClient.make(app);
    const assertion = client.assertion();
    expect(errorOf(await client.ask(assertion, { scope: 'all' }))).toBe('400 invalid_scope');
    expect(errorOf(await client.ask(assertion))).toBe('401 invalid_client');
  });

  it('does not work for a client with a secret, nor a secret for a client that signs', async () => {
    const client = await newClient(app);
    const signing = await SigningClient.make(app);
    const other = new SigningClient(client.client_id, signing.key, app);
    expect(errorOf(await other.ask())).toBe('401 invalid_client');
    expect(errorOf(await bySecret(app, { ...client, client_id: signing.client_id }))).toBe('401 invalid_client');
  });

  it('beside HTTP Basic or of another type is an invalid request', async () => {
    const { client_id, client_secret } = await newClient(app);
    const client = await SigningClient.make(app);
    const fields = { client_assertion: client.assertion(), client_assertion_type: 'else' };
    expect(errorOf(await askToken(app, fields))).toBe('400 invalid_request');
    expect(errorOf(await askToken(app, fields, { authorization: basic(client_id, client_secret) }))).toBe(
      '400 invalid_request',
    );
    expect(errorOf(await client.ask(client.assertion(), { client_id }))).toBe('401 invalid_client');
    expect((await client.ask(client.assertion(), { client_id: client.client_id })).status).toBe(200);
  });
});

/** The attack that makes a verifier use the public key as the secret of an HMAC. */
function macWithPublicKey(client: SigningClient): string {
  const [header, claims] = client.assertion({}, { alg: 'HS256' }).split('.');
  const pem = createPublicKey({ key: client.key.jwk as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  return `${header}.${claims}.${createHmac('sha256', pem).update(`${header}.${claims}`).digest('base64url')}`;
}

describe('the end of a client', () => {
  const revokedAt = async (id: string) => (await readList(app)).clients?.[id];

  it.each<[string, object, boolean]>([
    ['a new name', { name: 'Store' }, false],
    ['more scopes', { scopes: [...FACTS.scopes, 'stock'] }, false],
    ['more audiences', { audiences: [ORDERS, 'stock'] }, false],
    ['the same as before', FACTS, false],
    ['fewer scopes', { scopes: ['orders:read'] }, true],
    ['another audience', { audiences: ['stock'] }, true],
    ['an end', { expires_at: now() + 10_000 }, true],
    ['its end', { active: false }, true],
  ])('%s ends its tokens: %s, %s', async (_what, change, ends) => {
    const client = await newClient(app);
    const { iat } = readToken((await bySecret(app, client)).json.access_token).claims;
    expect((await admin('PATCH', `/${client.client_id}`, change)).json).toMatchObject(change);
    const at = await revokedAt(client.client_id);
    if (ends) expect(at).toBeGreaterThanOrEqual(iat);
    else expect(at).toBeUndefined();
  });

  it('comes with a removed key, and not with an added one', async () => {
    const [one, two] = [newKey('ES256', 'one'), newKey('ES256', 'two')];
    const client = await SigningClient.make(app, one);
    const set = (keys: object[]) => admin('PATCH', `/${client.client_id}`, { jwks: { keys } });
    expect((await set([one.jwk, two.jwk])).status).toBe(200);
    expect(await revokedAt(client.client_id)).toBeUndefined();
    expect((await set([two.jwk])).status).toBe(200);
    expect(await revokedAt(client.client_id)).toEqual(expect.any(Number));
    expect(errorOf(await client.ask())).toBe('401 invalid_client');
    expectFailure(await admin('PATCH', `/${client.client_id}`, { jwks: null }), 'INVALID_REQUEST');
  });

  it('refuses a disabled client at once, until it is enabled again', async () => {
    const client = await newClient(app);
    await admin('PATCH', `/${client.client_id}`, { active: false });
    expect(errorOf(await bySecret(app, client))).toBe('401 invalid_client');
    await admin('PATCH', `/${client.client_id}`, { active: true });
    expect((await bySecret(app, client)).status).toBe(200);
  });

  it('comes with its deletion', async () => {
    const client = await newClient(app);
    expectNothing(await admin('DELETE', `/${client.client_id}`));
    expect(await revokedAt(client.client_id)).toEqual(expect.any(Number));
    expect(errorOf(await bySecret(app, client))).toBe('401 invalid_client');
    expect(await app.sql('SELECT * FROM client_secrets WHERE client_id = ?', [client.client_id])).toEqual([]);
  });

  it('comes with a deleted secret that was just used, and not with one that was not', async () => {
    const client = await newClient(app);
    const unused = (await admin('POST', `/${client.client_id}/secrets`)).json;
    await bySecret(app, client);
    await admin('DELETE', `/${client.client_id}/secrets/${unused.secret_id}`);
    expect(await revokedAt(client.client_id)).toBeUndefined();
    await admin('DELETE', `/${client.client_id}/secrets/${client.secret_id}`);
    expect(await revokedAt(client.client_id)).toEqual(expect.any(Number));
  });

  it('is recorded in events with names of fields and without their values', async () => {
    const { client_id } = await newClient(app);
    await admin('PATCH', `/${client_id}`, { name: 'Store', active: false });
    const { events } = (await app.admin('GET', '/events?order=-at&limit=5')).json;
    const found = events.filter(({ data }: { data: object }) => Object(data).client_id === client_id);
    expect(found.map(({ type, data }: { type: string; data: object }) => [type, data]).reverse()).toEqual([
      ['client.created', { client_id, name: 'Shop', auth_method: 'secret' }],
      ['client.changed', { client_id, fields: ['name', 'active'], tokens: 'revoked' }],
    ]);
  });
});

describe('independent clients', () => {
  const insecure = { [oauth.allowInsecureRequests]: true };

  it('of oauth4webapi get tokens by both methods', async () => {
    const issuer = new URL(issuerOf(app));
    const found = await oauth.discoveryRequest(issuer, insecure);
    const server = await oauth.processDiscoveryResponse(issuer, found);
    const ask = async (client: oauth.Client, auth: oauth.ClientAuth) => {
      const parameters = new URLSearchParams({ scope: 'orders:read', resource: ORDERS });
      const answer = await oauth.clientCredentialsGrantRequest(server, client, auth, parameters, insecure);
      return oauth.processClientCredentialsResponse(server, client, answer);
    };
    const { client_id, client_secret } = await newClient(app);
    const bySecret = await ask({ client_id }, oauth.ClientSecretBasic(client_secret));
    expect(bySecret).toMatchObject({ token_type: 'bearer', scope: 'orders:read', expires_in: 900 });
    const signing = await SigningClient.make(app);
    const key = await webKey(signing);
    expect(await ask({ client_id: signing.client_id }, oauth.PrivateKeyJwt(key))).toMatchObject({
      scope: 'orders:read',
    });
    const wrong = ask({ client_id }, oauth.ClientSecretBasic('wrong'));
    await expect(wrong).rejects.toThrow(oauth.WWWAuthenticateChallengeError);
  });

  it('of openid-client get tokens by both methods', async () => {
    const url = new URL(issuerOf(app));
    const options = { execute: [openid.allowInsecureRequests] };
    const { client_id, client_secret } = await newClient(app);
    const basicAuth = openid.ClientSecretBasic(client_secret);
    const config = await openid.discovery(url, client_id, undefined, basicAuth, options);
    expect(await openid.clientCredentialsGrant(config, {})).toMatchObject({ scope: 'orders:read orders:write' });
    const signing = await SigningClient.make(app);
    const byKey = openid.PrivateKeyJwt(await webKey(signing));
    const other = await openid.discovery(url, signing.client_id, undefined, byKey, options);
    const tokens = await openid.clientCredentialsGrant(other, { resource: ORDERS });
    expect(readToken(tokens.access_token).claims).toMatchObject({ aud: ORDERS, client_id: signing.client_id });
  });

  const webKey = ({ key }: SigningClient) =>
    crypto.subtle.importKey(
      'jwk',
      key.privateKey.export({ format: 'jwk' }),
      { name: 'ECDSA', namedCurve: 'P-256' },
      false,
      ['sign'],
    );
});
