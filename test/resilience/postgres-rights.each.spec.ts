import { randomBytes } from 'node:crypto';
import { createDatabase, describeOn, type TestDatabase } from '../support/database/database.js';
import { ADMIN_TOKEN, App, newEmail, PASSWORD } from '../support/service/app.js';
import { Service } from '../support/service/service.js';

const DML = 'SELECT, INSERT, UPDATE, DELETE';

describeOn('postgres')('a role of PostgreSQL with few rights', () => {
  const role = `latchkey_${randomBytes(5).toString('hex')}`;
  let app: App;
  let schemaOnly: TestDatabase;

  /** The URL of a database for this role. */
  const limited = ({ url }: TestDatabase, search = '') =>
    Object.assign(new URL(url), { username: role, password: 'limited', search }).href;

  beforeAll(async () => {
    app = new App();
    app.database = await createDatabase({ migrated: true });
    schemaOnly = await createDatabase();
    await app.sql(`CREATE ROLE ${role} LOGIN PASSWORD 'limited'`);
  });
  afterAll(async () => {
    await schemaOnly.sql(`DROP OWNED BY ${role}`);
    await schemaOnly.drop();
    await app.sql(`DROP OWNED BY ${role}`);
    await app.sql(`DROP ROLE ${role}`);
    await app.stop();
  });

  it('makes the tables in a schema that exists, without the right to make schemas', async () => {
    await schemaOnly.sql(`CREATE SCHEMA auth AUTHORIZATION ${role}`);
    const service = await Service.startShared({ DATABASE_URL: limited(schemaOnly, '?schema=auth') });
    const body = { email: newEmail(), password: PASSWORD };
    expect((await service.call('POST', '/api/auth/user/create', { body })).status).toBe(200);
    await service.stop();
    expect(await schemaOnly.sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  });

  it('runs the service on tables of another role with the rights that the guide names, and is refused without them', async () => {
    await app.sql('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
    await app.sql(`GRANT USAGE ON SCHEMA public TO ${role}`);
    await app.sql(`GRANT ${DML} ON ALL TABLES IN SCHEMA public TO ${role}`);
    await app.sql(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`);
    app.service = await Service.startShared({ DATABASE_URL: limited(app.database), ADMIN_TOKEN });
    await app.signUp();
    const { checks } = (await app.admin('GET', '/checks')).json;
    const told = checks.filter(({ name }: { name: string }) => ['cluster', 'writes'].includes(name));
    expect(told.map(({ status }: { status: string }) => status)).toEqual(['ok', 'ok']);

    await app.sql(`REVOKE INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public FROM ${role}`);
    const body = { email: newEmail(), password: PASSWORD };
    expect((await app.post('/api/auth/user/create', body)).code).toBe('UNAVAILABLE');
    expect((await app.get('/health/ready')).status).toBe(503);
    await app.service.logged('"reason":"the database refuses to write: its user lacks the right to write"');
    await app.sql(`GRANT ${DML} ON ALL TABLES IN SCHEMA public TO ${role}`);
    expect((await app.post('/api/auth/user/create', body)).status).toBe(200);
  });
});
