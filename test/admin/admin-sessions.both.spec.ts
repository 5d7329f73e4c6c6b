import { randomUUID } from 'node:crypto';
import { about, expectFailure, expectNothing } from '../support/http/expect.js';
import { PASSWORD, useApp } from '../support/service/app.js';

const app = useApp({ REFRESH_TOKEN_TTL: '86400' });

const UNKNOWN = '019391a0-0000-7000-8000-0000000000ff';
const path = (uid: string, more = '') => `/users/${uid}/sessions${more}`;
const list = async (uid: string, query = '') => (await app.admin('GET', path(uid, query))).json;
const revoked = async (uid: string) =>
  (await app.sql("SELECT session_id FROM events WHERE uid = ? AND type = 'session.revoked' ORDER BY id", [uid])).map(
    ({ session_id }) => session_id,
  );

it('the list of sessions of a user is sorted newest first and has no token', async () => {
  const user = await app.signUp();
  await app.advance(60);
  await app.post('/api/auth/login', { email: user.email, password: PASSWORD }, { headers: { 'user-agent': 'Phone' } });
  const answer = await app.admin('GET', path(user.uid.toUpperCase()));
  const { sessions, ...page } = answer.json;
  expect(page).toEqual({ has_more: false, next_cursor: null });
  expect(sessions).toEqual([
    {
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: expect.any(Number),
      last_used_at: sessions[0].created_at,
      expiry: sessions[0].created_at + 86_400,
      ip: '127.0.0.1',
      user_agent: 'Phone',
      method: 'password',
    },
    expect.objectContaining({ method: 'sign_up', created_at: about(sessions[0].created_at - 60) }),
  ]);
  expect(answer.text).not.toContain(user.refresh_token);
});

it('the list of sessions of a user is read page by page, and leaves out expired sessions', async () => {
  const user = await app.signUp();
  await app.advance(86_401);
  for (let index = 0; index < 7; index++) await app.login(user.email, PASSWORD);
  const whole = (await list(user.uid)).sessions;
  expect(whole).toHaveLength(7);
  const seen: unknown[] = [];
  let query = '?limit=3';
  for (let pages = 0; pages < 3; pages++) {
    const { sessions, next_cursor } = await list(user.uid, query);
    seen.push(...sessions);
    query = `?limit=3&cursor=${next_cursor}`;
  }
  expect(seen).toEqual(whole);
  expect((await app.admin('DELETE', path(user.uid))).json).toEqual({ revoked: 7 });
});

it.each(['limit=0', 'limit=201', 'cursor=x'])(
  'the list of sessions fails with INVALID_REQUEST that names the parameter, for %s',
  async (query) => {
    const { uid } = await app.signUp();
    const answer = await app.admin('GET', path(uid, `?${query}`));
    expectFailure(answer, 'INVALID_REQUEST');
    expect(answer.json.message).toContain(query.split('=')[0]);
  },
);

it('DELETE /users/{uid}/sessions ends all sessions of the user, and none of another user', async () => {
  const [user, other] = [await app.signUp(), await app.signUp()];
  await app.login(user.email, PASSWORD);
  const ids = (await list(user.uid)).sessions.map(({ session_id }: { session_id: string }) => session_id);
  expect((await app.admin('DELETE', path(user.uid.toUpperCase()))).json).toEqual({ revoked: 2 });
  expect((await app.admin('DELETE', path(user.uid))).json).toEqual({ revoked: 0 });
  expectFailure(await app.refresh(user.refresh_token), 'INVALID_REFRESH_TOKEN');
  expect((await app.refresh(other.refresh_token)).status).toBe(200);
  expect((await revoked(user.uid)).sort()).toEqual(ids.sort());
});

describe('a user with thousands of sessions', () => {
  const MANY = 5_000;

  /** Inserts what so many logins would have left, without the time that they take. */
  const openMany = async (uid: string) => {
    const rows = await app.sql('SELECT created_at, expires_at FROM sessions WHERE uid = ?', [uid]);
    const { created_at, expires_at } = rows[0] ?? {};
    const columns = 'session_id, uid, generation, method, ip, user_agent, created_at, last_used_at, expires_at';
    const row = "(?, ?, 0, 'password', '127.0.0.1', '', ?, ?, ?)";
    for (let made = 0; made < MANY; made += 500) {
      const values = Array.from({ length: 500 }, () => [randomUUID(), uid, created_at, created_at, expires_at]);
      await app.sql(`INSERT INTO sessions (${columns}) VALUES ${values.map(() => row).join()}`, values.flat());
    }
  };

  it('can be disabled', async () => {
    const user = await app.signUp();
    await openMany(user.uid);
    expect((await app.admin('PATCH', `/users/${user.uid}`, { active: false })).json.session_count).toBe(0);
    expect(await revoked(user.uid)).toHaveLength(MANY + 1);
    expectFailure(await app.refresh(user.refresh_token), 'INVALID_REFRESH_TOKEN');
  });

  it('can end all other sessions by a change of the password', async () => {
    const user = await app.signUp();
    await openMany(user.uid);
    const change = { old_password: PASSWORD, new_password: `${PASSWORD} 2` };
    expectNothing(await app.patch('/api/auth/user/change-password', change, { token: user.token }));
    expect(await revoked(user.uid)).toHaveLength(MANY);
    expect((await app.refresh(user.refresh_token)).status).toBe(200);
  });
});

it('DELETE /sessions/{session_id} ends one session, and the event names the admin token', async () => {
  const user = await app.signUp();
  await app.login(user.email, PASSWORD);
  const [newest, first] = (await list(user.uid)).sessions;
  const { id, token } = await app.adminToken(['write']);
  const one = path(user.uid, `/${first.session_id.toUpperCase()}`);
  expectNothing(await app.admin('DELETE', one, undefined, token));
  expectFailure(await app.admin('DELETE', one), 'SESSION_NOT_FOUND');
  expectFailure(await app.refresh(user.refresh_token), 'INVALID_REFRESH_TOKEN');
  expect((await list(user.uid)).sessions).toEqual([newest]);
  const events = await app.sql("SELECT actor, session_id FROM events WHERE uid = ? AND type = 'session.revoked'", [
    user.uid,
  ]);
  expect(events).toEqual([{ actor: `admin:${id}`, session_id: first.session_id }]);
});

it('a session is ended once when many requests to end it come at once', async () => {
  const user = await app.signUp();
  const [session] = (await list(user.uid)).sessions;
  const one = path(user.uid, `/${session.session_id}`);
  const answers = await Promise.all(Array.from({ length: 10 }, () => app.admin('DELETE', one)));
  expect(answers.map(({ code }) => code ?? '').sort()).toEqual(['', ...Array(9).fill('SESSION_NOT_FOUND')]);
  expect(await revoked(user.uid)).toEqual([session.session_id]);
});

it('a request to end a session fails with SESSION_NOT_FOUND for a malformed id, an unknown id and a session of another user', async () => {
  const [user, other] = [await app.signUp(), await app.signUp()];
  const [foreign] = (await list(other.uid)).sessions;
  for (const id of ['x', UNKNOWN, '%00', "' OR 1=1 --", 'x'.repeat(5000), foreign.session_id]) {
    expectFailure(await app.admin('DELETE', path(user.uid, `/${encodeURIComponent(id)}`)), 'SESSION_NOT_FOUND');
  }
  expect((await app.refresh(other.refresh_token)).status).toBe(200);
});

it('the endpoints of sessions fail with USER_NOT_FOUND for an unknown user', async () => {
  const { uid } = await app.signUp();
  const [session] = (await list(uid)).sessions;
  expectFailure(await app.admin('GET', path(UNKNOWN)), 'USER_NOT_FOUND');
  expectFailure(await app.admin('DELETE', path(UNKNOWN)), 'USER_NOT_FOUND');
  expectFailure(await app.admin('DELETE', path(UNKNOWN, `/${session.session_id}`)), 'USER_NOT_FOUND');
});
