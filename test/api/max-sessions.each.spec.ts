import { IS_SERVER } from '../support/database/database.js';
import { countOutcomes } from '../support/http/http.js';
import { App, PASSWORD, useApp } from '../support/service/app.js';
import { sessionOf } from '../support/service/tokens.js';

const MAX_SESSIONS = 5;

const app = useApp({ MAX_SESSIONS: String(MAX_SESSIONS) });

const listed = async (token: string): Promise<string[]> =>
  (await app.get('/api/auth/user/sessions', { token })).json.sessions.map(
    (session: { session_id: string }) => session.session_id,
  );

it('a sign-in beyond MAX_SESSIONS ends the session that was used longest ago', async () => {
  const user = await app.signUp();
  const tokens = [user.refresh_token];
  for (let made = 1; made < MAX_SESSIONS; made++) {
    await app.advance(2);
    tokens.push((await app.login(user.email, PASSWORD)).json.refresh_token);
  }
  await app.advance(2);
  // The first session is used again, so that the second one is the oldest.
  const first = (await app.refresh(tokens[0])).json.refresh_token;
  await app.advance(2);
  const newest = (await app.login(user.email, PASSWORD)).json;
  expect(await listed(newest.token)).toHaveLength(MAX_SESSIONS);
  expect((await app.refresh(first)).status).toBe(200);
  expect((await app.refresh(tokens[1])).code).toBe('INVALID_REFRESH_TOKEN');
  for (const token of tokens.slice(2)) expect((await app.refresh(token)).status).toBe(200);
  const ended = (await app.events(user.uid)).filter(({ type }) => type === 'session.revoked');
  expect(ended.map(({ data }) => data)).toEqual([{ reason: 'limit' }]);
});

it('at most MAX_SESSIONS sessions are alive after 50 sign-ins at once', async () => {
  const user = await app.signUp();
  const answers = await Promise.all(Array.from({ length: 50 }, () => app.login(user.email, PASSWORD)));
  expect(countOutcomes(answers)).toEqual({ 200: 50 });
  expect(await listed(user.token)).toHaveLength(MAX_SESSIONS);
  const { session_count } = (await app.admin('GET', `/users/${user.uid}`)).json;
  expect(session_count).toBe(MAX_SESSIONS);
});

it('at most MAX_SESSIONS sessions are alive after 20 magic links at once', async () => {
  const { email, uid } = await app.signUp();
  await app.admin('PATCH', `/users/${uid}`, { email_verified: true });
  const links = await Promise.all(
    Array.from({ length: 20 }, () => app.admin('POST', '/links', { type: 'magic_link', email })),
  );
  const answers = await Promise.all(links.map(({ json }) => app.follow(json.link)));
  expect(answers.map((answer) => answer.parameter('error'))).toEqual(Array(20).fill(null));
  expect((await app.admin('GET', `/users/${uid}`)).json.session_count).toBe(MAX_SESSIONS);
});

it('the next sign-in ends surplus sessions of a release without a limit, and the list stays short', async () => {
  const user = await app.signUp();
  const [row] = await app.sql('SELECT * FROM sessions WHERE uid = ?', [user.uid]);
  const names = Object.keys(row ?? {});
  for (let index = 0; index < 40; index++) {
    const id = `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
    const values = names.map((name) => (name === 'session_id' ? id : row?.[name]));
    await app.sql(`INSERT INTO sessions (${names}) VALUES (${names.map(() => '?')})`, values);
  }
  expect(await listed(user.token)).toHaveLength(MAX_SESSIONS);
  await app.login(user.email, PASSWORD);
  expect((await app.admin('GET', `/users/${user.uid}`)).json.session_count).toBe(MAX_SESSIONS);
});

if (IS_SERVER) {
  it('a sign-in and a sign-up do not wait for the sessions of another user', async () => {
    const own = await App.start();
    const [user, other] = [await own.signUp(), await own.signUp()];
    // So many that MySQL would read the sessions of all users if the query allowed it.
    for (let more = 0; more < 20; more++) await own.login(user.email, PASSWORD);
    const release = await own.database.hold('UPDATE sessions SET ip = 1 WHERE session_id = ?', [
      sessionOf(other.token),
    ]);
    const signedIn = Promise.all([own.login(user.email, PASSWORD), own.signUp()]);
    const late = new Promise((next) => setTimeout(next, 5_000, 'late'));
    const first = await Promise.race([signedIn, late]);
    await release();
    expect(first).toMatchObject([{ status: 200 }, { email: expect.any(String) }]);
    await own.stop();
  });
}
