import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Row } from '../support/database/database.js';
import { expectFailure } from '../support/http/http.js';
import { useIdp } from '../support/idp/idp.js';
import { addProvider, authorize, callbackOf, googleAccount, redeem, signInWith } from '../support/idp/providers.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';
import { Cli } from '../support/service/cli.js';
import { refusal } from '../support/service/service.js';

const SECRET_TEXT = 'a client secret of the tests';
const DECLARED = {
  id: 'declared',
  kind: 'oidc',
  name: 'Declared',
  issuer: 'https://id.corp.example',
  client_id: 'latchkey',
  client_secret_env: 'CORP_SECRET',
};

const folder = mkdtempSync(join(tmpdir(), 'latchkey-providers-'));
const fileOf = (name: string, content: unknown) => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
afterAll(() => rmSync(folder, { recursive: true }));

const FILE = { PROVIDERS_FILE: fileOf('good.json', [DECLARED]), CORP_SECRET: SECRET_TEXT };
const app = useApp({ ...FILE, NODE_ENV: 'development' });
const idp = useIdp();
let cli: Cli;
beforeAll(() => {
  const BASE_URL = new URL(callbackOf(app, 'corp')).origin;
  cli = new Cli({ DATABASE_URL: app.database.url, ...FILE, NODE_ENV: 'development', BASE_URL });
});
afterAll(() => cli.remove());

describe('the command provider', () => {
  it('adds, changes, lists and removes a provider', async () => {
    const registration = { kind: 'oidc' as const, clientId: 'c', clientSecret: SECRET_TEXT, redirectUris: [] };
    const { origin } = await idp.open(registration);
    const words = [
      'provider',
      'add',
      'corp',
      '--kind',
      'oidc',
      '--name',
      'Corp',
      '--client-id',
      'c',
      '--issuer',
      origin,
    ];
    const added = await cli.run([...words, '--email-domains', 'a.example,b.example', '--json'], { input: SECRET_TEXT });
    expect(added.json).toEqual((await app.admin('GET', '/providers/corp')).json);
    expect(added.json).toMatchObject({ email_domains: ['a.example', 'b.example'], sign_up: true, enabled: true });
    const update = ['provider', 'update', 'corp', '--no-sign-up', '--linking', 'manual', '--json'];
    expect((await cli.run(update)).json).toMatchObject({ sign_up: false, linking: 'manual', trust_mfa: false });
    const off = ['provider', 'update', 'corp', '--session-max-ttl', '3600', '--no-enabled', '--end-sessions', '--json'];
    expect((await cli.run(off)).json).toMatchObject({ session_max_ttl: 3600, enabled: false });
    const wrong = await cli.run(['provider', 'update', 'corp', '--enabled', '--end-sessions']);
    expect([wrong.code, wrong.stderr]).toEqual([expect.any(Number), expect.stringContaining('end_sessions')]);
    await cli.run(['provider', 'update', 'corp', '--enabled']);
    expect((await cli.run(['provider', 'list'])).stdout).toMatch(
      /^corp +oidc +Corp +true +database +cli +\S+ +\S+\/api\/auth\/external\/corp\/callback$/m,
    );
    expect((await cli.run(['provider', 'remove', 'corp'])).stdout).toBe('The provider corp is removed.\n');
    const { events } = (await app.admin('GET', '/events?type=provider.changed')).json;
    expect(events.map(({ actor, data }: { actor: string; data: object }) => [actor, data])).toEqual([
      ['cli', { provider: 'corp', change: 'created', fields: [] }],
      ['cli', { provider: 'corp', change: 'updated', fields: ['sign_up', 'linking'] }],
      ['cli', { provider: 'corp', change: 'updated', fields: ['enabled', 'session_max_ttl'] }],
      ['cli', { provider: 'corp', change: 'updated', fields: ['enabled'], widened: true }],
      ['cli', { provider: 'corp', change: 'deleted', fields: [] }],
    ]);
  });

  it('lists and tests what the admin API lists', async () => {
    const { origin } = await idp.open({ kind: 'oidc', clientId: 'c', clientSecret: SECRET_TEXT, redirectUris: [] });
    const body = { id: 'alive', kind: 'oidc', name: 'x', issuer: origin, client_id: 'c', client_secret: SECRET_TEXT };
    await app.admin('POST', '/providers', body);
    expect((await cli.run(['provider', 'list', '--json'])).json).toEqual((await app.admin('GET', '/providers')).json);
    expect((await cli.run(['provider', 'test', 'alive', '--json'])).json).toEqual({ ok: true, error: null });
    expect((await cli.run(['provider', 'test', 'none', '--json'])).failure.code).toBe('PROVIDER_NOT_FOUND');
    await app.admin('DELETE', '/providers/alive');
  });

  it('fails with exit code 1 for a provider that does not answer', async () => {
    const words = [
      'provider',
      'add',
      'dead',
      '--kind',
      'oidc',
      '--name',
      'x',
      '--client-id',
      'c',
      '--no-client-secret',
    ];
    expect((await cli.run([...words, '--issuer', 'http://localhost:1'])).code).toBe(0);
    const { code, stdout } = await cli.run(['provider', 'test', 'dead']);
    expect([code, stdout]).toEqual([1, expect.stringContaining('cannot be used')]);
    const { checks } = (await cli.run(['doctor', '--json'])).json;
    const found = checks.filter(({ name }: { name: string }) => name === 'providers');
    expect(found).toContainEqual(expect.objectContaining({ status: 'fail', found: expect.stringContaining('dead: ') }));
    await app.admin('DELETE', '/providers/dead');
  });
});

describe('the command user end-sessions', () => {
  const endAt = (id: string) => cli.run(['user', 'end-sessions', '--provider', id, '--json']);
  const isOpen = async (token: string) => (await app.refresh(token)).status === 200;
  const open = async (id: string) => (await signInWith(app, id, googleAccount(newEmail()))).json;

  /** Adds rows in one statement, since each has its own transaction. */
  async function insertRows(table: string, rows: Row[]): Promise<void> {
    const names = Object.keys(rows[0] ?? {});
    const places = rows.map(() => `(${names.map(() => '?').join()})`);
    await app.sql(`INSERT INTO ${table} (${names.join()}) VALUES ${places.join()}`, rows.flatMap(Object.values));
  }

  /** Adds open sessions with a provider, each of a new user. */
  async function addSessions(id: string, count: number): Promise<void> {
    const { uid } = await open(id);
    const [user] = await app.sql('SELECT * FROM users WHERE uid = ?', [uid]);
    const [session] = await app.sql('SELECT * FROM sessions WHERE uid = ?', [uid]);
    const ids = Array.from({ length: count - 1 }, () => uuidv7());
    await insertRows(
      'users',
      ids.map((id) => ({ ...user, uid: id, email: `${id}@example.com` })),
    );
    await insertRows(
      'sessions',
      ids.map((id) => ({ ...session, uid: id, session_id: id })),
    );
  }
  const openSessions = async (id: string) =>
    Number((await app.sql('SELECT COUNT(*) AS n FROM sessions WHERE idp = ? AND ended_at IS NULL', [id]))[0]?.n);

  it('ends all sessions of one user, with an event for each', async () => {
    const user = await app.signUp();
    const other = await app.signUp();
    await app.login(user.email, PASSWORD);
    const { code, json } = await cli.run(['user', 'end-sessions', user.email, '--json']);
    expect([code, json]).toEqual([0, { uid: user.uid, sessions: 2 }]);
    expect([await isOpen(user.refresh_token), await isOpen(other.refresh_token)]).toEqual([false, true]);
    const revoked = (await app.events(user.uid)).filter(({ type }) => type === 'session.revoked');
    expect(revoked.map(({ actor, data }) => [actor, data])).toEqual(
      Array(2).fill(['cli', { reason: 'administrator' }]),
    );
    expect((await cli.run(['user', 'end-sessions', user.uid])).stdout).toMatch(/^0 sessions of /);
  });

  it('with --provider ends the sessions and the sign-ins under way of that provider only, and lets people sign in again', async () => {
    const { id } = await addProvider(app, idp, 'google');
    const { id: other } = await addProvider(app, idp, 'google');
    const account = googleAccount(newEmail());
    const [user, stays] = [(await signInWith(app, id, account)).json, await open(other)];
    const underWay = await authorize(app, id, googleAccount(newEmail()));
    expect((await endAt(id)).json).toEqual({ provider: id, users: 1 });
    expect([await isOpen(user.refresh_token), await isOpen(stays.refresh_token)]).toEqual([false, true]);
    expectFailure(await redeem(app, underWay), 'INVALID_CODE');
    const revoked = (await app.events(user.uid)).filter(({ type }) => type === 'session.revoked');
    expect(revoked.map(({ actor, data }) => [actor, data])).toEqual([['cli', { reason: 'identity' }]]);
    expect((await signInWith(app, id, account)).json.uid).toBe(user.uid);
  });

  it('ends the sessions of a provider that was removed, and knows one that never was', async () => {
    const { id } = await addProvider(app, idp, 'google');
    const { refresh_token } = await open(id);
    await app.admin('DELETE', `/providers/${id}`);
    expect((await endAt(id)).json).toEqual({ provider: id, users: 1 });
    expect(await isOpen(refresh_token)).toBe(false);
    const { code, failure } = await endAt('never-was');
    expect([code, failure.code]).toEqual([1, 'PROVIDER_NOT_FOUND']);
  });

  it('ends the rest after a kill in the middle', async () => {
    const { id } = await addProvider(app, idp, 'google');
    await addSessions(id, 400);
    const child = cli.spawn(['user', 'end-sessions', '--provider', id]);
    const ended = once(child, 'exit');
    while ((await openSessions(id)) === 400 && child.exitCode === null) await sleep(5);
    child.kill('SIGKILL');
    await ended;
    const left = await openSessions(id);
    expect(left % 100).toBe(0);
    expect((await endAt(id)).json).toEqual({ provider: id, users: left });
    const events = `SELECT COUNT(*) AS n FROM events WHERE type = 'session.revoked' AND uid IN (SELECT uid FROM sessions WHERE idp = ?)`;
    expect([await openSessions(id), (await app.sql(events, [id]))[0]?.n]).toEqual([0, 400]);
  });

  it.each([[[]], [['somebody@example.com', '--provider', 'corp']]])(
    'needs a user or a provider, not %j',
    async (words) => {
      expect((await cli.run(['user', 'end-sessions', ...words])).code).toBe(2);
    },
  );
});

describe('a provider of PROVIDERS_FILE', () => {
  it('is listed, and is changed only in the file', async () => {
    const answer = await app.admin('GET', '/providers/declared');
    expect(answer.json).toMatchObject({ id: 'declared', source: 'file', issuer: DECLARED.issuer, sign_up: true });
    expect(answer.text).not.toContain(SECRET_TEXT);
    for (const [method, body] of [
      ['PATCH', { name: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      expectFailure(await app.admin(method, '/providers/declared', body), 'INVALID_REQUEST');
    }
    const { client_secret_env: _, ...fields } = DECLARED;
    expectFailure(await app.admin('POST', '/providers', fields), 'PROVIDER_EXISTS');
    expect((await app.get('/api/auth/external/providers')).json.providers).toContainEqual({
      id: 'declared',
      kind: 'oidc',
      name: 'Declared',
    });
    expect(app.service.log).not.toContain(SECRET_TEXT);
  });

  // The command line reads the file as the service does, and in a process that all commands share.
  it.each<[string, unknown, string]>([
    ['that is no JSON', `[{"client_secret": "${SECRET_TEXT}"`, 'no valid JSON'],
    ['that has no list', { providers: [] }, 'a list of objects'],
    ['with a variable that is not set', [{ ...DECLARED, client_secret_env: 'NOT_SET' }], 'names no variable'],
    ['with a session_max_ttl that is too short', [{ ...DECLARED, session_max_ttl: 5 }], 'session_max_ttl'],
    ['with an unknown field', [{ ...DECLARED, isuer: 'x' }], '"isuer" is not a known field'],
    ['with a wrong issuer', [{ ...DECLARED, issuer: 'http://id.corp.example' }], 'issuer must be an https URL'],
  ])('stops a command in a file %s', async (name, content, reason) => {
    const PROVIDERS_FILE = fileOf(`${name.length}.json`, content);
    const { code, stdout, stderr } = await cli.run(['provider', 'list'], { settings: { PROVIDERS_FILE } });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('PROVIDERS_FILE');
    expect(stderr).toContain(reason);
    expect(stderr).not.toContain(SECRET_TEXT);
  });

  it('stops a command when the file does not exist', async () => {
    const settings = { PROVIDERS_FILE: join(folder, 'missing.json') };
    const { code, stderr } = await cli.run(['provider', 'list'], { settings });
    expect([code, stderr]).toEqual([1, expect.stringContaining('PROVIDERS_FILE')]);
  });

  // One that is found with the settings, and one that is found by the rules of the admin API.
  it.each<[string, unknown, string]>([
    ['with a secret', [{ ...DECLARED, client_secret: SECRET_TEXT }], 'contains the secret "client_secret"'],
    ['with an id twice', [DECLARED, DECLARED], 'provider 2 of the file'],
  ])('stops the start in a file %s', async (name, content, reason) => {
    const PROVIDERS_FILE = fileOf(`${name.length}.json`, content);
    const output = await refusal({ PROVIDERS_FILE, CORP_SECRET: SECRET_TEXT });
    expect(output).toContain('PROVIDERS_FILE');
    expect(output).toContain(reason);
    expect(output).not.toContain(SECRET_TEXT);
  });
});
