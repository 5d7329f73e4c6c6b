import { createHash } from 'node:crypto';
import { createDatabase, DATABASE, itOnServer, type TestDatabase } from '../support/database/database.js';
import { expectFailure } from '../support/http/http.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { refusal, SECRET, Service } from '../support/service/service.js';

/** Makes the migrations of a database wait; the returned function lets them go on. */
async function holdMigrations(database: TestDatabase): Promise<() => Promise<void>> {
  if (DATABASE === 'sqlite') {
    await database.sql('PRAGMA journal_mode = WAL');
    await database.sql('CREATE TABLE held (id INT)');
    return database.hold('INSERT INTO held VALUES (1)', []);
  }
  if (DATABASE === 'postgres') return database.hold('SELECT pg_advisory_xact_lock(5283947106)', []);
  const name = createHash('sha256').update(new URL(database.url).pathname.slice(1)).digest('hex').slice(0, 32);
  return database.hold('SELECT GET_LOCK(?, 0)', [`latchkey-${name}`]);
}

describe('a service whose migrations wait', () => {
  let database: TestDatabase;
  let service: Service;
  let release: () => Promise<void>;
  beforeAll(async () => {
    database = await createDatabase();
    release = await holdMigrations(database);
    service = await Service.launch({ DATABASE_URL: database.url, AUTH_SECRET: SECRET });
    await service.logged('migrations.');
    await service.untilAccepts();
  });
  afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  it('says so once in its log, and answers 503 with Retry-After, without an error in the log for each request', async () => {
    const body = { email: newEmail(), password: PASSWORD };
    const answers = [];
    for (let probe = 0; probe < 3; probe++) answers.push(await service.call('GET', '/health/ready'));
    answers.push(await service.call('POST', '/api/auth/user/create', { body }));
    const header = Buffer.from('{"alg":"ES256","kid":"unknown","typ":"at+jwt"}').toString('base64url');
    answers.push(await service.call('GET', '/api/auth/user', { token: `${header}.e30.x` }));
    for (const answer of answers) {
      expectFailure(answer, 'UNAVAILABLE', 503);
      expect(answer.headers.get('retry-after')).toBe('2');
    }
    expect(answers[0]?.json.message).toBe('The service is not ready: it waits for the migrations of the database.');
    expect((await service.call('GET', '/health/live')).status).toBe(200);
    const lines = service.log.split('\n').filter((line) => line.startsWith('{'));
    const others = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg !== 'request');
    expect(others.filter(({ level }) => level !== 'info' && level !== 'warn')).toEqual([]);
    expect(others.filter(({ msg }) => /is reached; waiting for \d+ migrations\.$/.test(msg))).toHaveLength(1);
    expect(service.log).not.toContain('    at ');
  });

  describe('that have been applied', () => {
    beforeAll(async () => {
      await release();
      await service.untilReady();
    });

    it('is ready', async () => {
      const body = { email: newEmail(), password: PASSWORD };
      expect((await service.call('POST', '/api/auth/user/create', { body })).status).toBe(200);
    });

    it('does not start again with an AUTH_SECRET that does not fit the database', async () => {
      const said = await refusal({ DATABASE_URL: database.url, AUTH_SECRET: `${SECRET}, but another` });
      expect(said).toMatch(/^AUTH_SECRET: [^\n]+; allowed: [^\n]+AUTH_SECRET_PREVIOUS\n$/m);
      expect(said).not.toContain('but another');
    });

    itOnServer.each([
      ['a wrong password', { username: 'nobody', password: 'hidden' }],
      ['an unknown database', { pathname: '/latchkey_there_is_none' }],
    ])('does not start with %s in DATABASE_URL', async (_what, spoil) => {
      const said = await refusal({ DATABASE_URL: Object.assign(new URL(database.url), spoil).href });
      expect(said).toMatch(/^DATABASE_URL: [^\n]+; allowed: [^\n]+\n$/m);
      expect(said).not.toContain('hidden');
    });
  });
});
