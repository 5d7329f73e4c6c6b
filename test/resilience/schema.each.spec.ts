import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { DataSource } from 'typeorm';
import { ClientDataSource, clientOptions, createClient } from '../../libs/database/src/data-source.js';
import { createDatabase, itOn, type TestDatabase } from '../support/database/database.js';
import { expectFailure } from '../support/http/http.js';
import { useApp } from '../support/service/app.js';
import { Cli, type Outcome } from '../support/service/cli.js';
import { SECRET, Service } from '../support/service/service.js';

const app = useApp();
let cli: Cli;
beforeAll(async () => {
  cli = new Cli({ DATABASE_URL: app.database.url });
});
afterAll(() => cli.remove());

const COLUMNS: [column: string, type: string][] = [
  ['users.sign_ins', 'int NOT NULL DEFAULT 0'],
  ['signing_keys.activates_at', 'int NULL'],
  ['import_batches.created_by', "varchar(60) NOT NULL DEFAULT ''"],
];

async function drop([column]: (typeof COLUMNS)[number]): Promise<void> {
  const [table, name] = column.split('.');
  await app.sql(`ALTER TABLE ${table} DROP COLUMN ${name}`);
}

async function add([column, type]: (typeof COLUMNS)[number]): Promise<void> {
  const [table, name] = column.split('.');
  await app.sql(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`);
}

itOn('mysql')('texts are compared by their bytes: with their case and their accents', async () => {
  const collations = await app.sql(
    `SELECT DISTINCT collation_name AS name FROM information_schema.columns
        WHERE table_schema = DATABASE() AND collation_name IS NOT NULL AND table_name <> 'migrations' ORDER BY name`,
  );
  expect(collations.map(({ name }) => name)).toEqual(['ascii_bin', 'utf8mb4_bin']);
});

it.each(COLUMNS)(
  'a running service without the column %s is not ready, names the column and stays alive',
  async (column, type) => {
    await drop([column, type]);
    const ready = await app.get('/health/ready');
    expectFailure(ready, 'UNAVAILABLE', 503);
    expect(ready.json.message).toContain(`the column ${column},`);
    expect((await app.get('/health/live')).status).toBe(200);
    await add([column, type]);
    expect((await app.get('/health/ready')).status).toBe(200);
  },
);

describe('without some required columns', () => {
  let log: string;
  let exitCode: number | null;
  let doctor: Outcome;
  let list: Outcome;
  beforeAll(async () => {
    for (const column of COLUMNS) await drop(column);
    const settings = { DATABASE_URL: app.database.url, AUTH_SECRET: SECRET };
    const [service, ...outcomes] = await Promise.all([
      Service.launch(settings),
      cli.run(['doctor', '--json']),
      cli.run(['admin-token', 'list', '--json']),
    ]);
    [doctor, list] = outcomes;
    exitCode = await service.exited();
    log = service.log;
    await service.stop();
    for (const column of COLUMNS) await add(column);
  }, 180_000);

  /** In the form of the messages, in any order. */
  const named = (text = '') => text.split(', ').sort();
  const sorted = COLUMNS.map(([column]) => column).sort();

  it('the service does not start, and its message names each column and the remedy', () => {
    expect(exitCode).toBe(1);
    const refusal = /^Latchkey cannot start: The database lacks the columns (.+), although .+ Cure: .+\.$/m;
    expect(named(refusal.exec(log)?.[1])).toEqual(sorted);
    expect(log).not.toMatch(/\n\s+at /);
  });

  it('doctor names each column, although all migrations are applied', () => {
    const lines = doctor.json.checks.filter((line: { name: string }) => ['migrations', 'columns'].includes(line.name));
    expect(lines).toEqual([
      expect.objectContaining({ name: 'migrations', status: 'ok' }),
      {
        name: 'columns',
        status: 'fail',
        found: expect.stringMatching(/^missing: /),
        cure: expect.stringContaining('backup'),
      },
    ]);
    expect(named(lines[1].found.replace('missing: ', ''))).toEqual(sorted);
    expect(doctor.code).toBe(1);
  });

  it('a command fails with INCOMPLETE_SCHEMA, and names each column', () => {
    expect(list.failure.code).toBe('INCOMPLETE_SCHEMA');
    for (const column of sorted) expect(list.failure.message).toContain(column);
    expect(list.code).toBe(1);
  });
});

const LIBS = resolve(__dirname, '../../libs');

/** The tables of all entities. */
const tables = readdirSync(LIBS, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.spec)\.ts$/.test(file) && !file.includes('node_modules'))
  .flatMap((file) =>
    [...readFileSync(join(LIBS, file), 'utf8').matchAll(/@Entity\('(\w+)'\)/g)].map(([, name]) => name),
  )
  .sort();

describe('the data source of ormconfig.ts', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await createDatabase();
    process.env.DATABASE_URL = database.url;
    dataSource = (await import('../../ormconfig.js')).default;
    await dataSource.initialize();
    await dataSource.runMigrations();
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('has all entities', () => {
    expect(dataSource.entityMetadatas.map(({ tableName }) => tableName).sort()).toEqual(tables);
  });

  it('has a line in the reference of the tables for each table and column', () => {
    const text = readFileSync(resolve(__dirname, '../../docs/reference/schema.md'), 'utf8');
    const told = text
      .split('\n### ')
      .slice(1)
      .map((section) => {
        const columns = [...section.matchAll(/^\| `(\w+)` \| \S/gm)].map(([, column]) => column);
        return [/^`(\w+)`\n\n\S/.exec(section)?.[1], columns.sort()];
      });
    const entities = dataSource.entityMetadatas.map(({ tableName, columns }) => {
      const stored = columns.filter(({ isVirtualProperty }) => !isVirtualProperty);
      return [tableName, stored.map(({ databaseName }) => databaseName).sort()];
    });
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(entities));
  });

  it('proposes no change to migrated tables (schema:log)', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });
});

// A server has other locks.
itOn('sqlite')('a migration of an SQLite file waits once for another process that writes, and then fails', async () => {
  const BUSY_MS = 400;
  const database = await createDatabase();
  const file = database.url.slice('sqlite:'.length);
  const client = createClient({ type: 'sqlite', file }, { busyTimeoutMs: BUSY_MS });
  const source = await new ClientDataSource(clientOptions(client)).initialize();
  const writer = new Sqlite(file);
  writer.exec('BEGIN IMMEDIATE');
  const begun = performance.now();
  await expect(client.migrate(async () => undefined)).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
  // It would be nine times as long, with pauses of seconds, if it were repeated.
  expect(performance.now() - begun).toBeLessThan(9 * BUSY_MS);
  writer.exec('ROLLBACK');
  expect(await client.migrate(async () => 'migrated')).toBe('migrated');
  writer.close();
  await source.destroy();
  await database.drop();
});
