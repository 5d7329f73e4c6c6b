import { expectFailure } from '../support/http/http.js';
import { importLines } from '../support/imports/ndjson.js';
import { App, newEmail, PASSWORD } from '../support/service/app.js';
import type { Service } from '../support/service/service.js';

const ARGON2ID = /^\$argon2id\$v=19\$m=7168,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/;
const BCRYPT = /^(hmac-sha256:)?\$2b\$04\$[./A-Za-z0-9]{53}$/;

/** The service with argon2id. */
let app: App;
/** The same with bcrypt. */
let bcrypt: Service;
/** The same with another cost of argon2id. */
let costly: Service;
/** The same without the native engine of argon2id. */
let wasm: Service;
beforeAll(async () => {
  app = await App.start({ PASSWORD_HASH: 'argon2id', ARGON2_MEMORY: '7168', ARGON2_PASSES: '1', BCRYPT_COST: '4' });
  [bcrypt, costly, wasm] = await Promise.all([
    app.replica({ PASSWORD_HASH: 'bcrypt' }),
    app.replica({ ARGON2_MEMORY: '8192' }),
    app.replica({}, ['without-native-argon2.mjs']),
  ]);
});
afterAll(() => app.stop());

const login = (service: Service, { email }: { email: string }, password: string) =>
  service.call('POST', '/api/auth/user/login', { body: { email, password } });
const row = async ({ email }: { email: string }) =>
  (
    await app.sql('SELECT password_hash, password_version, hash_steps, updated_at FROM users WHERE email = ?', [email])
  )[0];
const hashOf = async (user: { email: string }) => String((await row(user))?.password_hash);

it.each([
  ['in ASCII', PASSWORD],
  ['in other scripts', 'пароль 密码 كلمة'],
  ['with a NUL', `${PASSWORD}\0tail`],
  ['of more than 72 bytes', 'maple kettle '.repeat(8)],
])('a user moves from bcrypt to argon2id and back by signing in, with a password %s', async (_title, password) => {
  const user = { email: newEmail() };
  const body = { ...user, password };
  expect((await bcrypt.call('POST', '/api/auth/user/create', { body })).status).toBe(200);
  const before = await row(user);
  expect(before?.password_hash).toMatch(BCRYPT);
  expectFailure(await login(app.service, user, `${password}.`), 'INVALID_CREDENTIALS');
  expect(await hashOf(user)).toBe(before?.password_hash);
  expect((await login(app.service, user, password)).status).toBe(200);
  expect(await row(user)).toEqual({ ...before, password_hash: expect.stringMatching(ARGON2ID), hash_steps: 359 });
  const moved = await hashOf(user);
  expect((await login(app.service, user, password)).status).toBe(200);
  expect(await hashOf(user)).toBe(moved);
  expectFailure(await login(bcrypt, user, `${password}.`), 'INVALID_CREDENTIALS');
  expect((await login(bcrypt, user, password)).status).toBe(200);
  expect(await row(user)).toEqual({ ...before, password_hash: expect.stringMatching(BCRYPT) });
  expect((await login(bcrypt, user, password)).status).toBe(200);
});

it('services with native code and with WebAssembly verify and keep the hashes of each other', async () => {
  const passwords = [PASSWORD, 'пароль 密码 كلمة', `${PASSWORD}\0tail`, 'maple kettle '.repeat(8)];
  for (const [writer, reader] of [
    [app.service, wasm],
    [wasm, app.service],
  ] as const) {
    for (const password of passwords) {
      const user = { email: newEmail() };
      const body = { ...user, password };
      expect((await bcrypt.call('POST', '/api/auth/user/create', { body })).status).toBe(200);
      expect((await login(writer, user, password)).status).toBe(200);
      const written = await hashOf(user);
      expect(written).toMatch(ARGON2ID);
      expectFailure(await login(reader, user, `${password}.`), 'INVALID_CREDENTIALS');
      expect((await login(reader, user, password)).status).toBe(200);
      expect(await hashOf(user)).toBe(written);
      expect((await login(bcrypt, user, password)).status).toBe(200);
      expect(await hashOf(user)).toMatch(BCRYPT);
    }
  }
  expect(wasm.log).toContain('refused @node-rs/argon2');
});

it('a sign-in replaces an argon2id hash of another cost', async () => {
  const user = await app.signUp();
  expect(await hashOf(user)).toMatch(ARGON2ID);
  expect((await login(costly, user, PASSWORD)).status).toBe(200);
  expect(await hashOf(user)).toMatch(/^\$argon2id\$v=19\$m=8192,t=1,p=1\$/);
  expect((await login(app.service, user, PASSWORD)).status).toBe(200);
  expect(await hashOf(user)).toMatch(ARGON2ID);
});

it('an export writes hashes of both algorithms, and an import reads them', async () => {
  const [first, second] = [await app.signUp(), await app.signUp()];
  expect((await login(bcrypt, second, PASSWORD)).status).toBe(200);
  const { text } = await app.admin('GET', '/export?include_hashes=true');
  const rows = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  const lines = [first, second].map(({ uid }) => rows.find((each) => each.uid === uid));
  expect(lines.map(({ password_hash }) => password_hash)).toEqual([await hashOf(first), await hashOf(second)]);
  for (const { uid } of lines) expect((await app.admin('DELETE', `/users/${uid}`)).status).toBe(200);
  expect((await importLines(app, lines)).json).toMatchObject({ created: 2, failed: 0 });
  for (const user of [first, second]) {
    expect((await login(app.service, user, PASSWORD)).status).toBe(200);
    expect(await hashOf(user)).toMatch(ARGON2ID);
  }
});
