import { App } from './support/app.js';
import { Cli } from './support/cli.js';
import { expectFailure } from './support/expect.js';
import { SECRET, Service } from './support/service.js';

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

it.each([
  ['users.sign_ins', 'int NOT NULL DEFAULT 0'],
  ['signing_keys.activates_at', 'int NULL'],
  ['import_batches.created_by', "varchar(60) NOT NULL DEFAULT ''"],
])('without the column %s no service is ready or starts, and doctor and commands name it', async (column, type) => {
  const [table, name] = column.split('.');
  await app.sql(`ALTER TABLE ${table} DROP COLUMN ${name}`);

  const ready = await app.get('/health/ready');
  expectFailure(ready, 'UNAVAILABLE', 503);
  expect(ready.json.message).toContain(column);
  expect((await app.get('/health/live')).status).toBe(200);

  const service = await Service.launch({ DATABASE_URL: app.database.url, AUTH_SECRET: SECRET });
  expect(await service.exited()).toBe(1);
  const refusal = `^Latchkey cannot start: The database lacks the column ${column}, .+ Cure: .+\\.$`;
  expect(service.log).toMatch(new RegExp(refusal, 'm'));
  expect(service.log).not.toMatch(/\n\s+at /);
  await service.stop();

  const { code, json } = await cli.run(['doctor', '--json']);
  const lines = json.checks.filter((line: { name: string }) => ['migrations', 'columns'].includes(line.name));
  expect(lines).toEqual([
    expect.objectContaining({ name: 'migrations', status: 'ok' }),
    { name: 'columns', status: 'fail', found: `missing: ${column}`, cure: expect.stringContaining('backup') },
  ]);
  const list = await cli.run(['admin-token', 'list', '--json']);
  expect(list.failure).toEqual({ code: 'INCOMPLETE_SCHEMA', message: expect.stringContaining(column) });
  expect([code, list.code]).toEqual([1, 1]);

  await app.sql(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`);
  expect((await app.get('/health/ready')).status).toBe(200);
});
