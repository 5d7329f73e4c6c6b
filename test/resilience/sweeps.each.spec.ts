import { useApp } from '../support/service/app.js';

/**
 * The service removes old rows every ten minutes. It keeps an ended session for the lifetime of an access token, plus a
 * minute.
 */
const SWEPT_SECONDS = 900 + 60 + 600;
const DAY_SECONDS = 86_400;
const REFRESH_TOKEN_TTL_DAYS = 30;

const EVENTS_TTL_SECONDS = 7_200;

const app = useApp({ EVENTS_TTL: String(EVENTS_TTL_SECONDS) });

const sessionsOf = (uid: string) => app.sql('SELECT session_id FROM sessions WHERE uid = ?', [uid]);

it('an ended session is removed when its access tokens have expired, and active sessions are kept', async () => {
  const user = await app.signUp();
  await app.login(user.email, user.password);
  await app.post('/api/auth/user/logout', { refresh_token: user.refresh_token }, { token: user.token });
  expect(await sessionsOf(user.uid)).toHaveLength(2);
  await app.advance(SWEPT_SECONDS);
  await app.service.until(async () => (await sessionsOf(user.uid)).length === 1);
  expect((await app.admin('GET', `/users/${user.uid}`)).json.session_count).toBe(1);
});

it('an expired session is removed', async () => {
  const user = await app.signUp();
  await app.advance(REFRESH_TOKEN_TTL_DAYS * DAY_SECONDS + SWEPT_SECONDS);
  await app.service.until(async () => (await sessionsOf(user.uid)).length === 0);
});

it('a link is removed a week after it has expired', async () => {
  const { uid, email } = await app.signUp();
  await app.admin('POST', '/links', { type: 'magic_link', email });
  const links = () => app.sql('SELECT uid FROM one_time_tokens WHERE uid = ?', [uid]);
  expect(await links()).toHaveLength(1);
  await app.advance(8 * DAY_SECONDS);
  await app.service.until(async () => (await links()).length === 0);
});

it('events are removed when they are older than EVENTS_TTL, and not earlier', async () => {
  const { uid, email, password } = await app.signUp();
  const types = async () => (await app.events(uid)).map(({ type }) => type);
  const both = await types();
  await app.advance(EVENTS_TTL_SECONDS - 600);
  await app.login(email, password);
  expect(await types()).toEqual([...both, 'login.succeeded']);
  await app.advance(3_600);
  await app.service.until(async () => (await types()).length === 1);
  expect(await types()).toEqual(['login.succeeded']);
});

it('old emails are removed, also without a mail server', async () => {
  const at = Math.floor(Date.now() / 1_000) - 40 * DAY_SECONDS;
  const columns = 'id, kind, recipient, status, attempts, created_at, due_at';
  for (const status of ['sent', 'failed', 'queued']) {
    await app.sql(
      `INSERT INTO messages (${columns}) VALUES ('${status}', 'magic-link', 'a@example.com', '${status}', 1, ${at}, ${at})`,
    );
  }
  const left = async () => (await app.sql('SELECT status FROM messages')).map(({ status }) => status).join();
  await app.advance(600);
  await app.service.until(async () => (await left()) === 'queued');
});
