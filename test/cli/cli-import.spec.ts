import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase } from '../support/database/database.js';
import { importLines } from '../support/imports/ndjson.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';
import { Cli } from '../support/service/cli.js';

const app = useApp();
let cli: Cli;
beforeAll(async () => {
  cli = new Cli({ DATABASE_URL: app.database.url });
});
afterAll(() => cli.remove());

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
    const { id, token } = await app.adminToken(['write']);
    const second = (await importLines(app, [{ email: newEmail() }], '', token)).json.batch_id;
    const [{ uid }] = (await app.sql('SELECT uid FROM users WHERE batch_id = ?', [first])) as [{ uid: string }];
    await app.admin('DELETE', `/users/${uid}`);
    const created_at = expect.any(Number);
    expect((await list()).slice(0, 2)).toEqual([
      { batch_id: second, created_at, created_by: `admin:${id}`, users: 1 },
      { batch_id: first, created_at, created_by: 'cli', users: 2 },
    ]);
    expect((await cli.run(['import', 'undo', first, '--json'])).json).toEqual({ removed: 2, kept: 0 });
    expect((await list())[1]).toMatchObject({ batch_id: first, users: 0 });
    const { stdout } = await cli.run(['import', 'list']);
    expect(stdout).toMatch(/^ID +CREATED +BY +USERS\n/);
    expect(stdout).toMatch(new RegExp(`^${first} +\\d{4}-\\d\\d-\\d\\dT[\\d:]+Z +cli +0$`, 'm'));
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
