import { createHash } from 'node:crypto';
import { fence } from '../support/factors/factors.js';
import { fromAddress, inParallel } from '../support/http/clients.js';
import { expectFailure, expectNothing, readToken } from '../support/http/http.js';
import { impersonationOf } from '../support/http/openapi.js';
import {
  API_KEYS,
  bySecret,
  exchange,
  issuerOf,
  KEY_FACTS,
  KEY_TOKEN,
  newApiKey,
  newClient,
  ORDERS,
  WITH_KEYS,
} from '../support/machines/clients.js';
import { PASSWORD, type SignedUp } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';
import { readList } from '../support/service/tokens.js';

const { app, mail } = useMail({ ...WITH_KEYS, TRUST_PROXY: '1', IMPERSONATION: 'on', REAUTH_MAX_AGE: '600' });

let user: SignedUp;
beforeEach(async () => {
  user = await app.signUp();
});

const create = (more: object = {}, token = user.token) => app.post(API_KEYS, { ...KEY_FACTS, ...more }, { token });
const setClaims = (claims: object) => app.admin('PATCH', `/users/${user.uid}`, { claims: JSON.stringify(claims) });
const claimsOf = (token: string) => readToken(token).claims;

describe('an API key', () => {
  it('is shown once, with a checksum, and stored as its SHA-256', async () => {
    const { json } = await create();
    expect(Object.keys(json).sort()).toEqual(['key', 'key_id']);
    const { key, key_id } = json;
    expect(key).toMatch(new RegExp(`^lk_${key_id}_[0-9A-Za-z]{49}$`));
    const list = await app.get(API_KEYS, user);
    expect(list.text).not.toContain(key);
    const { expires_in: _lifetime, ...facts } = KEY_FACTS;
    const times = { created_at: expect.any(Number), expires_at: expect.any(Number), last_used_at: null };
    expect(list.json).toEqual({ api_keys: [{ key_id, ...facts, ...times }] });
    expect(list.json.api_keys[0].expires_at - list.json.api_keys[0].created_at).toBe(86_400);
    const [row] = await app.sql('SELECT key_hash FROM api_keys WHERE key_id = ?', [key_id]);
    expect(row?.key_hash).toBe(createHash('sha256').update(key).digest('hex'));
  });

  it.each<[string, object]>([
    ['INVALID_SCOPE', { scopes: ['all'] }],
    ['INVALID_SCOPE', { scopes: [] }],
    ['INVALID_SCOPE', { scopes: 'orders:read' }],
    ['INVALID_AUDIENCE', { audiences: ['https://else.example.com'] }],
    ['INVALID_AUDIENCE', { audiences: [] }],
    ['INVALID_AUDIENCE', { audiences: undefined }],
    ['INVALID_REQUEST', { expires_in: undefined }],
    ['INVALID_REQUEST', { expires_in: 0 }],
    ['INVALID_REQUEST', { expires_in: 366 * 86_400 }],
    ['INVALID_REQUEST', { name: '' }],
  ])('is refused as %s with %j', async (code, more) => {
    expectFailure(await create(more), code);
  });

  it('is refused within the claims of the user only', async () => {
    await setClaims({ scopes: ['orders:read'] });
    expectFailure(await create(), 'INVALID_SCOPE');
    expect((await create({ scopes: ['orders:read'] })).status).toBe(200);
  });

  it('is one of at most 20 of a user; a revoked or an expired one makes room', async () => {
    const first = await newApiKey(app, user, { expires_in: 60 });
    for (let count = 1; count < 20; count += 1) await newApiKey(app, user);
    expectFailure(await create(), 'KEY_LIMIT_REACHED');
    await app.sql('UPDATE api_keys SET expires_at = 1 WHERE key_id = ?', [first.key_id]);
    const { key_id } = await newApiKey(app, user);
    expectFailure(await create(), 'KEY_LIMIT_REACHED');
    expectNothing(await app.delete(`${API_KEYS}/${key_id}`, user));
    expect((await create()).status).toBe(200);
  });

  it('needs a recent sign-in, with a factor of a user who has one', async () => {
    await app.sql('UPDATE sessions SET auth_time = auth_time - 700 WHERE uid = ?', [user.uid]);
    expectFailure(await create(), 'REAUTHENTICATION_REQUIRED');
    const other = await app.signUp();
    await app.prove(other.uid);
    const fenced = await fence(app, other);
    await app.sql('UPDATE sessions SET factor_time = 1, auth_time = ? WHERE uid = ?', [
      Math.floor(Date.now() / 1_000),
      fenced.uid,
    ]);
    expectFailure(await create({}, fenced.token), 'REAUTHENTICATION_REQUIRED');
  });

  it('is made by no session that has ended, by no administrator who acts as the user, and by no machine', async () => {
    const key = await newApiKey(app, user);
    const token = await impersonationOf(app, user.uid);
    expectFailure(await create({}, token), 'IMPERSONATION_FORBIDDEN');
    expectFailure(await create({}, (await exchange(app, key.key)).json.access_token), 'NOT_AUTHENTICATED');
    await app.post('/api/auth/user/logout', {}, user);
    expect(['NOT_AUTHENTICATED', 'REAUTHENTICATION_REQUIRED']).toContain((await create()).code);
  });

  it('of another user cannot be revoked', async () => {
    const { key_id, key } = await newApiKey(app, user);
    const other = await app.signUp();
    for (const id of [key_id, 'x', 'é'])
      expectFailure(await app.delete(`${API_KEYS}/${encodeURIComponent(id)}`, other), 'API_KEY_NOT_FOUND');
    expect((await exchange(app, key)).status).toBe(200);
  });
});

describe('an exchange of an API key', () => {
  it('answers an access token of a machine', async () => {
    const { key, key_id } = await newApiKey(app, user);
    const answer = await exchange(app, key);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { access_token, expiry, scope } = answer.json;
    const claims = claimsOf(access_token);
    expect([scope, expiry]).toEqual(['orders:read orders:write', claims.exp]);
    expect(readToken(access_token).header).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect(claims).toEqual({
      iss: issuerOf(app),
      sub: user.uid,
      key_id,
      aud: ORDERS,
      scope,
      iat: expect.any(Number),
      exp: claims.iat + 900,
      jti: expect.any(String),
      typ: 'machine',
      amr: ['key'],
      acr: 'aal1',
    });
    const [row] = (await app.get(API_KEYS, user)).json.api_keys;
    expect(row.last_used_at).toEqual(expect.any(Number));
  });

  it.each<[string, object, object, string]>([
    ['less', {}, { scope: 'orders:read' }, 'orders:read'],
    ['a scope of another key', {}, { scope: 'stock' }, 'INVALID_SCOPE'],
    ['a scope and more', {}, { scope: 'orders:read all' }, 'INVALID_SCOPE'],
    ['the only audience', {}, { audience: ORDERS }, 'orders:read orders:write'],
    ['another audience', {}, { audience: 'stock' }, 'INVALID_AUDIENCE'],
    ['no audience of two', { audiences: [ORDERS, 'stock'] }, {}, 'INVALID_AUDIENCE'],
    ['one audience of two', { audiences: [ORDERS, 'stock'] }, { audience: 'stock' }, 'orders:read orders:write'],
    ['a scope that is no text', {}, { scope: ['orders:read'] }, 'INVALID_SCOPE'],
  ])('that asks for %s: key %j, request %j: %s', async (_what, facts, asked, result) => {
    const { key } = await newApiKey(app, user, facts);
    const answer = await exchange(app, key, asked);
    expect(answer.code ?? answer.json.scope).toBe(result);
  });

  it('is checked by the claims of the user each time, and a change of them ends earlier tokens', async () => {
    const { key } = await newApiKey(app, user);
    const before = (await exchange(app, key)).json.access_token;
    await setClaims({ scopes: ['orders:read'] });
    expect((await exchange(app, key)).json.scope).toBe('orders:read');
    expectFailure(await exchange(app, key, { scope: 'orders:write' }), 'INVALID_SCOPE');
    const revokedAt = (await readList(app)).users[user.uid] ?? 0;
    expect(revokedAt).toBeGreaterThanOrEqual(claimsOf(before).iat);
    expect(claimsOf((await exchange(app, key)).json.access_token).iat).toBeGreaterThan(revokedAt);
    await setClaims({ scopes: 'orders:write stock' });
    expect((await exchange(app, key)).json.scope).toBe('orders:write');
    for (const scopes of [[], null, 7, {}]) {
      await setClaims({ scopes });
      expectFailure(await exchange(app, key), 'INVALID_SCOPE');
    }
  });

  it('is checked by the settings each time', async () => {
    const { key } = await newApiKey(app, user, { audiences: [ORDERS, 'stock'] });
    const narrower = await app.replica({ API_KEY_SCOPES: 'orders:read', API_KEY_AUDIENCES: 'stock' });
    const { access_token, scope } = (await exchange(narrower, key)).json;
    expect([scope, claimsOf(access_token).aud]).toEqual(['orders:read', 'stock']);
    expectFailure(await exchange(narrower, key, { audience: ORDERS }), 'INVALID_AUDIENCE');
    const without = await app.replica({ API_KEY_SCOPES: 'none', API_KEY_AUDIENCES: 'none', BASE_URL: issuerOf(app) });
    const call = { token: user.token };
    expectFailure(await exchange(without, key), 'API_KEYS_DISABLED');
    expectFailure(await without.call('GET', API_KEYS, call), 'API_KEYS_DISABLED');
    expectFailure(await without.call('POST', API_KEYS, { ...call, body: KEY_FACTS }), 'API_KEYS_DISABLED');
    expectFailure(await without.call('DELETE', `${API_KEYS}/x`, call), 'API_KEYS_DISABLED');
  });

  it('has one answer for every key that does not work', async () => {
    const { key } = await newApiKey(app, user);
    const wrong = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
    for (const text of [wrong, key.toLowerCase(), `${key}x`, ` ${key}`, '', user.token, 7, undefined])
      expectFailure(await exchange(app, text), 'INVALID_API_KEY');
    await app.sql('UPDATE api_keys SET expires_at = 1 WHERE uid = ?', [user.uid]);
    expectFailure(await exchange(app, key), 'INVALID_API_KEY');
  });

  it('ends with the key, its user, and the user’s right to sign in', async () => {
    const [one, two] = [await newApiKey(app, user), await newApiKey(app, user)];
    const { access_token } = (await exchange(app, one.key)).json;
    expectNothing(await app.delete(`${API_KEYS}/${one.key_id}`, user));
    expectFailure(await exchange(app, one.key), 'INVALID_API_KEY');
    const list = await readList(app);
    expect(list.keys?.[one.key_id]).toBeGreaterThanOrEqual(claimsOf(access_token).iat);
    expect(list.users).not.toHaveProperty(user.uid);
    await app.disable(user.uid);
    expectFailure(await exchange(app, two.key), 'INVALID_API_KEY');
    expect((await readList(app)).users).toHaveProperty(user.uid);
    await app.enable(user.uid);
    expect((await exchange(app, two.key)).status).toBe(200);
    await app.admin('DELETE', `/users/${user.uid}`);
    expectFailure(await exchange(app, two.key), 'INVALID_API_KEY');
  });

  it('allows 30 wrong keys a minute from a client address, and right ones beyond', async () => {
    const limited = await app.replica({ RATE_LIMIT: 'on' });
    const { key } = await newApiKey(app, user);
    const { headers } = fromAddress();
    const answers = await inParallel(40, () => exchange(limited, 'lk_wrong', {}, headers));
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === 'INVALID_API_KEY')).toHaveLength(30);
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(10);
    expect((await exchange(limited, key, {}, headers)).status).toBe(200);
  });
});

describe('API keys and the account', () => {
  const reset = async () => {
    const link = await mail.linkAfter(user.email, () => app.post('/api/auth/reset-password', { email: user.email }));
    const old_password = new URL(link).searchParams.get('token');
    expectNothing(await app.patch('/api/auth/user/change-password', { old_password, new_password: `${PASSWORD} 2` }));
  };

  it('a reset revokes all keys, and an email names them', async () => {
    const { key, key_id } = await newApiKey(app, user, { name: 'Backup <1>' });
    await reset();
    expectFailure(await exchange(app, key), 'INVALID_API_KEY');
    const notice = await mail.emailAbout(user.email, /^API keys of your account at .* were revoked$/);
    expect(notice.text).toContain('Backup <1>');
    expect(notice.text).not.toContain(key);
    expect((await readList(app)).keys).toHaveProperty([key_id]);
    const events = await app.events(user.uid);
    expect(
      events.filter(({ type }) => String(type).startsWith('api_key')).map(({ type, data }) => [type, data]),
    ).toEqual([
      ['api_key.created', { key_id, name: 'Backup <1>', scopes: KEY_FACTS.scopes, audiences: [ORDERS] }],
      ['api_key.revoked', { key_id, reason: 'password' }],
    ]);
  });

  it('a changed password leaves them', async () => {
    const { key } = await newApiKey(app, user);
    const body = { old_password: PASSWORD, new_password: `${PASSWORD} 2` };
    expectNothing(await app.patch('/api/auth/user/change-password', body, user));
    expect((await exchange(app, key)).status).toBe(200);
  });

  it('administrators list them, and revoke one with an email', async () => {
    const [one, two] = [await newApiKey(app, user), await newApiKey(app, user, { name: 'Second' })];
    const { api_keys } = (await app.admin('GET', `/users/${user.uid}/api-keys`)).json;
    expect(api_keys.map(({ key_id }: { key_id: string }) => key_id)).toEqual([two.key_id, one.key_id]);
    const all = (await app.admin('GET', '/api-keys?limit=2')).json;
    expect(all).toMatchObject({
      has_more: true,
      api_keys: [{ uid: user.uid, key_id: two.key_id }, { key_id: one.key_id }],
    });
    const path = `/users/${user.uid}/api-keys/${two.key_id}`;
    const { token } = await app.adminToken(['read', 'clients']);
    expectFailure(await app.admin('DELETE', path, undefined, token), 'NOT_AUTHORIZED');
    expectNothing(await app.admin('DELETE', path));
    expectFailure(await app.admin('DELETE', path), 'API_KEY_NOT_FOUND');
    expectFailure(await app.admin('GET', '/users/x/api-keys'), 'USER_NOT_FOUND');
    expectFailure(await exchange(app, two.key), 'INVALID_API_KEY');
    const notice = await mail.emailAbout(user.email, /^API keys of your account at .* were revoked$/);
    expect(notice.text).toContain('Second');
  });

  it('an administrator without the scopes of the user revokes none', async () => {
    const { key_id } = await newApiKey(app, user);
    await app.sql("UPDATE users SET admin_scopes = 'read,export' WHERE uid = ?", [user.uid]);
    const { token } = await app.adminToken(['read', 'write']);
    expectFailure(
      await app.admin('DELETE', `/users/${user.uid}/api-keys/${key_id}`, undefined, token),
      'NOT_AUTHORIZED',
    );
  });
});

describe('a token of a machine', () => {
  it('is refused by every endpoint that does not exist for machines', async () => {
    const { key } = await newApiKey(app, user);
    const client = await newClient(app);
    const tokens = [(await exchange(app, key)).json.access_token, (await bySecret(app, client)).json.access_token];
    const { paths } = (await app.get('/openapi.json')).json;
    const operations = Object.entries<Record<string, { security: object[] }>>(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { security }]) => ({ method, path, open: security.length === 0 })),
    );
    const guarded = operations.filter(({ open, path }) => !open && path !== '/oauth2/token');
    expect(guarded.length).toBeGreaterThan(90);
    const accepted: string[] = [];
    for (const token of tokens) {
      for (const { method, path } of guarded) {
        const answer = await app.service.call(method.toUpperCase(), path.replace(/\{\w+\}/g, '0'), {
          token,
          ...(method !== 'get' && { body: {} }),
        });
        if (answer.code !== 'NOT_AUTHENTICATED') accepted.push(`${method} ${path} ${answer.status} ${answer.text}`);
      }
    }
    expect(accepted).toEqual([]);
  });

  it('is no credential in a body either', async () => {
    const { key } = await newApiKey(app, user);
    const token = (await exchange(app, key)).json.access_token;
    expectFailure(await app.refresh(token), 'INVALID_REFRESH_TOKEN');
    expectFailure(await app.refresh(key), 'INVALID_REFRESH_TOKEN');
    expectFailure(await exchange(app, token), 'INVALID_API_KEY');
    expectFailure(await app.post('/api/auth/mfa/verify', { mfa_token: token, code: '000000' }), 'INVALID_MFA_TOKEN');
    expectFailure(await app.get('/api/auth/user', { token: key }), 'NOT_AUTHENTICATED');
    expectFailure(await app.admin('POST', '/session', { token }, token), 'NOT_AUTHENTICATED');
    expectFailure(await app.post(KEY_TOKEN, { key: user.refresh_token }), 'INVALID_API_KEY');
  });
});
