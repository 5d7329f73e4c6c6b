import { randomUUID } from 'node:crypto';
import { itOn } from '../support/database/database.js';
import { about, expectFailure, expectNothing } from '../support/http/http.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';

const DAY = 86_400;
const { app, mail } = useMail({ REFRESH_TOKEN_TTL: String(DAY) });

describe('the sessions of a user', () => {
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
    await app.post(
      '/api/auth/login',
      { email: user.email, password: PASSWORD },
      { headers: { 'user-agent': 'Phone' } },
    );
    const answer = await app.admin('GET', path(user.uid.toUpperCase()));
    const { sessions, ...page } = answer.json;
    expect(page).toEqual({ has_more: false, next_cursor: null });
    expect(sessions).toEqual([
      {
        session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        created_at: expect.any(Number),
        last_used_at: about(sessions[0].created_at),
        expiry: about(sessions[0].created_at + 86_400),
        ip: '127.0.0.1',
        user_agent: 'Phone',
        method: 'password',
        parent_id: null,
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

  it('a session that ends at the same moment is not ended again', async () => {
    const user = await app.signUp();
    const other = (await app.login(user.email, PASSWORD)).json;
    const { sessions } = await list(user.uid);
    const [newest, oldest] = sessions.map(({ session_id }: { session_id: string }) => session_id);
    const logout = "UPDATE sessions SET ended_at = created_at, end_reason = 'ended' WHERE session_id = ?";
    const release = await app.database.hold(logout, [oldest]);
    const ending = app.admin('DELETE', path(user.uid));
    await app.untilStatementWaits();
    await release();
    expect((await ending).json).toEqual({ revoked: 1 });
    expect(await revoked(user.uid)).toEqual([newest]);
    expectFailure(await app.refresh(other.refresh_token), 'INVALID_REFRESH_TOKEN');
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

  it.each(['a%00b', '%C3%A4', '%F0%9F%94%91'])('the id %s is unknown wherever a path has an id', async (id) => {
    const { token } = await app.signUp();
    const codes: [path: string, code: string | undefined][] = [];
    const { paths } = (await app.get('/openapi.json')).json as { paths: Record<string, object> };
    for (const [path, operations] of Object.entries(paths).filter(([path]) => path.includes('{'))) {
      for (const method of ['GET', 'DELETE'].filter((method) => method.toLowerCase() in operations)) {
        const named = path.replaceAll(/\{\w+\}/g, id);
        const answer = path.startsWith('/api/admin/')
          ? await app.admin(method, named.slice('/api/admin'.length))
          : await app.service.call(method, named, { token });
        codes.push([`${method} ${path}`, answer.code]);
      }
    }
    expect(codes.length).toBeGreaterThan(20);
    expect(codes.filter(([, code]) => !code?.endsWith('_NOT_FOUND'))).toEqual([
      // What is asked before the id.
      ['GET /api/auth/external/{id}/callback', 'INVALID_STATE'],
      ['DELETE /api/auth/user/api-keys/{key_id}', 'API_KEYS_DISABLED'],
      // The kinds of emails are a list.
      ['GET /api/admin/templates/{kind}', 'INVALID_REQUEST'],
      ['GET /api/admin/templates/{kind}/page', 'INVALID_REQUEST'],
    ]);
  });

  it('the endpoints of sessions fail with USER_NOT_FOUND for an unknown user', async () => {
    const { uid } = await app.signUp();
    const [session] = (await list(uid)).sessions;
    expectFailure(await app.admin('GET', path(UNKNOWN)), 'USER_NOT_FOUND');
    expectFailure(await app.admin('DELETE', path(UNKNOWN)), 'USER_NOT_FOUND');
    expectFailure(await app.admin('DELETE', path(UNKNOWN, `/${session.session_id}`)), 'USER_NOT_FOUND');
  });
});

describe('the statistics', () => {
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

  it('the statistics count the emails that wait, and no decoys', async () => {
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
    await mail.emailTo(email);
    await app.service.until(async () => (await stats()).mail_queue === 0);
  });

  it('the statistics refuse an admin token without the scope read', async () => {
    const { token } = await app.adminToken(['write', 'export']);
    expectFailure(await app.admin('GET', '/stats', undefined, token), 'NOT_AUTHORIZED');
    expectFailure(await app.admin('GET', '/stats', undefined, (await app.signUp()).token), 'NOT_AUTHENTICATED');
    expect((await app.admin('GET', '/stats', undefined, (await app.adminToken(['read'])).token)).status).toBe(200);
  });

  // Does not depend on the database. It is the last test, because to delete its users takes longer than all others.
  itOn('sqlite')('the statistics of many users are kept for a minute, but not the number of emails', async () => {
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
});
