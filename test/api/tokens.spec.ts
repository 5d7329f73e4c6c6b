import { execFileSync } from 'node:child_process';
import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { resolve } from 'node:path';
import { about, type Call, expectFailure, readToken } from '../support/http/http.js';
import { newEmail, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';
import { SECRET, type Service } from '../support/service/service.js';

/** How many keys a process makes: LONG=1 is the large budget. */
const KEYS = process.env.LONG === '1' ? 10_000 : 4_000;
const BASE_URL = 'https://auth.example.com/root';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const app = useApp({ BASE_URL: `${BASE_URL}/` });
let user: SignedUp;
let signedUpAt: number;
beforeAll(async () => {
  user = await app.signUp();
  signedUpAt = Math.floor(Date.now() / 1000);
});

const jwks = async (): Promise<JsonWebKey[]> => (await app.get('/.well-known/jwks.json')).json.keys;
const readUser = (token: string) => app.get('/api/auth/user', { token });

describe('the access token', () => {
  it.each([
    ['create', async () => user.token],
    ['login', async () => (await app.login(user.email, PASSWORD)).json.token],
    ['refresh', async () => (await app.refresh((await app.signUp()).refresh_token)).json.access_token],
  ])('can be verified with the published key when it comes from %s', async (_from, obtain) => {
    const token = await obtain();
    const [head, body, signature] = token.split('.');
    const [jwk] = await jwks();
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
    const right = verify(
      'sha256',
      Buffer.from(`${head}.${body}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature as string, 'base64url'),
    );
    expect(right).toBe(true);
  });

  it('has exactly these claims, and the kid of its key', async () => {
    const [jwk] = await jwks();
    const { header, claims } = readToken(user.token);
    expect(header).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: jwk?.kid });
    expect(claims).toEqual({
      iss: BASE_URL,
      sub: user.uid,
      sid: expect.stringMatching(UUID),
      iat: about(signedUpAt),
      exp: user.expiry,
      jti: expect.stringMatching(UUID),
      typ: 'access',
      auth_time: about(signedUpAt),
      amr: ['pwd'],
      acr: 'aal1',
    });
    expect(claims.exp - claims.iat).toBe(900);
  });

  it('has a new identifier each time', async () => {
    const { token } = (await app.login(user.email, PASSWORD)).json;
    expect(readToken(token).claims.jti).not.toBe(readToken(user.token).claims.jti);
  });

  it('does not contain the email or the metadata', async () => {
    const { token, refresh_token, email } = await app.signUp({ metadata: '"private"' });
    for (const text of [token, refresh_token]) {
      const claims = JSON.stringify(readToken(text).claims);
      expect(claims).not.toContain(email);
      expect(claims).not.toContain('private');
    }
  });
});

describe('the metadata of the issuer', () => {
  it('name the issuer and the URL of its keys, and nothing that the service does not do', async () => {
    const answer = await app.get('/.well-known/openid-configuration');
    expect(answer.json).toEqual({
      issuer: BASE_URL,
      jwks_uri: `${BASE_URL}/.well-known/jwks.json`,
      token_endpoint: `${BASE_URL}/oauth2/token`,
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: ['ES256', 'RS256', 'EdDSA'],
    });
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(readToken(user.token).claims.iss).toBe(answer.json.issuer);
  });

  it('can be cached as long as the keys', async () => {
    const { headers } = await app.get('/.well-known/openid-configuration');
    expect(headers.get('cache-control')).toBe((await app.get('/.well-known/jwks.json')).headers.get('cache-control'));
    expect(headers.get('cache-control')).toMatch(/^public, max-age=[1-9]/);
  });
});

describe('the refresh token', () => {
  it('has the type refresh and is signed with a secret of the service', () => {
    const { header, claims } = readToken(user.refresh_token);
    expect(header).toMatchObject({ alg: 'HS256' });
    expect(claims).toMatchObject({ sub: user.uid, sid: readToken(user.token).claims.sid, typ: 'refresh' });
  });

  it('is not accepted as an access token, nor an access token as a refresh token', async () => {
    expectFailure(await readUser(user.refresh_token), 'NOT_AUTHENTICATED');
    expectFailure(await app.refresh(user.token), 'INVALID_REFRESH_TOKEN');
  });
});

describe('the lifetime of an access token', () => {
  it('is 900 seconds, to the second', async () => {
    const { token, expiry } = await app.signUp();
    await app.advance(890);
    expect((await readUser(token)).status).toBe(200);
    await app.advance(10);
    expectFailure(await readUser(token), 'NOT_AUTHENTICATED');
    expect(expiry).toBe(readToken(token).claims.exp);
  });

  it('follows ACCESS_TOKEN_TTL', async () => {
    const service = await app.replica({ ACCESS_TOKEN_TTL: '60' });
    try {
      const { email } = await app.signUp();
      const { json } = await service.call('POST', '/api/auth/user/login', { body: { email, password: PASSWORD } });
      const { iat, exp } = readToken(json.token).claims;
      expect(exp - iat).toBe(60);
      expect(json.expiry).toBe(exp);
      await service.advance(50);
      expect((await service.call('GET', '/api/auth/user', { token: json.token })).status).toBe(200);
      await service.advance(10);
      expectFailure(await service.call('GET', '/api/auth/user', { token: json.token }), 'NOT_AUTHENTICATED');
    } finally {
      await service.stop();
    }
  });
});

describe('a session with SESSION_MAX_TTL', () => {
  const HOUR = 3_600;
  let limited: Service;
  beforeAll(async () => {
    limited = await app.replica({ SESSION_MAX_TTL: String(HOUR) });
  });
  const call = (method: string, path: string, more?: Call) => limited.call(method, `/api/auth/user${path}`, more);
  const refresh = (refresh_token: string) => call('POST', '/refresh', { body: { refresh_token } });
  const signUp = async () =>
    (await call('POST', '/create', { body: { email: newEmail(), password: PASSWORD, login: true } })).json;

  it('ends so long after its sign-in, however often it is refreshed', async () => {
    let { token, refresh_token } = await signUp();
    const { created_at } = (await call('GET', '', { token })).json;
    for (let refreshed = 0; refreshed < 3; refreshed++) {
      await limited.advance(HOUR / 4);
      const { json } = await refresh(refresh_token);
      ({ refresh_token, access_token: token } = json);
      expect(json.expiry).toBeLessThanOrEqual(created_at + HOUR);
    }
    const { sessions } = (await call('GET', '/sessions', { token })).json;
    expect(sessions).toMatchObject([{ expiry: created_at + HOUR }]);
    await limited.advance(HOUR / 4);
    expectFailure(await refresh(refresh_token), 'EXPIRED_JWT');
    expectFailure(await call('GET', '', { token }), 'NOT_AUTHENTICATED');
  });

  it('ends when the setting is lower after a restart than at the sign-in', async () => {
    const { refresh_token } = await signUp();
    const after = await app.replica({ SESSION_MAX_TTL: '60' });
    // As far ahead as the other process, and a minute further.
    const { iat } = readToken(refresh_token).claims;
    await after.advance(iat + 61 - Math.floor(Date.now() / 1000));
    await limited.advance(61);
    const body = { refresh_token };
    expectFailure(await after.call('POST', '/api/auth/user/refresh', { body }), 'INVALID_REFRESH_TOKEN');
    expect((await refresh(refresh_token)).status).toBe(200);
  });
});

it('an access token of another issuer with the same keys is refused', async () => {
  const other = await app.replica({ BASE_URL: 'https://other.example.com' });
  try {
    const { email } = await app.signUp();
    const { json } = await other.call('POST', '/api/auth/user/login', { body: { email, password: PASSWORD } });
    expect((await other.call('GET', '/api/auth/user', { token: json.token })).status).toBe(200);
    expectFailure(await readUser(json.token), 'NOT_AUTHENTICATED');
  } finally {
    await other.stop();
  }
});

describe('the signing keys', () => {
  it('are published without their private parts: the active key and the next key', async () => {
    const answer = await app.get('/.well-known/jwks.json');
    expect(answer.status).toBe(200);
    const key = {
      kty: 'EC',
      crv: 'P-256',
      x: expect.stringMatching(/^[\w-]{43}$/),
      y: expect.stringMatching(/^[\w-]{43}$/),
      kid: expect.stringMatching(/^[\w-]{43}$/),
      alg: 'ES256',
      use: 'sig',
    };
    expect(answer.json).toEqual({ keys: [key, key] });
    const [active, next] = answer.json.keys;
    expect(active.kid).toBe(readToken(user.token).header.kid);
    expect(next.kid).not.toBe(active.kid);
  });

  it('are stored encrypted in the database', async () => {
    const rows = await app.sql('SELECT * FROM signing_keys');
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      const sealed = String(row.private_sealed);
      for (const text of [JSON.stringify(row), Buffer.from(sealed, 'base64').toString('latin1')]) {
        expect(text).not.toMatch(/PRIVATE|BEGIN|"d"/);
        expect(text).not.toContain(SECRET);
      }
    }
  });

  it('are generated while the garbage collection runs often', () => {
    const module = resolve(__dirname, '../../dist/libs/tokens/src/signing-keys.js');
    const program = `
      const { generateKey } = await import(${JSON.stringify(module)});
      for (let count = 0; count < ${KEYS}; count++) generateKey();
      process.stdout.write('done');`;
    // With so little memory for new objects, the process waited forever after some thousands of keys.
    const options = ['--max-semi-space-size=1', '--input-type=module', '-e', program];
    expect(execFileSync(process.execPath, options, { encoding: 'utf8', timeout: 50_000 })).toBe('done');
  });

  it('stay the same after a restart', async () => {
    const again = await app.replica();
    try {
      expect((await again.call('GET', '/.well-known/jwks.json')).json).toEqual({ keys: await jwks() });
    } finally {
      await again.stop();
    }
  });
});

it('the database and the log contain no token', async () => {
  const { token, refresh_token, email } = await app.signUp();
  const parts = [token, refresh_token].flatMap((text) => text.split('.').slice(1));
  const stored = JSON.stringify([await app.sql('SELECT * FROM users'), await app.sql('SELECT * FROM sessions')]);
  for (const part of parts) expect(stored + app.service.log).not.toContain(part);
  expect(app.service.log).not.toContain(email);
});
