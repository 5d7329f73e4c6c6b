import { randomUUID } from 'node:crypto';
import { fencedUser } from '../support/factors/factors.js';
import { administrator, grant, signedIn } from '../support/http/console.js';
import { expectFailure } from '../support/http/http.js';
import { importLines } from '../support/imports/ndjson.js';
import { ADMIN_TOKEN, newEmail, PASSWORD, useApp } from '../support/service/app.js';
import { Cli } from '../support/service/cli.js';

const app = useApp({ RATE_LIMIT: 'off', LOG_LEVEL: 'warn' });

let cli: Cli;
beforeAll(() => {
  cli = new Cli({ DATABASE_URL: app.database.url });
});
afterAll(() => cli.remove());

const newRole = () => `role-${randomUUID()}`;
const claimsOf = (role: string) => JSON.stringify({ roles: [role] });

async function withRole(role: string, count: number): Promise<void> {
  const lines = Array.from({ length: count }, () => ({ email: newEmail(), claims: claimsOf(role) }));
  const { json } = await importLines(app, lines);
  if (json.failed > 0) throw new Error(JSON.stringify(json.results[0]));
}

const bulk = (body: object, token = ADMIN_TOKEN) => app.admin('POST', '/users/bulk', body, token);
const user = async (uid: string) => (await app.admin('GET', `/users/${uid}`)).json;

describe('GET /users.csv', () => {
  const csv = (query: string, token = ADMIN_TOKEN) => app.get(`/api/admin/users.csv${query}`, { token });

  it('writes all users of a filter in its order, as cells that no spreadsheet runs', async () => {
    const role = newRole();
    const uid = randomUUID();
    const claims = JSON.stringify({ roles: [role, '=1+1', 'a,"b"'] });
    await importLines(app, [
      { uid, email: '+cmd@example.com', claims, created_at: 1_000_000_000, email_verified: true },
    ]);
    await withRole(role, 250);
    const answer = await csv(`?role=${role}&order=created_at`);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="users.csv"');
    const lines = answer.text.split('\r\n');
    expect(lines).toHaveLength(253);
    expect(lines.at(-1)).toBe('');
    expect(lines.slice(0, 2)).toEqual([
      'uid,email,active,email_verified,has_password,mfa_enabled,mfa,roles,admin_scopes,session_count,created_at,last_login',
      `${uid},'+cmd@example.com,true,true,false,false,optional,"${role};=1+1;a,""b""",,0,2001-09-09T01:46:40Z,`,
    ]);
    const [event] = (await app.admin('GET', '/events?type=admin.exported&order=-at&limit=1')).json.events;
    expect(event.data).toEqual({ format: 'csv', filters: ['role'] });
    const { stdout } = await cli.run(['user', 'list', '--role', role, '--order', 'created_at', '--csv']);
    expect(stdout).toBe(answer.text);
  });

  it('needs the scope export, and refuses what the list refuses', async () => {
    const { token } = await app.adminToken(['read', 'write']);
    expectFailure(await csv('?active=true', token), 'NOT_AUTHORIZED');
    expectFailure(await csv('?role='), 'INVALID_REQUEST');
  });
});

describe('POST /users/bulk', () => {
  it('leaves out users with a scope that the administrator lacks, and the administrator', async () => {
    const role = newRole();
    const admin = await administrator(app, ['read', 'write']);
    const above = await fencedUser(app);
    const equal = await fencedUser(app);
    const plain = await app.signUp();
    for (const { uid } of [admin, above, equal, plain])
      await app.admin('PATCH', `/users/${uid}`, { claims: claimsOf(role) });
    await grant(app, above, ['read', 'export']);
    await grant(app, equal, ['read']);
    const browser = await signedIn(app, admin.token);
    const body = { action: 'disable', role };
    const expected = { changed: 2, unchanged: 0, skipped: 2 };
    expect((await browser.call('POST', '/users/bulk', { ...body, dry_run: true })).json).toMatchObject(expected);
    expect((await browser.call('POST', '/users/bulk', body)).json).toMatchObject(expected);
    expect(await user(above.uid)).toMatchObject({ active: true });
    expect(await user(admin.uid)).toMatchObject({ active: true });
    expect(await user(equal.uid)).toMatchObject({ active: false });
    expect(await user(plain.uid)).toMatchObject({ active: false });
    const back = { ...body, action: 'enable' };
    await app.disable(above.uid);
    expect((await browser.call('POST', '/users/bulk', { ...back, dry_run: true })).json).toMatchObject(expected);
    expect((await browser.call('POST', '/users/bulk', back)).json).toMatchObject(expected);
    expect(await user(above.uid)).toMatchObject({ active: false });
    expect(await user(equal.uid)).toMatchObject({ active: true });
    for (const wanted of ['user.disabled', 'user.enabled']) {
      const [event] = (await app.events(plain.uid)).filter(({ type }) => type === wanted);
      expect(event).toMatchObject({ actor: `user:${admin.uid}` });
    }
  });

  it.each([
    ['without a filter', {}],
    ['with an unknown filter', { role: 'x', activ: true }],
    ['with an unknown action', { role: 'x', action: 'delete' }],
    ['with an empty filter', { role: '' }],
    ['with a filter that is null', { role: null }],
    ['with a cursor of another list', { role: 'x', cursor: 'x' }],
  ])('refuses a request %s', async (_what, body) => {
    expectFailure(await bulk({ action: 'disable', ...body }), 'INVALID_REQUEST');
  });

  it('needs the scopes write and read', async () => {
    for (const scopes of [['read', 'export'], ['write']]) {
      const { token } = await app.adminToken(scopes);
      expectFailure(await bulk({ action: 'disable', role: 'x' }, token), 'NOT_AUTHORIZED');
    }
  });
});

describe('latchkey user bulk', () => {
  it('counts in a dry run, asks for --yes without a terminal, and changes', async () => {
    const role = newRole();
    await withRole(role, 3);
    const run = (...words: string[]) => cli.run(['user', 'bulk', 'disable', '--role', role, ...words]);
    expect((await run('--dry-run', '--json')).json).toEqual({ changed: 3, unchanged: 0 });
    expect((await run()).code).toBe(2);
    expect((await run('--yes', '--json')).json).toEqual({ changed: 3, unchanged: 0 });
    expect((await run('--yes')).stdout).toBe('0 users were changed, 3 were so already.\n');
    const enable = ['user', 'bulk', 'enable', '--role', role];
    expect((await cli.run([...enable, '--dry-run', '--json'])).json).toEqual({ changed: 3, unchanged: 0 });
    expect((await cli.run(enable)).code).toBe(2);
    expect((await cli.run([...enable, '--yes'])).stdout).toBe('3 users were changed, 0 were so already.\n');
    expect((await cli.run(['user', 'bulk', 'delete', '--role', role, '--yes'])).code).toBe(2);
    expect((await cli.run(['user', 'bulk', 'disable', '--yes'])).messages).toContain('at least one filter');
  });
});

it('a disabled user of a bulk action cannot sign in until another one enables the user', async () => {
  const role = newRole();
  const { email, uid } = await app.signUp();
  await app.admin('PATCH', `/users/${uid}`, { claims: claimsOf(role) });
  await bulk({ action: 'disable', role });
  expectFailure(await app.login(email, PASSWORD), 'USER_DISABLED');
  await bulk({ action: 'enable', role });
  expect((await app.login(email, PASSWORD)).status).toBe(200);
});
