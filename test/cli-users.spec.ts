import { App, newEmail, PASSWORD } from './support/app.js';
import { Cli } from './support/cli.js';
import { DATABASE } from './support/database.js';
import { expectFailure } from './support/expect.js';

const itOnce = DATABASE === 'sqlite' ? it : it.skip;

let app: App;
let cli: Cli;
beforeAll(async () => {
  app = await App.start();
  cli = new Cli({ DATABASE_URL: app.database.url });
});
afterAll(async () => {
  cli.remove();
  await app.stop();
});

/** Who did what to a user, newest last. */
const deeds = async (uid: string) => app.sql('SELECT type, actor, ip FROM events WHERE uid = ? ORDER BY id', [uid]);

describe('user', () => {
  it('show tells by email and by uid what the admin API tells', async () => {
    const { uid, email } = await app.signUp({ metadata: '{"plan":"\\u001b[31mpro"}' });
    const wire = (await app.admin('GET', `/users/${uid}`)).json;
    expect(wire.session_count).toBe(1);
    expect((await cli.run(['user', 'show', email.toUpperCase(), '--json'])).json).toEqual(wire);
    const { code, stdout } = await cli.run(['user', 'show', uid.toUpperCase()]);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^uid +${uid}$`, 'm'));
    expect(stdout).toMatch(/^active +true$/m);
    expect(stdout).not.toContain('\u001b');
  });

  it('disable puts a user out while the service runs, and enable lets them in again; the log says cli', async () => {
    const { uid, email, refresh_token, token } = await app.signUp();
    const { code, json } = await cli.run(['user', 'disable', email, '--json']);
    expect({ code, json }).toMatchObject({ code: 0, json: { uid, active: false, session_count: 0 } });
    expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
    expectFailure(await app.login(email, PASSWORD), 'USER_DISABLED');
    expect((await app.get('/api/auth/user', { token })).json.active).toBe(false);
    expect((await cli.run(['user', 'enable', uid])).stdout).toMatch(/^active +true$/m);
    expect((await app.login(email, PASSWORD)).status).toBe(200);
    const done = await deeds(uid);
    expect(done).toContainEqual({ type: 'user.disabled', actor: 'cli', ip: null });
    expect(done).toContainEqual({ type: 'user.enabled', actor: 'cli', ip: null });
  });

  it('delete wants --yes where nobody can be asked, and then leaves nothing of them', async () => {
    const { uid, email, token } = await app.signUp();
    const asked = await cli.run(['user', 'delete', uid, '--json']);
    expect({ code: asked.code, stdout: asked.stdout }).toEqual({ code: 2, stdout: '' });
    expect(asked.failure.message).toContain('--yes');
    expect((await app.get('/api/auth/user', { token })).status).toBe(200);
    const { code, json } = await cli.run(['user', 'delete', email, '--yes', '--json']);
    expect({ code, json }).toEqual({ code: 0, json: { deleted: uid } });
    expectFailure(await app.get('/api/auth/user', { token }), 'USER_NOT_FOUND');
    expect(await deeds(uid)).toContainEqual({ type: 'user.deleted', actor: 'cli', ip: null });
  });

  it.each([
    ['show', newEmail()],
    ['disable', '01a1fe31-b51a-721e-87db-9b92e3ec6163'],
    ['enable', "' OR 1=1 --"],
    ['delete', '%'],
  ])('%s of nobody (%s) is USER_NOT_FOUND', async (command, who) => {
    const { code, stdout, failure } = await cli.run([
      'user',
      command,
      who,
      '--json',
      ...(command === 'delete' ? ['--yes'] : []),
    ]);
    expect({ code, stdout, failure: failure.code }).toEqual({ code: 1, stdout: '', failure: 'USER_NOT_FOUND' });
  });

  itOnce.each([
    ['user', 'show', 'disable', 'enable', 'delete'],
    ['user show', '<uid-or-email>', '--json'],
    ['user disable', '<uid-or-email>', 'sessions', '--json'],
    ['user enable', '<uid-or-email>', '--json'],
    ['user delete', '<uid-or-email>', '--yes', '--json'],
    ['keys', 'list', 'rotate'],
    ['keys list', '--json'],
    ['keys rotate', '--json', 'nobody is signed'],
  ])('the help of "%s" names what there is', async (command, ...named) => {
    const { code, stdout } = await cli.run([...command.split(' '), '--help']);
    expect(code).toBe(0);
    for (const name of named) expect(stdout).toContain(name);
  });
});

describe('keys', () => {
  it('list shows what the service lists', async () => {
    const { keys } = (await cli.run(['keys', 'list', '--json'])).json;
    expect(keys).toEqual((await app.admin('GET', '/keys')).json.keys);
    expect((await cli.run(['keys', 'list'])).stdout).toMatch(
      /^KID +ALG +STATE +CREATED +SIGNS FROM\n[\w-]{43} +ES256 /,
    );
  });

  it('rotate makes the next key sign in the running service, which signs nobody out; the log says cli', async () => {
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
