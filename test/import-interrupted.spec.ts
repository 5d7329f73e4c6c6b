import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { get, request } from 'node:http';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_TOKEN, App, newEmail } from './support/app.js';
import { createDatabase, DATABASE } from './support/database.js';
import { DatabaseProxy } from './support/database-proxy.js';
import { expectFailure } from './support/expect.js';
import { countUsers, HASH, importLines, importStream, NDJSON } from './support/ndjson.js';
import { SECRET, Service } from './support/service.js';

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function start(): Promise<App> {
  const app = await App.start();
  cleanUp.push(() => app.stop());
  return app;
}

const LINES = 3_000;
const file = () =>
  Array.from({ length: LINES }, () => ({ email: newEmail(), uid: crypto.randomUUID(), password_hash: HASH }));

/** The lines one hundred at a time, so slowly that something can happen on the way. */
async function* slowly(lines: object[], pause = 10): AsyncGenerator<string> {
  for (let at = 0; at < lines.length; at += 100) {
    yield lines
      .slice(at, at + 100)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');
    await sleep(pause);
  }
}

async function untilSome(app: App): Promise<void> {
  while ((await countUsers(app)) < 500) await sleep(5);
}

it('killed half-way and run again with the same file: no duplicate, the rest is added', async () => {
  const app = await start();
  const lines = file();
  const killed = await app.replica();
  const broken = importStream(killed, slowly(lines)).catch(() => 'broken off');
  await untilSome(app);
  await killed.stop('SIGKILL');
  expect(await broken).toBe('broken off');
  const there = await countUsers(app);
  expect(there).toBeGreaterThanOrEqual(500);
  expect(there).toBeLessThan(LINES);
  const { json } = await importLines(app, lines);
  expect([json.created, json.failed, json.results.length]).toEqual([LINES - there, there, there]);
  expect(json.results.map(({ line }: { line: number }) => line)).toEqual(
    Array.from({ length: there }, (_, i) => i + 1),
  );
  const rows = await app.sql('SELECT COUNT(DISTINCT email) AS emails, COUNT(*) AS n FROM users');
  expect(rows.map(({ emails, n }) => [Number(emails), Number(n)])).toEqual([[LINES, LINES]]);
  const events = await app.sql(
    "SELECT COUNT(DISTINCT uid) AS uids, COUNT(*) AS n FROM events WHERE type = 'user.imported'",
  );
  expect(events.map(({ uids, n }) => [Number(uids), Number(n)])).toEqual([[LINES, LINES]]);
});

it('the same file from three sides at once: no duplicate, and the sums are right', async () => {
  const app = await start();
  const other = await app.replica();
  cleanUp.push(() => other.stop());
  const lines = file();
  const answers = await Promise.all([
    importStream(app.service, slowly(lines, 0)),
    importStream(other, slowly(lines, 0)),
    importStream(
      app.service,
      slowly(
        lines.map((line) => ({ ...line, uid: crypto.randomUUID() })),
        0,
      ),
    ),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.reduce((sum, { json }) => sum + json.created, 0)).toBe(LINES);
  for (const { json } of answers) {
    expect(json.created + json.failed).toBe(LINES);
    for (const { code } of json.results) expect(code).toMatch(/^(EMAIL|UID)_ALREADY_IN_USE$/);
  }
  expect(await countUsers(app)).toBe(LINES);
});

it('a client that goes away ends it, and what came before stays', async () => {
  const app = await start();
  const { hostname, port } = new URL(app.service.url);
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': NDJSON };
  const outgoing = request({ hostname, port, method: 'POST', path: '/api/admin/import', headers });
  outgoing.on('error', () => undefined);
  for await (const chunk of slowly(file().slice(0, 700))) outgoing.write(chunk);
  while ((await countUsers(app)) < 700) await sleep(5);
  outgoing.write('{"email":"half@exam');
  outgoing.destroy();
  await app.service.until(() =>
    /The request body broke off\. Import [\da-f-]{36} ended after 700 lines/.test(app.service.log),
  );
  expect(await countUsers(app)).toBe(700);
  const [batch] = await app.sql('SELECT batch_id FROM import_batches');
  expect((await app.admin('DELETE', `/import/${batch?.batch_id}`)).json).toEqual({ removed: 700, kept: 0 });
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('latchkey-import-'))).toEqual([]);
});

it('a service that is to stop does not wait for the rest of it', async () => {
  const app = await start();
  const stopped = await app.replica();
  const answer = importStream(stopped, slowly(file(), 1_000)).catch(() => undefined);
  await untilSome(app);
  await stopped.stop();
  const outcome = await answer;
  if (outcome) expect(outcome.json).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('Import ') });
  expect(stopped.log).toMatch(/The service is stopping\. Import [\da-f-]{36} ended after \d+ lines/);
});

// They take as long as the time that they are about; what it is up to is not the database.
(DATABASE === 'sqlite' ? describe : describe.skip)('time', () => {
  it.concurrent('a body that does not arrive within 30 seconds is cut, and so is what follows a rejected import', async () => {
    const service = await Service.start({ DATABASE_URL: 'sqlite::memory:' });
    const { hostname, port } = new URL(service.url);
    const trickle = async (path: string, type: string) => {
      const started = Date.now();
      const outgoing = request({ hostname, port, method: 'POST', path, headers: { 'content-type': type } });
      outgoing.on('error', () => undefined);
      const timer = setInterval(() => outgoing.write(' '), 500);
      const [answer] = await once(outgoing, 'response');
      answer.on('error', () => undefined).resume();
      await new Promise((closed) => outgoing.on('close', closed));
      clearInterval(timer);
      return { status: answer.statusCode, seconds: Math.round((Date.now() - started) / 1_000) };
    };
    const [login, rejected] = await Promise.all([
      trickle('/api/auth/user/login', 'application/json'),
      trickle('/api/admin/import', NDJSON),
    ]);
    await service.stop();
    expect(login).toEqual({ status: 400, seconds: expect.any(Number) });
    expect(rejected).toEqual({ status: 400, seconds: expect.any(Number) });
    for (const { seconds } of [login, rejected]) {
      expect(seconds).toBeGreaterThanOrEqual(29);
      expect(seconds).toBeLessThan(40);
    }
  });

  it.concurrent('an import that trickles for longer than that is not', async () => {
    const app = await App.start();
    const lines = Array.from({ length: 3_400 }, () => ({ email: newEmail() }));
    const answer = await importStream(app.service, slowly(lines, 1_000));
    expect(answer.json).toMatchObject({ created: 3_400, failed: 0 });
    await app.stop();
  });
});

// An SQLite file is on the same disk as the service: it cannot go away.
(DATABASE === 'mysql' ? describe : describe.skip)('a database that is lost', () => {
  async function proxied(): Promise<{ service: Service; proxy: DatabaseProxy; app: App }> {
    const database = await createDatabase();
    cleanUp.push(() => database.drop());
    const proxy = await DatabaseProxy.to(database.url);
    await proxy.open();
    cleanUp.push(() => proxy.cut());
    const service = await Service.start({ DATABASE_URL: proxy.url, AUTH_SECRET: SECRET, ADMIN_TOKEN });
    cleanUp.push(() => service.stop());
    return { service, proxy, app: { sql: database.sql } as App };
  }

  it('in the middle of an import is told with the batch and how far it had come', async () => {
    const { service, proxy, app } = await proxied();
    const answer = importStream(service, slowly(file(), 20));
    await untilSome(app);
    await proxy.cut();
    const { status, json } = await answer;
    const there = await countUsers(app);
    const [batch] = await app.sql('SELECT batch_id FROM import_batches');
    expect([status, json.code]).toEqual([503, 'UNAVAILABLE']);
    expect(json.message).toContain(`Import ${batch?.batch_id} ended after`);
    const told = Number(/after (\d+) lines/.exec(json.message)?.[1]);
    expect(told).toBeGreaterThanOrEqual(100);
    expect(there - told).toBeGreaterThanOrEqual(0);
    expect(there - told).toBeLessThanOrEqual(100);
  });

  it('in the middle of an export breaks it off, so that nobody takes it for whole', async () => {
    const { service, proxy, app } = await proxied();
    const lines = Array.from({ length: 6_000 }, () => ({ email: newEmail(), metadata: `"${'x'.repeat(8_000)}"` }));
    expect((await importStream(service, slowly(lines, 0))).json).toMatchObject({ created: 6_000 });
    const asked = get(`${service.url}/api/admin/export`, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
    const [answer] = await once(asked, 'response');
    expect(answer.statusCode).toBe(200);
    await proxy.cut();
    const read = async () => {
      for await (const _chunk of answer) await sleep(0);
    };
    await expect(read()).rejects.toThrow(/aborted/);
    expect(await countUsers(app)).toBe(6_000);
    expectFailure(await service.call('GET', '/api/admin/export', { token: ADMIN_TOKEN }), 'UNAVAILABLE', 503);
  });
});
