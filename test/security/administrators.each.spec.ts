import { IS_SERVER } from '../support/database/database.js';
import { type Fenced, fencedUser } from '../support/factors/factors.js';
import { inParallel } from '../support/http/clients.js';
import { grant, makerOfToken } from '../support/http/console.js';
import { type Answer, countOutcomes, expectFailure, expectNothing } from '../support/http/http.js';
import { importLines } from '../support/imports/ndjson.js';
import { ADMIN_TOKEN, newEmail, PASSWORD } from '../support/service/app.js';
import { linkIn, useMail } from '../support/service/mail.js';
import type { Service } from '../support/service/service.js';
import { readList } from '../support/service/tokens.js';

const { app, mail } = useMail({ IMPERSONATION: 'on' });

describe('an impersonation', () => {
  const ROUNDS = 10;

  const begin = (uid: string, token = ADMIN_TOKEN): Promise<Answer> =>
    app.admin('POST', `/users/${uid}/impersonate`, { reason: 'Ticket 4711: the order list is empty' }, token);
  const write = (token: string) => app.put('/api/auth/user', { metadata: `"${Math.random()}"` }, { token });

  it('a user who is disabled while it opens is left without a session', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { uid } = await app.signUp();
      const [answers] = await Promise.all([inParallel(5, () => begin(uid)), app.disable(uid)]);
      const { 200: opened = 0, USER_DISABLED: refused = 0, ...others } = countOutcomes(answers);
      expect([opened + refused, others]).toEqual([5, {}]);
      expect(await app.sql('SELECT 1 FROM sessions WHERE uid = ? AND ended_at IS NULL', [uid])).toEqual([]);
    }
  });

  it('an admin token that is revoked while it opens leaves no session', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { uid } = await app.signUp();
      const { id, token } = await app.adminToken(['impersonate']);
      const [answers] = await Promise.all([
        inParallel(5, () => begin(uid, token)),
        app.admin('DELETE', `/tokens/${id}`),
      ]);
      const { 200: opened = 0, NOT_AUTHENTICATED: refused = 0, ...others } = countOutcomes(answers);
      expect([opened + refused, others]).toEqual([5, {}]);
      const living = 'SELECT 1 FROM sessions WHERE impersonator = ? AND ended_at IS NULL';
      expect(await app.sql(living, [`admin:${id}`])).toEqual([]);
      for (const { status, json } of answers) if (status === 200) await expectEnded(json);
    }
  });

  // SQLite runs one transaction at a time.
  if (IS_SERVER) {
    it('a revocation that comes first refuses a request whose token was right when it came', async () => {
      const { uid } = await app.signUp();
      const { id, token } = await app.adminToken(['impersonate']);
      await begin(uid, token);
      const release = await app.database.hold('UPDATE admin_tokens SET revoked_at = 1 WHERE id = ?', [id]);
      const late = begin(uid, token);
      await app.untilStatementWaits();
      await release();
      expectFailure(await late, 'NOT_AUTHENTICATED');
    });
  }

  it('writes of the token and its end leave no write after the end', async () => {
    const user = await app.signUp();
    const { token, session_id } = (await begin(user.uid)).json;
    const end = app.delete(`/api/auth/user/sessions/${session_id}`, user);
    const answers = await inParallel(20, () => write(token));
    await end;
    const { 200: _written, NOT_AUTHENTICATED: _refused, ...others } = countOutcomes(answers);
    expect(others).toEqual({});
    const types = (await app.events(user.uid))
      .map(({ type }) => String(type))
      .filter((type) => /updated|revoked/.test(type));
    expect(types.at(-1)).toBe('session.revoked');
  });
  /** The token is refused, and in the list of revocations. */
  async function expectEnded({ token, session_id }: { token: string; session_id: string }): Promise<void> {
    expectFailure(await write(token), 'NOT_AUTHENTICATED');
    expect((await readList(app)).sessions).toContain(session_id);
  }
});

describe('an administrator', () => {
  const ROUNDS = 6;
  const REASON = 'Ticket 4711: the order list is empty';

  const read = (token: string) => app.admin('GET', '/users?limit=1', undefined, token);

  describe('what an administrator has begun', () => {
    /** A process in which a reset of factors waits. */
    let waiting: Service;
    beforeAll(async () => {
      waiting = await app.replica({ MFA_RESET_DELAY: '3600' });
    });

    type Send = (method: string, path: string, body: object) => Promise<Answer>;
    type Attempts = Record<string, () => Promise<unknown>>;
    const by =
      (token: string): Send =>
      (method, path, body) =>
        app.admin(method, path, body, token);
    const made = async (send: Send, type: string, email: string, more: object = {}) =>
      (await send('POST', '/links', { type, email, ...more })).json;
    const follow = async (link: string, method?: string) => (await app.follow(link, method)).parameter('error');

    /** An admin token, and one that it has made. */
    async function family() {
      const maker = await app.adminToken(['write']);
      const child = (await app.admin('POST', '/tokens', { name: 'Child', scopes: ['write'] }, maker.token)).json;
      return { id: maker.id, tokens: [maker.token, String(child.token)] };
    }

    /** A link of each kind, and a new email that waits. Returns the attempts to use them, by name. */
    async function begin(send: Send): Promise<Attempts> {
      const [user, secured] = [await app.signUp(), await fencedUser(app)];
      const next = newEmail();
      expect((await send('PATCH', `/users/${secured.uid}`, { email: next })).status).toBe(200);
      const confirmation = linkIn(await mail.emailTo(next));
      const magic = await made(send, 'magic_link', user.email);
      const signUp = await made(send, 'magic_link', newEmail(), { sign_up: true });
      const verification = await made(send, 'verify_email', user.email);
      const reset = await made(send, 'reset_password', user.email);
      const body = { old_password: reset.token, new_password: `${PASSWORD} of a thief` };
      return {
        'verification link': () => follow(verification.link),
        'magic link': () => follow(magic.link),
        'magic link for a new account': () => follow(signUp.link),
        'new email': () => follow(confirmation, 'POST'),
        'reset link': async () => (await app.patch('/api/auth/user/change-password', body)).code,
      };
    }

    async function results(attempts: Attempts): Promise<Record<string, unknown>> {
      const found: Record<string, unknown> = {};
      for (const [name, attempt] of Object.entries(attempts)) found[name] = (await attempt()) ?? 'works';
      return found;
    }
    const REFUSED = {
      'verification link': 'LINK_EXPIRED',
      'magic link': 'LINK_EXPIRED',
      'magic link for a new account': 'LINK_EXPIRED',
      'new email': 'LINK_EXPIRED',
      'reset link': 'INVALID_PASSWORD',
    };

    it('ends with the admin token that was stolen, and with the token that made it', async () => {
      const { id, tokens } = await family();
      const begun: Attempts[] = [];
      for (const token of tokens) begun.push(await begin(by(token)));
      expect((await app.admin('DELETE', `/tokens/${id}`, { stolen: true })).status).toBe(200);
      for (const attempts of begun) expect(await results(attempts)).toEqual(REFUSED);
    });

    it.each<[what: string, body: object]>([
      ['is disabled', { active: false }],
      ['loses a scope', { admin_scopes: ['read'] }],
    ])('ends when the user who has begun it %s', async (_what, body) => {
      const { user, browser, token } = await makerOfToken(app, ['read', 'write']);
      const begun = [await begin((...request) => browser.call(...request)), await begin(by(token))];
      expect((await app.admin('PATCH', `/users/${user.uid}`, body)).status).toBe(200);
      for (const attempts of begun) expect(await results(attempts)).toEqual(REFUSED);
    });

    it('includes resets of factors that wait: they are stopped, which the event log shows', async () => {
      const { id, tokens } = await family();
      const users: Fenced[] = [];
      for (const token of [...tokens, ADMIN_TOKEN]) {
        const user = await fencedUser(app);
        const path = `/api/admin/users/${user.uid}/factors/reset`;
        expect((await waiting.call('POST', path, { token, body: { reason: REASON } })).status).toBe(200);
        users.push(user);
      }
      expect((await app.admin('DELETE', `/tokens/${id}`, { stolen: true })).status).toBe(200);
      const states = users.map(async ({ uid }) => {
        const left = await app.sql('SELECT 1 FROM factor_resets WHERE uid = ?', [uid]);
        return [left.length, (await app.events(uid)).at(-1)?.type];
      });
      const stopped = [0, 'mfa.reset_stopped'];
      expect(await Promise.all(states)).toEqual([stopped, stopped, [1, 'mfa.reset_asked']]);
    });

    it('stays when another administrator loses rights, as does what a user has asked for', async () => {
      const [admin, other] = [await app.adminToken(['write']), await app.adminToken(['write'])];
      const { 'magic link': magicLink, 'new email': email } = await begin(by(admin.token));
      const user = await app.signUp();
      await app.post('/api/auth/magic-link', { email: user.email });
      const own = linkIn(await mail.emailWith(user.email, /magic-link\/verify/));
      await made(by(other.token), 'magic_link', user.email);
      expectNothing(await app.admin('DELETE', `/tokens/${other.id}`));
      expect([await follow(own), await magicLink?.(), await email?.()]).toEqual([null, null, null]);
    });

    it('is no link that works, if the admin token is revoked as stolen while it makes links', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { email } = await app.signUp();
        const { id, token } = await app.adminToken(['write']);
        const known = { type: 'magic_link', email };
        const make = () => {
          const bodies = [known, { type: 'magic_link', email: newEmail(), sign_up: true }];
          return Promise.all(bodies.map((body) => app.admin('POST', '/links', body, token)));
        };
        const stolen = app.admin('DELETE', `/tokens/${id}`, { stolen: true });
        const [pairs] = await Promise.all([inParallel(3, make), stolen]);
        const answers = pairs.flat();
        const { 200: links = 0, NOT_AUTHENTICATED: refused = 0, ...others } = countOutcomes(answers);
        expect([links + refused, others]).toEqual([6, {}]);
        const opened = answers.filter(({ status }) => status === 200);
        for (const { json } of opened) expect(await follow(json.link)).toBe('LINK_EXPIRED');
      }
    });
  });

  describe('a change of a user at the time when the user gets scopes that the administrator lacks', () => {
    const NEW_PASSWORD = `${PASSWORD} of a thief`;

    /** Expects that the change was refused, or came before the scopes. Returns whether it was refused. */
    async function expectBefore(uid: string, adminId: string, changed: Answer): Promise<boolean> {
      const events = await app.events(uid);
      const acted = events.findIndex(({ actor }) => actor === `admin:${adminId}`);
      if (changed.status !== 200) {
        expect(changed.code).toMatch(/^(NOT_AUTHORIZED|IMPERSONATION_FORBIDDEN)$/);
        expect(acted).toBe(-1);
        return true;
      }
      const given = events.findIndex(({ data }) => JSON.stringify(data).includes('"admin_scopes":["export"]'));
      expect(acted).toBeGreaterThanOrEqual(0);
      expect(acted).toBeLessThan(given === -1 ? events.length : given);
      return false;
    }

    it('a new password that is being hashed is not set after the scopes were given', async () => {
      const admin = await app.adminToken(['read', 'write']);
      let refused = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const user = await fencedUser(app);
        const change = app.admin('PATCH', `/users/${user.uid}`, { password: NEW_PASSWORD }, admin.token);
        await grant(app, user, ['export']);
        const wasRefused = await expectBefore(user.uid, admin.id, await change);
        refused += Number(wasRefused);
        const { code } = await app.login(user.email, NEW_PASSWORD);
        expect(code).toBe(wasRefused ? 'INVALID_CREDENTIALS' : 'MFA_REQUIRED');
      }
      expect(refused).toBeGreaterThan(0);
    });

    type Send = (user: Fenced) => [method: string, path: string, body?: object];
    it.each<[what: string, send: Send]>([
      ['a new email', ({ uid }) => ['PATCH', `/users/${uid}`, { email: newEmail() }]],
      ['a deletion', ({ uid }) => ['DELETE', `/users/${uid}`]],
      ['a reset of the factors', ({ uid }) => ['POST', `/users/${uid}/factors/reset`, { reason: REASON }]],
      ['an end of all sessions', ({ uid }) => ['DELETE', `/users/${uid}/sessions`]],
      ['a link', ({ email }) => ['POST', '/links', { type: 'magic_link', email }]],
      ['an impersonation', ({ uid }) => ['POST', `/users/${uid}/impersonate`, { reason: REASON }]],
    ])('%s is refused, or comes before the scopes', async (_what, send) => {
      const admin = await app.adminToken(['read', 'write', 'impersonate']);
      for (let round = 0; round < ROUNDS; round++) {
        const user = await fencedUser(app);
        const [method, path, body] = send(user);
        const [changed] = await Promise.all([
          app.admin(method, path, body, admin.token),
          app.admin('PATCH', `/users/${user.uid}`, { admin_scopes: ['export'] }),
        ]);
        await expectBefore(user.uid, admin.id, changed);
      }
    });
  });

  // SQLite runs one transaction at a time.
  if (IS_SERVER) {
    it('who is revoked while a batch of an import begins to be written, or removed, changes nothing', async () => {
      const { batch_id } = (await importLines(app, [{ email: newEmail() }])).json;
      const email = newEmail();
      for (const send of [
        (token: string) => importLines(app, [{ email }], '', token),
        (token: string) => app.admin('DELETE', `/import/${batch_id}`, undefined, token),
      ]) {
        const { id, token } = await app.adminToken(['read', 'write']);
        await read(token);
        const release = await app.database.hold('UPDATE admin_tokens SET revoked_at = 1 WHERE id = ?', [id]);
        const late = send(token);
        await app.untilStatementWaits();
        await release();
        expectFailure(await late, 'NOT_AUTHENTICATED');
      }
      const left = await app.sql('SELECT email FROM users WHERE batch_id = ? OR email = ?', [batch_id, email]);
      expect(left).toHaveLength(1);
    });
  }
});
