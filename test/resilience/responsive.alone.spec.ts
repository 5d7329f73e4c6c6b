import Sqlite from 'better-sqlite3';
import { itOn } from '../support/database/database.js';
import { App, newEmail, PASSWORD } from '../support/service/app.js';

let app: App;
afterEach(() => app.stop());

/** So many that they take a second or more, with these costs. */
const HEAVY_REQUESTS = 24;
const COSTS = { js: '9', native: '10' };
/** A service that did such work in its main thread would answer one or two other requests between two of them. */
const ENOUGH_ANSWERS = 3 * HEAVY_REQUESTS;

/**
 * The number of other requests that are answered one after the other until the work is done, or until there are enough.
 */
async function answeredDuring(work: Promise<unknown>[], token: string): Promise<number> {
  let done = false;
  const all = Promise.all(work).finally(() => {
    done = true;
  });
  let answered = 0;
  for (; !done && answered < ENOUGH_ANSWERS; answered++)
    expect((await app.get('/api/auth/user', { token })).status).toBe(200);
  await all;
  return answered;
}

it.each(Object.entries(COSTS))('hashing with the %s engine does not delay other requests', async (engine, cost) => {
  app = await App.start({ BCRYPT_ENGINE: engine, BCRYPT_COST: cost });
  const user = await app.signUp();
  const logins = Array.from({ length: HEAVY_REQUESTS }, async (_none, index) => {
    const answer = await app.login(index % 2 ? user.email : newEmail(), PASSWORD);
    return answer.code ?? answer.status;
  });
  expect(await answeredDuring(logins, user.token)).toBe(ENOUGH_ANSWERS);
  expect(await Promise.all(logins)).toEqual(logins.map((_login, index) => (index % 2 ? 200 : 'INVALID_CREDENTIALS')));
});

it('the scoring of passwords does not delay sign-ins', async () => {
  app = await App.start({ BCRYPT_COST: '4', PASSWORD_MIN_SCORE: '4' });
  const user = await app.signUp();
  let open = 0;
  const heavy = Array.from({ length: HEAVY_REQUESTS }, async (_none, index) => {
    open += 1;
    const password = `${index}p4ssw0rd`.repeat(25);
    await app.post('/api/auth/user/create', { email: newEmail(), password });
    open -= 1;
  });
  await Promise.race(heavy);
  expect((await app.login(user.email, PASSWORD)).status).toBe(200);
  expect(open).toBeGreaterThan(8);
  expect(await answeredDuring(heavy, user.token)).toBe(ENOUGH_ANSWERS);
});

itOn('sqlite')('another process that writes delays only writes', async () => {
  app = await App.start();
  const user = await app.signUp();
  const writer = new Sqlite(app.database.url.slice('sqlite:'.length));
  writer.exec('BEGIN IMMEDIATE');
  let written = false;
  const write = app.put('/api/auth/user', { metadata: '[]' }, { token: user.token }).finally(() => {
    written = true;
  });
  // The write times out in the end: reads enough to be sure, but not for long.
  const begun = performance.now();
  for (let read = 0; read < 10 || (read < 50 && performance.now() - begun < 700); read++) {
    expect((await app.get('/health/live')).status).toBe(200);
  }
  expect(written).toBe(false);
  writer.exec('ROLLBACK');
  writer.close();
  expect((await write).status).toBe(200);
});

it('a login that is in progress when the service is stopped is answered before the service ends', async () => {
  app = await App.start({ BCRYPT_COST: '12' });
  await app.post('/api/auth/user/create', { email: 'ada@example.com', password: PASSWORD });
  const login = app.login('ada@example.com', PASSWORD);
  await app.get('/health/live');
  await app.service.stop();
  expect((await login).status).toBe(200);
});
