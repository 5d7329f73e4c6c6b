import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase } from '../support/database/database.js';
import { fencedUser } from '../support/factors/factors.js';
import { ConsoleBrowser, signInAgain } from '../support/http/console.js';
import { expectFailure, readToken } from '../support/http/http.js';
import { HASH, importLines } from '../support/imports/ndjson.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';
import { Cli, expectRefusal } from '../support/service/cli.js';

const app = useApp();
let cli: Cli;
beforeAll(() => {
  cli = new Cli({ DATABASE_URL: app.database.url });
});
afterAll(() => cli.remove());

describe('the command line for new users', () => {
  const NEW_PASSWORD = 'zebra copper lantern';

  const eventsOf = async (uid: string) =>
    app.sql('SELECT type, actor, ip FROM events WHERE uid = ? ORDER BY id', [uid]);

  describe('the command user create', () => {
    it('creates a user with the password of standard input, who can sign in, with an event of the actor cli', async () => {
      const email = newEmail();
      const words = ['user', 'create', email, '--verified', '--metadata', '{"plan":"pro"}', '--json'];
      const { code, json, messages } = await cli.run(words, { input: `${PASSWORD}\n` });
      expect({ code, messages }).toEqual({ code: 0, messages: '' });
      expect(json).toEqual((await app.admin('GET', `/users/${json.uid}`)).json);
      expect(json).toMatchObject({ email, email_verified: true, metadata: '{"plan":"pro"}', has_password: true });
      expect((await app.login(email, PASSWORD)).status).toBe(200);
      expect(await eventsOf(json.uid)).toContainEqual({ type: 'user.created', actor: 'cli', ip: null });
    });

    it('takes the hash of a password, and reads no password then', async () => {
      const email = newEmail();
      const { json } = await cli.run(['user', 'create', email, '--password-hash', HASH, '--json']);
      expect(json).toMatchObject({ email, email_verified: false, has_password: true });
      expect(await app.sql('SELECT password_hash FROM users WHERE email = ?', [email])).toEqual([
        { password_hash: HASH },
      ]);
    });

    it('refuses an email that is in use, and creates nothing', async () => {
      const { email } = await app.signUp();
      const { code, stdout, failure } = await cli.run(['user', 'create', email, '--no-password', '--json']);
      expect({ code, stdout, failure: failure.code }).toEqual({ code: 1, stdout: '', failure: 'EMAIL_ALREADY_IN_USE' });
    });
  });

  describe('the command user list', () => {
    it('lists the users that the admin API lists with the same filters, page by page', async () => {
      const users = [await app.signUp(), await app.signUp(), await app.signUp()];
      await app.admin('PATCH', `/users/${users[0]?.uid}`, { active: false });
      const from = Math.floor(Date.now() / 1000) - 3_600;
      for (const [words, query] of [
        [[], ''],
        [['--email', users[1]?.email], `email=${users[1]?.email}`],
        [['--search', users[2]?.email.slice(0, 9)], `search=${users[2]?.email.slice(0, 9)}`],
        [['--active', 'false'], 'active=false'],
        [['--email-verified', 'false', '--order', 'created_at'], 'email_verified=false&order=created_at'],
        [
          ['--created-after', `${from}`, '--created-before', `${from + 9_000}`, '--order', '-created_at'],
          `created_after=${from}&created_before=${from + 9_000}&order=-created_at`,
        ],
      ] as [string[], string][]) {
        const { json } = await cli.run(['user', 'list', ...words, '--json']);
        expect(json).toEqual((await app.admin('GET', `/users?${query}`)).json);
        expect(json.users.length).toBeGreaterThan(0);
      }
      const first = (await cli.run(['user', 'list', '--limit', '1', '--json'])).json;
      const next = await cli.run(['user', 'list', '--limit', '1', '--cursor', first.next_cursor, '--json']);
      expect(next.json.users[0].uid).not.toBe(first.users[0].uid);
    });
  });

  describe('the command user set-password', () => {
    it('sets the password of standard input, ends all sessions, with an event of the actor cli', async () => {
      const { uid, email, refresh_token } = await app.signUp();
      const { code, stdout } = await cli.run(['user', 'set-password', email], { input: `${NEW_PASSWORD}\r\n` });
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: `The password of ${email} (${uid}) is set. All sessions have ended.\n`,
      });
      expectFailure(await app.login(email, PASSWORD), 'INVALID_CREDENTIALS');
      expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
      expect((await app.login(email, NEW_PASSWORD)).status).toBe(200);
      expect(await eventsOf(uid)).toContainEqual({ type: 'user.password_changed', actor: 'cli', ip: null });
    });
  });
});

describe('the command user export', () => {
  it('writes the document of the admin API to standard output, by email', async () => {
    const { uid, email } = await app.signUp();
    const { code, json } = await cli.run(['user', 'export', email]);
    const { json: expected } = await app.admin('GET', `/users/${uid}/export`);
    // The second export has the event of both.
    expect({ code, json }).toEqual({ code: 0, json: { ...expected, events: expected.events.slice(0, -1) } });
    expect(json.events.at(-1)).toMatchObject({ type: 'user.exported', actor: 'cli', ip: null });
  });

  it('writes a file that only its owner can read, by uid', async () => {
    const { uid } = await app.signUp();
    const { code, json } = await cli.run(['user', 'export', uid, '--output', 'ada.json', '--json']);
    expect({ code, json }).toEqual({ code: 0, json: { uid, output: 'ada.json' } });
    const file = join(cli.folder, 'ada.json');
    expect(JSON.parse(readFileSync(file, 'utf8')).users).toEqual([expect.objectContaining({ uid })]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('refuses an unknown user and creates no file', async () => {
    const outcome = await cli.run(['user', 'export', 'unknown@example.com', '--output', 'none.json']);
    expectRefusal(outcome, 1, /There is no such user/);
    expect(() => statSync(join(cli.folder, 'none.json'))).toThrow('ENOENT');
  });
});

describe('the command line for imports', () => {
  const line = (record: unknown) => `${JSON.stringify(record)}\n`;
  const usersOf = async (batchId: string) =>
    (await app.sql('SELECT email FROM users WHERE batch_id = ?', [batchId])).map(({ email }) => email);

  describe('the command import', () => {
    it('creates users from a file who can sign in to the running service, with events of the actor cli', async () => {
      const [email, other] = [newEmail(), newEmail()];
      writeFileSync(join(cli.folder, 'users.ndjson'), line({ email, password: PASSWORD }) + line({ email: other }));
      const { code, json } = await cli.run(['import', 'users.ndjson', '--json']);
      expect({ code, json }).toMatchObject({ code: 0, json: { created: 2, failed: 0, results: [] } });
      expect((await usersOf(json.batch_id)).sort()).toEqual([email, other].sort());
      expect((await app.login(email, PASSWORD)).status).toBe(200);
      const events = await app.sql(
        "SELECT DISTINCT actor, ip FROM events WHERE type = 'user.imported' AND uid IN (SELECT uid FROM users WHERE batch_id = ?)",
        [json.batch_id],
      );
      expect(events).toEqual([{ actor: 'cli', ip: null }]);
    });
  });

  describe('the command import list', () => {
    const list = async () => (await cli.run(['import', 'list', '--json'])).json.imports;

    it('shows the newest import first, who started it, and how many of its users there still are', async () => {
      const users = [newEmail(), newEmail(), newEmail()];
      writeFileSync(join(cli.folder, 'some.ndjson'), users.map((email) => line({ email })).join(''));
      const first = (await cli.run(['import', 'some.ndjson', '--json'])).json.batch_id;
      const { id, token } = await app.adminToken(['write'], { name: 'Nightly sync' });
      const second = (await importLines(app, [{ email: newEmail() }], '', token)).json.batch_id;
      const [{ uid }] = (await app.sql('SELECT uid FROM users WHERE batch_id = ?', [first])) as [{ uid: string }];
      await app.admin('DELETE', `/users/${uid}`);
      const created_at = expect.any(Number);
      expect((await list()).slice(0, 2)).toEqual([
        {
          ...{ batch_id: second, created_at, users: 1, has_more_users: false },
          ...{ created_by: `admin:${id}`, created_by_name: 'Nightly sync' },
        },
        {
          ...{ batch_id: first, created_at, users: 2, has_more_users: false },
          ...{ created_by: 'cli', created_by_name: null },
        },
      ]);
      expect((await cli.run(['import', 'undo', first, '--json'])).json).toEqual({ removed: 2, kept: 0 });
      expect((await list())[1]).toMatchObject({ batch_id: first, users: 0 });
      const { stdout } = await cli.run(['import', 'list']);
      expect(stdout).toMatch(/^ID +CREATED +BY +USERS\n/);
      expect(stdout).toMatch(new RegExp(`^${first} +\\d{4}-\\d\\d-\\d\\dT[\\d:]+Z +cli +0$`, 'm'));
      expect(stdout).toMatch(new RegExp(`^${second} +\\S+ +Nightly sync +1$`, 'm'));
    });

    it('says that there is none in an empty database', async () => {
      const database = await createDatabase();
      const settings = { DATABASE_URL: database.url };
      expect((await cli.run(['migrate'], { settings })).code).toBe(0);
      expect((await cli.run(['import', 'list'], { settings })).stdout).toBe('There is no import.\n');
    });
  });

  describe('the command export', () => {
    it('writes lines from which an import into an empty database and its export give the same, except for the batch', async () => {
      await app.signUp();
      // More than one page of users.
      await importLines(
        app,
        Array.from({ length: 650 }, () => ({ email: newEmail() })),
      );
      const words = ['export', '--include-hashes', '--output', 'all.ndjson', '--json'];
      writeFileSync(join(cli.folder, 'all.ndjson'), 'there before', { mode: 0o644 });
      const { code, json } = await cli.run(words);
      const file = join(cli.folder, 'all.ndjson');
      const users = readFileSync(file, 'utf8');
      expect({ code, json }).toEqual({
        code: 0,
        json: { users: users.trimEnd().split('\n').length, output: 'all.ndjson' },
      });
      expect(json.users).toBeGreaterThanOrEqual(651);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const [event] = await app.sql("SELECT actor, data FROM events WHERE type = 'admin.exported'");
      expect(event).toEqual({ actor: 'cli', data: '{"include_hashes":true}' });
      const database = await createDatabase();
      const settings = { DATABASE_URL: database.url };
      expect((await cli.run(['migrate'], { settings })).code).toBe(0);
      expect((await cli.run(['import', 'all.ndjson'], { settings })).code).toBe(0);
      const again = await cli.run(['export', '--include-hashes'], { settings });
      const withoutBatch = (text: string) => text.replaceAll(/"batch_id":(null|"[^"]*")/g, '');
      expect(withoutBatch(again.stdout)).toBe(withoutBatch(users));
      expect(users).toContain('"password_hash":"$2b$');
      await database.drop();
    });
  });
});

describe('the command line for users', () => {
  /** The events of a user, newest last. */
  const eventsOf = async (uid: string) =>
    app.sql('SELECT type, actor, ip FROM events WHERE uid = ? ORDER BY id', [uid]);

  describe('the command user', () => {
    it('show writes the JSON of the admin API, also for an email in upper case', async () => {
      const { uid, email } = await app.signUp({ metadata: '{"plan":"\\u001b[31mpro"}' });
      const wire = (await app.admin('GET', `/users/${uid}`)).json;
      expect(wire.session_count).toBe(1);
      expect((await cli.run(['user', 'show', email.toUpperCase(), '--json'])).json).toEqual(wire);
    });

    it('disable signs a user out of the running service, and enable lets them sign in again, with events of the actor cli', async () => {
      const { uid, email, refresh_token, token } = await app.signUp();
      const { code, json } = await cli.run(['user', 'disable', email, '--json']);
      expect({ code, json }).toMatchObject({ code: 0, json: { uid, active: false, session_count: 0 } });
      expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
      expectFailure(await app.login(email, PASSWORD), 'USER_DISABLED');
      expect((await app.get('/api/auth/user', { token })).json.active).toBe(false);
      expect((await cli.run(['user', 'enable', uid])).stdout).toMatch(/^active +true$/m);
      expect((await app.login(email, PASSWORD)).status).toBe(200);
      const done = await eventsOf(uid);
      expect(done).toContainEqual({ type: 'user.disabled', actor: 'cli', ip: null });
      expect(done).toContainEqual({ type: 'user.enabled', actor: 'cli', ip: null });
    });

    it('create --claims and set-claims set the claims of access tokens, and set-claims ends no session', async () => {
      const { uid, email, refresh_token } = await app.signUp();
      const claims = '{"roles":["editor"]}';
      expect((await cli.run(['user', 'set-claims', email, claims, '--json'])).json).toMatchObject({ uid, claims });
      expect(readToken((await app.refresh(refresh_token)).json.access_token).claims.app).toEqual(JSON.parse(claims));
      expect(await eventsOf(uid)).toContainEqual({ type: 'user.claims_changed', actor: 'cli', ip: null });
      expect((await cli.run(['user', 'show', email])).stdout).toMatch(/^claims +\{"roles":\["editor"\]\}$/m);
      const { failure } = await cli.run(['user', 'set-claims', email, '[]', '--json']);
      expect(failure?.code).toBe('INVALID_CLAIMS');
      const created = await cli.run(['user', 'create', newEmail(), '--no-password', '--claims', claims, '--json']);
      expect(created.json.claims).toBe(claims);
    });

    it('set-admin-scopes lets a user into the console, and none takes that away', async () => {
      const user = await fencedUser(app);
      const granted = await cli.run(['user', 'set-admin-scopes', user.email, 'write,read', '--json']);
      expect(granted.json).toMatchObject({ uid: user.uid, admin_scopes: ['read', 'write'] });
      const browser = new ConsoleBrowser(app);
      const { token } = await signInAgain(app, user);
      expect((await browser.signIn({ token })).json).toMatchObject({ scopes: ['read', 'write'] });
      const { failure } = await cli.run(['user', 'set-admin-scopes', user.uid, 'everything', '--json']);
      expect(failure.code).toBe('INVALID_REQUEST');
      const { uid } = await app.signUp();
      const refused = await cli.run(['user', 'set-admin-scopes', uid, 'read', '--json']);
      expect(refused.failure.code).toBe('MFA_NOT_ENABLED');
      const revoked = await cli.run(['user', 'set-admin-scopes', user.uid, 'none', '--json']);
      expect(revoked.json.admin_scopes).toEqual([]);
      expectFailure(await browser.read(), 'NOT_AUTHENTICATED');
      expect(await eventsOf(user.uid)).toContainEqual({ type: 'user.updated', actor: 'cli', ip: null });
    });

    it('delete --yes deletes a user, with an event of the actor cli', async () => {
      const { uid, email, token } = await app.signUp();
      const { code, json } = await cli.run(['user', 'delete', email, '--yes', '--json']);
      expect({ code, json }).toEqual({ code: 0, json: { deleted: uid } });
      expectFailure(await app.get('/api/auth/user', { token }), 'USER_NOT_FOUND');
      expect(await eventsOf(uid)).toContainEqual({ type: 'user.deleted', actor: 'cli', ip: null });
    });
  });

  describe('the command keys', () => {
    it('list shows the same keys as the service', async () => {
      const { keys } = (await cli.run(['keys', 'list', '--json'])).json;
      expect(keys).toEqual((await app.admin('GET', '/keys')).json.keys);
    });

    it('rotate makes the running service sign with the next key and signs no user out, with an event of the actor cli', async () => {
      const user = await app.signUp();
      const { code, json } = await cli.run(['keys', 'rotate', '--json']);
      expect(code).toBe(0);
      const found = () => app.admin('GET', '/keys').then((answer) => answer.json.keys);
      await app.service.until(async () =>
        (await found()).some(
          ({ kid, activates_at }: typeof json) => kid === json.kid && activates_at === json.activates_at,
        ),
      );
      await app.advance(Math.max(0, json.activates_at - Math.floor(Date.now() / 1000)) + 1);
      expect((await found()).find(({ kid }: typeof json) => kid === json.kid).state).toBe('active');
      expect((await app.get('/api/auth/user', { token: user.token })).status).toBe(200);
      expect((await app.refresh(user.refresh_token)).status).toBe(200);
      const [event] = await app.sql("SELECT actor, ip FROM events WHERE type = 'admin.key_rotated'");
      expect(event).toEqual({ actor: 'cli', ip: null });
    });
  });
});
