import { ADMIN_TOKEN, App } from './support/app.js';
import { Cli } from './support/cli.js';
import { expectFailure } from './support/expect.js';
import { SECRET, Service } from './support/service.js';

let app: App;
let cli: Cli;
beforeEach(async () => {
  app = await App.start();
  cli = new Cli({ DATABASE_URL: app.database.url });
});
afterEach(async () => {
  cli.remove();
  await app.stop();
});

describe.each(['users.sign_ins', 'import_batches.created_by', 'signing_keys.activates_at'])(
  'without the column %s',
  (column) => {
    const [table, name] = column.split('.');
    beforeEach(async () => {
      await app.sql(`ALTER TABLE ${table} DROP COLUMN ${name}`);
    });

    it('a running service is live, not ready, and names the column', async () => {
      const answer = await app.get('/health/ready');
      expectFailure(answer, 'UNAVAILABLE', 503);
      expect(answer.json.message).toContain(column);
      expect((await app.get('/health/live')).status).toBe(200);
    });

    it('a service does not start, and names the column without a stack', async () => {
      const service = await Service.launch({ DATABASE_URL: app.database.url, AUTH_SECRET: SECRET, ADMIN_TOKEN });
      expect(await service.exited()).toBe(1);
      expect(service.log).toMatch(
        new RegExp(`^Latchkey cannot start: The database lacks the column ${column}, .+ Cure: .+\\.$`, 'm'),
      );
      expect(service.log).not.toMatch(/\n\s+at /);
      await service.stop();
    });

    it('doctor fails and names the column, and other commands do not work', async () => {
      const { code, json } = await cli.run(['doctor', '--json']);
      const found = json.checks.filter((line: { name: string }) => ['migrations', 'columns'].includes(line.name));
      expect([code, found]).toEqual([
        1,
        [
          expect.objectContaining({ name: 'migrations', status: 'ok' }),
          expect.objectContaining({
            status: 'fail',
            found: `missing: ${column}`,
            cure: expect.stringContaining('backup'),
          }),
        ],
      ]);
      const outcome = await cli.run(['admin-token', 'list', '--json']);
      expect([outcome.code, outcome.failure]).toEqual([
        1,
        { code: 'INCOMPLETE_SCHEMA', message: expect.stringContaining(column) },
      ]);
    });
  },
);

it('a service is ready again once the column is back', async () => {
  await app.sql('ALTER TABLE users DROP COLUMN sign_ins');
  expect((await app.get('/health/ready')).status).toBe(503);
  await app.sql('ALTER TABLE users ADD COLUMN sign_ins int NOT NULL DEFAULT 0');
  expect((await app.get('/health/ready')).status).toBe(200);
});
