import { expectFailure } from '../support/http/http.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';

const app = useApp();

describe('the list of users', () => {
  beforeEach(() => app.sql('DELETE FROM users'));

  const list = (query: string) => app.admin('GET', `/users?${query}`);

  async function create(email: string, more: Record<string, unknown> = {}): Promise<string> {
    const answer = await app.admin('POST', '/users', { email, ...more });
    expect(answer.status).toBe(200);
    return answer.json.uid;
  }

  it.each([
    ['email=x', 'email'],
    ['email=', 'email'],
    ['email=a@example.com&email=b@example.com', 'email'],
    ['search=', 'search'],
    [`search=${'x'.repeat(255)}`, 'search'],
    ['search=a%20b', 'search'],
    ['search=%C3%A4', 'search'],
    ['search=%00', 'search'],
    ['search=%7F', 'search'],
    ['search=%ff', 'search'],
    ['search=a%', 'search'],
    ['search=%zz', 'search'],
    ['email=%ff@example.com', 'email'],
    ['active=%', 'active'],
    ['created_after=%', 'created_after'],
    ['order=%', 'order'],
    ['cursor=%E0%A4%A', 'cursor'],
    ['search=a&search=b', 'search'],
    ['search[x]=a&search=a&search=b', 'search'],
    ['active=1', 'active'],
    ['active=', 'active'],
    ['active=TRUE', 'active'],
    ['email_verified=no', 'email_verified'],
    ['created_after=-1', 'created_after'],
    ['created_after=2020-01-01', 'created_after'],
    ['created_before=1.5', 'created_before'],
    ['created_before=99999999999', 'created_before'],
    ['order=email', 'order'],
    ['order=created_at;DROP', 'order'],
    ['order=', 'order'],
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=x', 'limit'],
    ['cursor=', 'cursor'],
    ['cursor=x', 'cursor'],
    [`cursor=${Buffer.from('["createdAt uid desc",{"a":1},"x"]').toString('base64url')}`, 'cursor'],
    [`cursor=${Buffer.from('["createdAt uid desc",1]').toString('base64url')}`, 'cursor'],
  ])('the list of users fails with INVALID_REQUEST that names the parameter, for %.60s', async (query, named) => {
    const answer = await list(query);
    expectFailure(answer, 'INVALID_REQUEST');
    expect(answer.json.message).toContain(named);
  });

  it('a cursor of the list of users works only with the order that it was created for', async () => {
    for (const name of ['a1', 'a2', 'a3']) await create(`${name}@example.com`);
    const orders = ['order=created_at', 'order=-created_at', 'search=a'];
    for (const order of orders) {
      const { next_cursor } = (await list(`${order}&limit=1`)).json;
      for (const other of orders) {
        const answer = await list(`${other}&limit=1&cursor=${next_cursor}`);
        if (other === order) expect(answer.json.users).toHaveLength(1);
        else expectFailure(answer, 'INVALID_REQUEST');
      }
    }
  });
});

describe('a change of a user', () => {
  const NEW_PASSWORD = 'incorrect donkey capacitor pin';

  const change = (uid: string, body: Record<string, unknown>, token?: string) =>
    app.admin('PATCH', `/users/${uid}`, body, token);
  const sessionsOf = (uid: string) =>
    app.sql('SELECT session_id FROM sessions WHERE uid = ? AND ended_at IS NULL', [uid]);

  /** The events of a user since the account was created. */
  async function eventsOf(uid: string): Promise<unknown[][]> {
    const rows = await app.sql('SELECT type, data FROM events WHERE uid = ? ORDER BY id', [uid]);
    const later = rows.filter(
      ({ type }) => !['user.created', 'login.succeeded', 'login.failed'].includes(String(type)),
    );
    return later.map(({ type, data }) => [type, JSON.parse(String(data))]);
  }

  it.each([
    ['an unknown field only', { uid: 'x', created_at: 1, password_hash: 'x' }, undefined],
    ['an email of null', { email: null }, 'INVALID_EMAIL'],
    ['a malformed email', { email: 'x' }, 'INVALID_EMAIL'],
    ['active of null', { active: null }, 'INVALID_REQUEST'],
    ['active as a number', { active: 0 }, 'INVALID_REQUEST'],
    ['email_verified in words', { email_verified: 'true' }, 'INVALID_REQUEST'],
    ['email_verified of null', { email_verified: null }, 'INVALID_REQUEST'],
    ['metadata of null', { metadata: null }, 'INVALID_METADATA'],
    ['metadata that is no JSON', { metadata: '{' }, 'INVALID_METADATA'],
    ['a password of null', { password: null }, 'WEAK_PASSWORD'],
    ['a weak password', { password: 'password' }, 'WEAK_PASSWORD'],
    ['a weak password beside valid fields', { active: false, password: 'x' }, 'WEAK_PASSWORD'],
  ])('PATCH /users changes nothing with %s', async (_what, body, code) => {
    const user = await app.signUp();
    const answer = await change(user.uid, body);
    expect(answer.code).toBe(code);
    expect(await eventsOf(user.uid)).toEqual([]);
    expect((await app.refresh(user.refresh_token)).status).toBe(200);
  });

  describe('PATCH /users with an email', () => {
    it('makes it unverified, invalidates the links to the old address, and sends no email', async () => {
      const user = await app.signUp({ email_verified: true });
      const links = await Promise.all(
        ['magic_link', 'reset_password'].map((type) => app.admin('POST', '/links', { type, email: user.email })),
      );
      const email = newEmail();
      const answer = await change(user.uid, { email: email.toUpperCase() });
      expect(answer.json).toMatchObject({ email, email_verified: false, email_proved: false, session_count: 0 });
      expect((await app.login(email, PASSWORD)).status).toBe(200);
      expectFailure(await app.login(user.email, PASSWORD), 'INVALID_CREDENTIALS');
      expect((await app.follow(links[0]?.json.link)).parameter('error')).toBe('LINK_EXPIRED');
      const reset = { old_password: links[1]?.json.token, new_password: NEW_PASSWORD };
      expectFailure(await app.patch('/api/auth/user/change-password', reset), 'INVALID_PASSWORD');
      expect((await eventsOf(user.uid)).slice(2)).toEqual([
        ['user.email_changed', { old_email: user.email, new_email: email }],
        ['session.revoked', { reason: 'administrator' }],
      ]);
      expect(await app.sql('SELECT * FROM messages')).toEqual([]);
    });

    it('invalidates a link that was created for the old address before it had an account', async () => {
      const email = newEmail();
      const { link } = (await app.admin('POST', '/links', { type: 'magic_link', email, sign_up: true })).json;
      const { uid } = (await app.admin('POST', '/users', { email })).json;
      await change(uid, { email: newEmail() });
      expect((await app.follow(link)).parameter('error')).toBe('LINK_EXPIRED');
    });

    it('can mark the new address as verified', async () => {
      const user = await app.signUp({ email_verified: true });
      const email = newEmail();
      const answer = await change(user.uid, { email, email_verified: true });
      expect(answer.json.email_verified).toBe(true);
      expect(await eventsOf(user.uid)).toEqual([
        ['user.email_changed', { old_email: user.email, new_email: email }],
        ['user.email_verified', {}],
        ['session.revoked', { reason: 'administrator' }],
      ]);
    });
  });

  it('PATCH /users sets email_verified to true and back to false', async () => {
    const { uid } = await app.signUp();
    expect((await change(uid, { email_verified: true })).json.email_verified).toBe(true);
    expect((await change(uid, { email_verified: false, metadata: '1' })).json.email_verified).toBe(false);
    expect(await eventsOf(uid)).toEqual([
      ['user.email_verified', {}],
      ['user.updated', { fields: ['email_verified', 'metadata'] }],
    ]);
  });

  describe('PATCH /users with active', () => {
    it('disables a user: the sessions end, refresh and login fail, and the event names the admin token', async () => {
      const user = await app.signUp();
      await app.login(user.email, PASSWORD);
      const { id, token } = await app.adminToken(['write']);
      const answer = await change(user.uid, { active: false }, token);
      expect(answer.json).toMatchObject({ active: false, session_count: 0 });
      expect(await sessionsOf(user.uid)).toEqual([]);
      expectFailure(await app.refresh(user.refresh_token), 'INVALID_REFRESH_TOKEN');
      expectFailure(await app.login(user.email, PASSWORD), 'USER_DISABLED');
      expectFailure(await app.login(user.email, 'wrong'), 'INVALID_CREDENTIALS');
      const rows = await app.sql('SELECT type, ip FROM events WHERE uid = ? AND actor = ? ORDER BY id', [
        user.uid,
        `admin:${id}`,
      ]);
      expect(rows).toEqual(
        ['user.disabled', 'session.revoked', 'session.revoked'].map((type) => ({ type, ip: '127.0.0.1' })),
      );
    });

    it('is recorded once, and an enabled user can sign in again, without the old sessions', async () => {
      const user = await app.signUp();
      for (const active of [false, false, true, true]) {
        expect((await change(user.uid, { active })).json.active).toBe(active);
      }
      const types = (await eventsOf(user.uid)).map(([type]) => type);
      expect(types).toEqual(['user.disabled', 'session.revoked', 'user.enabled']);
      expectFailure(await app.refresh(user.refresh_token), 'INVALID_REFRESH_TOKEN');
      expect((await app.login(user.email, PASSWORD)).status).toBe(200);
    });
  });

  describe('PATCH /users with a password', () => {
    it('lets the user sign in with it, ends all sessions and invalidates reset links', async () => {
      const user = await app.signUp();
      const { token } = (await app.admin('POST', '/links', { type: 'reset_password', email: user.email })).json;
      const answer = await change(user.uid, { password: NEW_PASSWORD });
      expect(answer.json).toMatchObject({ has_password: true, session_count: 0 });
      expect(answer.text).not.toContain(NEW_PASSWORD);
      expectFailure(await app.refresh(user.refresh_token), 'INVALID_REFRESH_TOKEN');
      expectFailure(await app.login(user.email, PASSWORD), 'INVALID_CREDENTIALS');
      expect((await app.login(user.email, NEW_PASSWORD)).status).toBe(200);
      const reset = { old_password: token, new_password: PASSWORD };
      expectFailure(await app.patch('/api/auth/user/change-password', reset), 'INVALID_PASSWORD');
      const types = (await eventsOf(user.uid)).map(([type]) => type);
      expect(types).toEqual(['link.sent', 'user.password_changed', 'session.revoked']);
      expect(JSON.stringify(await app.sql('SELECT data FROM events'))).not.toContain(NEW_PASSWORD);
    });

    it('works for a disabled user and for a user without a password', async () => {
      const email = newEmail();
      const { uid } = (await app.admin('POST', '/users', { email, active: false })).json;
      expect((await change(uid, { password: NEW_PASSWORD })).json).toMatchObject({ active: false, has_password: true });
      expectFailure(await app.login(email, NEW_PASSWORD), 'USER_DISABLED');
      await change(uid, { active: true });
      expect((await app.login(email, NEW_PASSWORD)).status).toBe(200);
    });

    it('scores the password against the email that the user has afterwards', async () => {
      const user = await app.signUp();
      const email = `zephyr-quartz-lumen.${newEmail()}`;
      expectFailure(await change(user.uid, { email, password: email }), 'WEAK_PASSWORD');
      expect((await change(user.uid, { email, password: NEW_PASSWORD })).status).toBe(200);
    });
  });
});
