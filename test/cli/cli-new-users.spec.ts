import { expectFailure } from '../support/http/expect.js';
import { HASH } from '../support/imports/ndjson.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';
import { Cli } from '../support/service/cli.js';

const app = useApp();
let cli: Cli;
beforeAll(async () => {
  cli = new Cli({ DATABASE_URL: app.database.url });
});
afterAll(() => cli.remove());

const NEW_PASSWORD = 'zebra copper lantern';

const eventsOf = async (uid: string) => app.sql('SELECT type, actor, ip FROM events WHERE uid = ? ORDER BY id', [uid]);

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
