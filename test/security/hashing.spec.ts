import { expectFailure } from '../support/http/http.js';
import { App, PASSWORD, type SignedUp } from '../support/service/app.js';
import type { Service } from '../support/service/service.js';

let js: App;
/** A service with the other engine, and a cost that is one higher. */
let native: Service;
beforeAll(async () => {
  js = await App.start({ BCRYPT_ENGINE: 'js', BCRYPT_COST: '4' });
  native = await js.replica({ BCRYPT_ENGINE: 'native', BCRYPT_COST: '5' });
});
afterAll(async () => {
  await native?.stop();
  await js.stop();
});

const login = (service: Service, { email }: Pick<SignedUp, 'email'>, password: string) =>
  service.call('POST', '/api/auth/user/login', { body: { email, password } });
const row = async ({ uid }: Pick<SignedUp, 'uid'>) =>
  (await js.sql('SELECT password_hash, password_version, updated_at FROM users WHERE uid = ?', [uid]))[0];
const hash = async (user: SignedUp) => String((await row(user))?.password_hash);

it('a login re-hashes a hash of a higher or lower cost, and changes nothing else', async () => {
  const user = await js.signUp();
  const before = await row(user);
  expect(before?.password_hash).toMatch(/^\$2b\$04\$/);
  expect((await login(native, user, PASSWORD)).status).toBe(200);
  const after = await row(user);
  expect(after).toEqual({ ...before, password_hash: expect.stringMatching(/^\$2b\$05\$[./A-Za-z0-9]{53}$/) });
  expect((await login(js.service, user, PASSWORD)).status).toBe(200);
  expect(await hash(user)).toMatch(/^\$2b\$04\$/);
  expect((await js.refresh(user.refresh_token)).status).toBe(200);
});

it('a login keeps a hash of the right cost', async () => {
  const user = await js.signUp();
  const before = await hash(user);
  expect((await js.login(user.email, PASSWORD)).status).toBe(200);
  expect(await hash(user)).toBe(before);
});

it('a failed login re-hashes nothing', async () => {
  const user = await js.signUp();
  const before = await hash(user);
  expectFailure(await login(native, user, `${PASSWORD}.`), 'INVALID_CREDENTIALS');
  expect(await hash(user)).toBe(before);
});

it.each([
  ['in ASCII', PASSWORD],
  ['in other scripts', 'пароль 密码 كلمة'],
  ['with a NUL', `${PASSWORD}\0tail`],
  ['of 72 bytes', 'maple kettle '.repeat(8).slice(0, 72)],
  ['of more than 72 bytes', 'maple kettle '.repeat(8)],
  ['of emoji', '\u{1F422}\u{1F41D}\u{1F331}\u{1F3A9}'.repeat(8)],
])('both engines verify the hashes of each other: a password %s', async (_title, password) => {
  const user = await js.signUp({ password });
  expectFailure(await login(native, user, `${password}.`), 'INVALID_CREDENTIALS');
  expect((await login(native, user, password)).status).toBe(200);
  expect(await hash(user)).toMatch(/^(hmac-sha256:)?\$2b\$05\$/);
  expectFailure(await login(js.service, user, `${password}.`), 'INVALID_CREDENTIALS');
  expect((await login(js.service, user, password)).status).toBe(200);
});
