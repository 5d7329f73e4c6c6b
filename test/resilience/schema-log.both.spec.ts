import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DataSource } from 'typeorm';
import { createDatabase, type TestDatabase } from '../support/database.js';

const LIBS = resolve(__dirname, '../../libs');

/** The tables of all entity files. */
const tables = readdirSync(LIBS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.entity.ts') && !file.includes('node_modules'))
  .map((file) => /@Entity\('(\w+)'\)/.exec(readFileSync(join(LIBS, file), 'utf8'))?.[1])
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

  it('proposes no change to migrated tables (schema:log)', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });
});
