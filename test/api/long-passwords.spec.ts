import { createHmac, randomBytes } from 'node:crypto';
import { expectFailure } from '../support/http/http.js';
import { importLines } from '../support/imports/ndjson.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';
import type { Service } from '../support/service/service.js';

const LONG = 'maple kettle '.repeat(8);
const WITH_NUL = `${PASSWORD}\0tail`;

/** The input of bcrypt for a password that bcrypt would cut short. */
const digestOf = (password: string) => createHmac('sha256', 'latchkey/long-password').update(password).digest('base64');

const engines = new Map<string, Service>();
const app = useApp({ BCRYPT_ENGINE: 'native', BCRYPT_COST: '4' });
beforeAll(async () => {
  engines.set('native', app.service);
  engines.set('js', await app.replica({ BCRYPT_ENGINE: 'js' }));
});

const hashOf = async (email: string) =>
  String((await app.sql('SELECT password_hash FROM users WHERE email = ?', [email]))[0]?.password_hash);

describe.each(['native', 'js'])('with the bcrypt engine %s', (engine) => {
  const login = (email: string, password: string) =>
    (engines.get(engine) as Service).call('POST', '/api/auth/user/login', { body: { email, password } });

  it.each([LONG, WITH_NUL])('the digest of a password is not accepted as the password (%#)', async (password) => {
    const { email } = await app.signUp({ password });
    expectFailure(await login(email, digestOf(password)), 'INVALID_CREDENTIALS');
    expect((await login(email, password)).status).toBe(200);
  });

  it('a password of 44 Base64 characters signs in, and its hash has no prefix', async () => {
    const password = randomBytes(32).toString('base64');
    const { email } = await app.signUp({ password });
    const stored = await hashOf(email);
    expect(stored).toMatch(/^\$2b\$/);
    expect((await login(email, password)).status).toBe(200);
    expect(await hashOf(email)).toBe(stored);
  });
});

it('an exported account with a prefixed hash signs in after its import', async () => {
  const email = newEmail();
  const { uid } = await app.signUp({ email, password: LONG });
  const exported = (await app.admin('GET', '/export?include_hashes=true')).text.trim().split('\n');
  const line = exported.map((text) => JSON.parse(text)).find((user) => user.uid === uid);
  expect(line.password_hash).toMatch(/^hmac-sha256:\$2b\$/);
  expect((await app.admin('DELETE', `/users/${uid}`)).status).toBe(200);
  expectFailure(await app.login(email, LONG), 'INVALID_CREDENTIALS');
  expect((await importLines(app, [line])).json).toMatchObject({ created: 1, failed: 0 });
  expectFailure(await app.login(email, digestOf(LONG)), 'INVALID_CREDENTIALS');
  expect((await app.login(email, LONG)).status).toBe(200);
});
