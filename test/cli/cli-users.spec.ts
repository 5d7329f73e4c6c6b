import { ConsoleBrowser, signInAgain } from '../support/browser/console-session.js';
import { fencedUser } from '../support/factors/totp.js';
import { expectFailure } from '../support/http/expect.js';
import { readToken } from '../support/http/jwt.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';
import { Cli } from '../support/service/cli.js';

const app = useApp();
let cli: Cli;
beforeAll(async () => {
  cli = new Cli({ DATABASE_URL: app.database.url });
});
afterAll(() => cli.remove());

/** The events of a user, newest last. */
const eventsOf = async (uid: string) => app.sql('SELECT type, actor, ip FROM events WHERE uid = ? ORDER BY id', [uid]);

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
