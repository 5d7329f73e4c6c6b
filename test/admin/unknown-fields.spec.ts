import { exportText, HASH, importLines } from '../support/imports/ndjson.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';
import { Cli } from '../support/service/cli.js';

const app = useApp({ LOG_LEVEL: 'debug' });
const copy = useApp();

const NAMED = '"emial" is not a known field.';
const user = (more: Record<string, unknown> = {}) => ({ email: newEmail(), password: PASSWORD, ...more });
const isThere = async (email: string) => (await app.admin('GET', `/users?email=${email}`)).json.users.length === 1;

describe('an unknown field', () => {
  it('is ignored in a request of a user, and logged by its name, without its value', async () => {
    const { email } = user();
    const body = { email, password: PASSWORD, 'Emial\u001b[2J': 'Unlogged value', nested: { deep: 'Unlogged value' } };
    expect((await app.post('/api/auth/user/create', body)).status).toBe(200);
    await app.service.until(() => app.service.log.includes('"Emial'.replaceAll('"', '\\"')));
    const [line = ''] = app.service.log.split('\n').filter((text) => text.includes('Emial'));
    expect(JSON.parse(line)).toMatchObject({
      level: 'debug',
      msg: 'Unknown fields of CreateUserRequest ignored: "Emial\\u001b[2J", "nested"',
    });
    expect(app.service.log).not.toContain('Unlogged value');
  });

  it('in the query of a URL is logged by its name, too', async () => {
    expect((await app.admin('GET', '/users?limit=1&Lmit=Unlogged+value')).status).toBe(200);
    await app.service.until(() => app.service.log.includes('Lmit'));
    expect(app.service.log).not.toContain('Unlogged');
  });

  it('is not logged at the level info', async () => {
    expect((await copy.post('/api/auth/user/create', user({ Emial: 1 }))).status).toBe(200);
    await copy.get('/health/live');
    await copy.service.until(() => copy.service.log.includes('/health/live'));
    expect(copy.service.log).not.toContain('Emial');
  });

  it('is refused by POST /api/admin/users, which names it and creates nobody', async () => {
    const body = user({ emial: 'Unlogged value' });
    const answer = await app.admin('POST', '/users', body);
    expect([answer.status, answer.json]).toEqual([400, { code: 'INVALID_REQUEST', message: NAMED }]);
    expect(await isThere(body.email)).toBe(false);
  });

  it('is refused by POST /api/admin/users also if an import would accept it', async () => {
    const { json } = await app.admin('POST', '/users', user({ batch_id: null }));
    expect(json).toEqual({ code: 'INVALID_REQUEST', message: '"batch_id" is not a known field.' });
  });

  it.each(['', '?dry_run=true'])('fails its line of an import%s, which names it, and no other line', async (query) => {
    const [wrong, right] = [user({ emial: 'x' }), user()];
    const { json } = await importLines(app, [wrong, right], query);
    expect(json).toMatchObject({ created: 1, failed: 1 });
    expect(json.results).toEqual([{ line: 1, code: 'INVALID_REQUEST', message: NAMED }]);
    expect(await isThere(wrong.email)).toBe(false);
    expect(await isThere(right.email)).toBe(query === '');
  });

  it.each([[], ['--dry-run']])(
    'fails its line of an import on the command line %j, which names it',
    async (...more) => {
      const cli = new Cli({ DATABASE_URL: app.database.url });
      try {
        const { code, stdout } = await cli.run(['import', '-', ...more], { input: JSON.stringify(user({ emial: 1 })) });
        expect(code).toBe(1);
        expect(stdout).toContain(`line 1: INVALID_REQUEST: ${NAMED}`);
      } finally {
        cli.remove();
      }
    },
  );
});

it.each(['', '?include_hashes=true'])('an import accepts every field that an export%s writes', async (query) => {
  const emails = [newEmail(), newEmail(), newEmail(), newEmail()];
  const [hashed, unproved, bare, signedUp] = emails;
  const facts = { active: false, metadata: '{"a":1}', created_at: 7 };
  const rows = [
    { email: hashed, password_hash: HASH, email_verified: true, ...facts },
    { email: unproved, email_verified: true, email_proved: false },
    { email: bare },
  ];
  expect((await importLines(app, rows)).json.failed).toBe(0);
  await app.post('/api/auth/user/create', { email: signedUp, password: PASSWORD });
  const exported = (await exportText(app, query)).split('\n').filter((line) => emails.some((e) => line.includes(e)));
  const names = new Set(exported.flatMap((line) => Object.keys(JSON.parse(line))));
  const always = ['active', 'batch_id', 'created_at', 'email', 'email_proved', 'email_verified', 'metadata', 'uid'];
  expect([...names].sort()).toEqual([...always, ...(query ? ['password_hash'] : [])].sort());
  const { json } = await importLines(copy, exported);
  expect(json).toMatchObject({ created: 4, failed: 0 });
  const again = (await exportText(copy, query)).split('\n').filter((line) => emails.some((e) => line.includes(e)));
  const withoutBatch = (line: string) => ({ ...JSON.parse(line), batch_id: null });
  expect(again.map(withoutBatch)).toEqual(exported.map(withoutBatch));
});
