import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answer, expectFailure } from '../support/http/http.js';
import { importLines } from '../support/imports/ndjson.js';
import { ADMIN_TOKEN, App, newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { RangeServer, sha1 } from '../support/service/neighbours.js';
import type { Service } from '../support/service/service.js';

const BREACHED = 'gusty plover quince 71';
const RARE = 'gusty plover quince 72';

let ranges: RangeServer;
let folder: string;
let app: App;
let strict: Service;
let offline: Service;
let user: SignedUp;
beforeAll(async () => {
  ranges = await new RangeServer().listen();
  ranges.list(BREACHED, 2);
  ranges.list(RARE, 1);
  folder = join(mkdtempSync(join(tmpdir(), 'latchkey-test-')), 'pwned');
  mkdirSync(folder);
  writeFileSync(join(folder, `${sha1(BREACHED).slice(0, 5)}.txt`), `${sha1(BREACHED).slice(5)}:2\r\n`);
  const remote = { PASSWORD_BREACH: ranges.url, PASSWORD_BREACH_MIN: '2' };
  app = await App.start(remote);
  [strict, offline] = await Promise.all([
    app.replica({ ...remote, PASSWORD_BREACH_STRICT: 'on' }),
    app.replica({ PASSWORD_BREACH: `file:${folder}` }),
  ]);
  user = await app.signUp();
});
afterAll(async () => {
  await app?.stop();
  await ranges.stop();
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  ranges.answer = undefined;
});

const create = (password: string, service = app.service) =>
  service.call('POST', '/api/auth/user/create', { body: { email: newEmail(), password } });

function expectBreached(answer: Answer): void {
  expectFailure(answer, 'WEAK_PASSWORD');
  expect(answer.json.message).toContain('has appeared in a data breach');
}

async function results(service = app.service): Promise<Record<string, number>> {
  const text = (await service.call('GET', '/metrics', { token: ADMIN_TOKEN })).text;
  const found = text.matchAll(/^latchkey_password_breach_checks_total\{result="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...found].map(([, result, count]) => [result, Number(count)]));
}

describe('a breached password is refused', () => {
  it('at a sign-up, when it was seen often enough', async () => {
    expectBreached(await create(BREACHED));
    expect((await create(RARE)).status).toBe(200);
    expect((await create('another gusty plover')).status).toBe(200);
  });

  it('at a change of the password', async () => {
    const body = { old_password: PASSWORD, new_password: BREACHED };
    expectBreached(await app.patch('/api/auth/user/change-password', body, { token: user.token }));
    expect((await app.login(user.email, PASSWORD)).status).toBe(200);
  });

  it('when an administrator sets it', async () => {
    expectBreached(await app.admin('POST', '/users', { email: newEmail(), password: BREACHED }));
    expectBreached(await app.admin('PATCH', `/users/${user.uid}`, { password: BREACHED }));
  });

  it('in a line of an import, also in a dry run', async () => {
    const lines = [{ email: newEmail(), password: BREACHED }, { email: newEmail() }];
    for (const more of ['?dry_run=true', '']) {
      const { json } = await importLines(app, lines, more);
      expect(json).toMatchObject({ created: 1, failed: 1, results: [{ line: 1, code: 'WEAK_PASSWORD' }] });
    }
  });

  it('with a folder of ranges in place of an address', async () => {
    expectBreached(await create(BREACHED, offline));
    expect((await create(RARE, offline)).status).toBe(200);
    expect(await results(offline)).toEqual({ breached: 1, not_breached: 0, unreachable: 1 });
    await offline.logged('is out of reach: a file is missing');
    expect(offline.log.match(/PASSWORD_BREACH is out of reach: a file is missing/g)).toHaveLength(1);
  });
});

it('only the first five digits of the digest of a password leave the service', async () => {
  ranges.paths.length = 0;
  expect((await create('yet another gusty plover')).status).toBe(200);
  expect(ranges.paths).toEqual([`/range/${sha1('yet another gusty plover').slice(0, 5)}`]);
});

it('a password that other rules refuse is not looked up, and neither is that of a login', async () => {
  ranges.paths.length = 0;
  expectFailure(await create('short'), 'WEAK_PASSWORD');
  expectFailure(await create('password1'), 'WEAK_PASSWORD');
  const noEmail = { email: 'none', password: 'one more gusty plover' };
  expectFailure(await app.post('/api/auth/user/create', noEmail), 'INVALID_EMAIL');
  const wrong = { old_password: 'wrong', new_password: 'one more gusty plover' };
  expectFailure(await app.patch('/api/auth/user/change-password', wrong, { token: user.token }), 'INVALID_PASSWORD');
  expect((await app.login(user.email, PASSWORD)).status).toBe(200);
  expect(ranges.paths).toEqual([]);
});

it('while the list is out of reach, passwords are accepted; this is counted, and logged once until it is tried again', async () => {
  const before = await results();
  ranges.answer = (response) => response.writeHead(503).end();
  ranges.paths.length = 0;
  for (const password of ['first gusty plover', 'second gusty plover', BREACHED]) {
    const answer = await create(password);
    if (password === BREACHED) expectBreached(answer);
    else expect(answer.status).toBe(200);
  }
  expect(ranges.paths).toHaveLength(1);
  expect((await results()).unreachable).toBe((before.unreachable ?? 0) + 2);
  await app.service.logged('is out of reach: the answer has the status 503');
  expect(app.service.log.match(/PASSWORD_BREACH is out of reach: the answer has the status 503/g)).toHaveLength(1);
  await app.advance(10);
  ranges.answer = undefined;
  ranges.list('third gusty plover', 5);
  expectBreached(await create('third gusty plover'));
});

it('PASSWORD_BREACH_STRICT=on refuses new passwords while the list is out of reach', async () => {
  ranges.answer = (response) => response.writeHead(302, { location: '/elsewhere' }).end();
  const answer = await create('fourth gusty plover', strict);
  expectFailure(answer, 'UNAVAILABLE', 503);
  expect(answer.headers.get('retry-after')).toBe('10');
  const login = { email: user.email, password: PASSWORD };
  expect((await strict.call('POST', '/api/auth/user/login', { body: login })).status).toBe(200);
  ranges.answer = undefined;
  await strict.advance(10);
  expect((await create('fourth gusty plover', strict)).status).toBe(200);
});
