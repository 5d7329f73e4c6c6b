import { createDatabase, DATABASE, type TestDatabase } from '../support/database/database.js';
import { keepsPrepared, startPooler } from '../support/database/pooler.mjs';
import type { DatabaseServer } from '../support/database/servers.mjs';
import { inParallel } from '../support/http/clients.js';
import { countOutcomes } from '../support/http/http.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { Service } from '../support/service/service.js';

const CURE = '?prepare=off in DATABASE_URL, or PgBouncer 1.21 or newer with max_prepared_statements above 0';
const SCHEMA_CURE = 'no ?schema=, but ALTER ROLE … SET search_path = the schema';
const ROUNDS = 2;
const AT_ONCE = 20;

const onPostgres = DATABASE === 'postgres' && keepsPrepared() !== undefined ? describe : describe.skip;

onPostgres('PgBouncer, which gives each transaction another connection,', () => {
  const cleanUp: (() => Promise<unknown>)[] = [];
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createDatabase({ migrated: true });
    cleanUp.push(() => database.drop());
  });
  afterEach(async () => {
    for (const step of cleanUp.splice(0).reverse()) await step();
  });

  /** The URL of the database by a pooler. */
  async function pooled(settings: Record<string, string | number>, query: string): Promise<string> {
    const pooler = (await startPooler(process.env.TEST_POSTGRES_URL ?? '', settings)) as DatabaseServer;
    cleanUp.push(() => pooler.stop());
    return pooler.url + new URL(database.url).pathname + query;
  }

  async function start(DATABASE_URL: string): Promise<Service> {
    const service = await Service.startShared({ DATABASE_URL });
    cleanUp.push(() => service.stop());
    return service;
  }

  /** What a start says that the settings stop. */
  async function refusal(DATABASE_URL: string): Promise<string> {
    const service = await Service.launch({ DATABASE_URL, AUTH_SECRET: 'a secret for tests, long enough to be one' });
    cleanUp.push(() => service.stop());
    expect(await service.exited()).toBe(1);
    return service.log;
  }

  async function expectWorks(service: Service): Promise<void> {
    for (let round = 0; round < ROUNDS; round++) {
      const body = { email: newEmail(), password: PASSWORD };
      const create = () => service.call('POST', '/api/auth/user/create', { body });
      expect(countOutcomes(await inParallel(AT_ONCE, create))).toEqual({ 200: 1, EMAIL_ALREADY_IN_USE: AT_ONCE - 1 });
      const login = () => service.call('POST', '/api/auth/user/login', { body });
      expect(countOutcomes(await inParallel(AT_ONCE, login))).toEqual({ 200: AT_ONCE });
    }
  }

  it('serves many requests at once with ?prepare=off, by few connections', async () => {
    await expectWorks(await start(await pooled({ default_pool_size: 2 }, '?prepare=off')));
  });

  it('takes no ?schema=, as a start says, but that of the database', async () => {
    const name = new URL(database.url).pathname.slice(1);
    const query = '?prepare=off&schema=auth';
    await database.sql('CREATE SCHEMA auth');
    expect(await refusal(await pooled({}, query))).toContain(SCHEMA_CURE);
    const ignoring = await pooled({ ignore_startup_parameters: 'options' }, query);
    expect(await refusal(ignoring)).toContain(SCHEMA_CURE);
    await database.sql(`ALTER DATABASE ${name} SET search_path = auth`);
    await expectWorks(await start(await pooled({}, '?prepare=off')));
    expect(await database.sql('SELECT COUNT(*) AS count FROM public.users')).toEqual([{ count: 0 }]);
  });

  it('stops the start with what to do when it does not know prepared statements', async () => {
    const log = await refusal(await pooled({}, ''));
    expect(log).toContain('DATABASE_URL');
    expect(log).toContain(CURE);
  });

  it('is named in the log when it forgets prepared statements later', async () => {
    const kept = await startPooler(process.env.TEST_POSTGRES_URL ?? '', {
      pool_mode: 'session',
      default_pool_size: 40,
    });
    const service = await start(`${kept?.url}${new URL(database.url).pathname}`);
    await expectWorks(service);
    await kept?.stop();
    await pooled({ listen_port: new URL(kept?.url ?? '').port, default_pool_size: 2 }, '');
    const login = { body: { email: newEmail(), password: PASSWORD } };
    const answers = await inParallel(AT_ONCE, () => service.call('POST', '/api/auth/user/login', login));
    expect(countOutcomes(answers)).toHaveProperty('UNAVAILABLE');
    await service.logged(CURE);
  });

  // From version 1.21 on.
  (keepsPrepared() ? it : it.skip)('serves many requests at once with prepared statements that it keeps', async () => {
    await expectWorks(await start(await pooled({ default_pool_size: 2, max_prepared_statements: 200 }, '')));
  });

  it('serves prepared statements when it gives each client a connection', async () => {
    await expectWorks(await start(await pooled({ pool_mode: 'session', default_pool_size: 40 }, '')));
  });
});
