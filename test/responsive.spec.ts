import Sqlite from 'better-sqlite3';
import { App, newEmail, PASSWORD } from './support/app.js';
import { DATABASE } from './support/database.js';

let app: App;
afterEach(() => app.stop());

it.each(['js', 'native'])('hashing with the %s engine does not keep other requests waiting', async (engine) => {
  app = await App.start({ BCRYPT_ENGINE: engine, BCRYPT_COST: '10' });
  const user = await app.signUp();
  let open = 0;
  const logins = Array.from({ length: 64 }, async (_none, index) => {
    open += 1;
    const answer = await app.login(index % 2 ? user.email : newEmail(), PASSWORD);
    open -= 1;
    return answer.code ?? answer.status;
  });
  await Promise.race(logins);
  for (const path of ['/health/live', '/api/auth/user']) {
    expect((await app.get(path, { token: user.token })).status).toBe(200);
    expect(open).toBeGreaterThan(32);
  }
  expect(await Promise.all(logins)).toEqual(logins.map((_login, index) => (index % 2 ? 200 : 'INVALID_CREDENTIALS')));
});

it('weighing passwords does not keep sign-ins waiting', async () => {
  app = await App.start({ BCRYPT_COST: '4' });
  const user = await app.signUp();
  let open = 0;
  const heavy = Array.from({ length: 8 }, async (_none, index) => {
    open += 1;
    const password = `${index}p4ssw0rd`.repeat(28);
    const { code } = await app.post('/api/auth/user/create', { email: newEmail(), password });
    open -= 1;
    return code;
  });
  await Promise.race(heavy);
  expect((await app.login(user.email, PASSWORD)).status).toBe(200);
  expect(open).toBeGreaterThan(3);
  await Promise.all(heavy);
});

(DATABASE === 'sqlite' ? it : it.skip)('another process that writes holds up writes, and nothing else', async () => {
  app = await App.start();
  const user = await app.signUp();
  const writer = new Sqlite(app.database.url.slice('sqlite:'.length));
  writer.exec('BEGIN IMMEDIATE');
  let written = false;
  const write = app.put('/api/auth/user', { metadata: '[]' }, { token: user.token }).finally(() => {
    written = true;
  });
  for (let read = 0; read < 50; read++) expect((await app.get('/health/live')).status).toBe(200);
  expect(written).toBe(false);
  writer.exec('ROLLBACK');
  writer.close();
  expect((await write).status).toBe(200);
});

it('a login that is in flight when the service is stopped is answered, and then the service ends', async () => {
  app = await App.start({ BCRYPT_COST: '12' });
  await app.post('/api/auth/user/create', { email: 'ada@example.com', password: PASSWORD });
  const login = app.login('ada@example.com', PASSWORD);
  await app.get('/health/live');
  await app.service.stop();
  expect((await login).status).toBe(200);
});
