import { expectFailure } from '../support/http/expect.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { useMail } from '../support/service/use-mail.js';

const DAY = 86_400;

const { app, mail } = useMail({ REFRESH_TOKEN_TTL: String(DAY) });
beforeEach(async () => {
  for (const table of ['sessions', 'messages', 'users']) await app.sql(`DELETE FROM ${table}`);
});

const stats = async () => (await app.admin('GET', '/stats')).json;
const NONE = { users: 0, verified: 0, disabled: 0, active_30d: 0, sessions: 0, mail_queue: 0 };

it('the statistics count nothing in an empty service', async () => {
  expect(await stats()).toEqual(NONE);
});

it('the statistics count users, those who are verified, disabled and active, and their sessions', async () => {
  const [first, second] = [await app.signUp(), await app.signUp({ email_verified: true }), await app.signUp()];
  await app.post('/api/auth/user/create', { email: newEmail(), password: PASSWORD, email_verified: true });
  await app.login(first?.email ?? '', PASSWORD);
  await app.disable(second?.uid ?? '');
  expect(await stats()).toEqual({ ...NONE, users: 4, verified: 2, disabled: 1, active_30d: 3, sessions: 3 });
  await app.delete('/api/auth/user', { token: first?.token });
  expect(await stats()).toEqual({ ...NONE, users: 3, verified: 2, disabled: 1, active_30d: 2, sessions: 1 });
});

it('the statistics count a user as active for 30 days, and a session until it expires', async () => {
  const { uid } = await app.signUp();
  await app.sql('UPDATE users SET last_login = last_login - ? WHERE uid = ?', [30 * DAY - 60, uid]);
  expect(await stats()).toMatchObject({ users: 1, active_30d: 1, sessions: 1 });
  await app.advance(120);
  expect(await stats()).toMatchObject({ users: 1, active_30d: 0, sessions: 1 });
  await app.advance(DAY - 120);
  expect(await stats()).toMatchObject({ users: 1, active_30d: 0, sessions: 0 });
});

it('the statistics count the letters that wait, and no decoys', async () => {
  const email = newEmail();
  mail.refuse = (recipient) => (recipient === email ? 450 : undefined);
  await app.post('/api/auth/magic-link', { email, sign_up: true });
  await app.post('/api/auth/reset-password', { email: newEmail() });
  expect(await app.sql("SELECT id FROM messages WHERE status = 'decoy'")).toHaveLength(1);
  expect(await stats()).toEqual({ ...NONE, mail_queue: 1 });
  const refused = "SELECT id FROM messages WHERE status = 'queued' AND attempts = 1";
  await app.service.until(async () => (await app.sql(refused)).length === 1);
  mail.refuse = () => undefined;
  await app.advance(DAY / 2);
  await mail.letterTo(email);
  await app.service.until(async () => (await stats()).mail_queue === 0);
});

it('the statistics of many users are kept for a minute, but not the number of letters', async () => {
  const digits = Array.from({ length: 10 }, (_none, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ');
  const places = ['a', 'b', 'c', 'e', 'f'];
  const tables = places.map((place) => `(${digits}) AS ${place}`).join();
  const number = places.map((place, index) => `${10 ** index} * ${place}.d`).join(' + ');
  await app.sql(
    `INSERT INTO users (uid, email, password_version, active, email_verified, metadata, created_at, updated_at)
     SELECT ${number}, ${number}, 0, 1, 1, '{}', 1, 1 FROM ${tables}`,
  );
  expect(await stats()).toEqual({ ...NONE, users: 100_000, verified: 100_000 });
  await app.sql("UPDATE users SET active = 0 WHERE uid = '77'");
  expect(await stats()).toEqual({ ...NONE, users: 100_000, verified: 100_000 });
  await app.advance(60);
  expect(await stats()).toEqual({ ...NONE, users: 100_000, verified: 100_000, disabled: 1 });
});

it('the statistics refuse an admin token without the scope read', async () => {
  const { token } = await app.adminToken(['write', 'export']);
  expectFailure(await app.admin('GET', '/stats', undefined, token), 'NOT_AUTHORIZED');
  expectFailure(await app.admin('GET', '/stats', undefined, (await app.signUp()).token), 'NOT_AUTHENTICATED');
  expect((await app.admin('GET', '/stats', undefined, (await app.adminToken(['read'])).token)).status).toBe(200);
});
