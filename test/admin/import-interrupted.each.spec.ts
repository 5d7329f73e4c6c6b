import { once } from 'node:events';
import { mkdtempSync, readdirSync } from 'node:fs';
import { type ClientRequest, get, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeOn, describeOnServer, IS_SERVER } from '../support/database/database.js';
import { expectFailure } from '../support/http/http.js';
import { HASH, importLines, importStream, NDJSON } from '../support/imports/ndjson.js';
import { ADMIN_TOKEN, useApp } from '../support/service/app.js';
import { DatabaseProxy } from '../support/service/proxies.js';
import type { Service } from '../support/service/service.js';

const LINES = 1_000;
/** The number of imported users at which a test interrupts the import. */
const INTERRUPT_AT = 200;

const folder = mkdtempSync(join(tmpdir(), 'latchkey-import-test-'));
const app = useApp({ TMPDIR: folder });
/** Another process on the same database; a server it reaches the database through a proxy. */
let other: Service;
let proxy: DatabaseProxy | undefined;
beforeAll(async () => {
  if (IS_SERVER) {
    proxy = await DatabaseProxy.to(app.database.url);
    await proxy.open();
  }
  other = await app.replica(proxy && { DATABASE_URL: proxy.url });
});
afterAll(() => proxy?.cut());

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

let files = 0;

/** A file to import, with email addresses that no other file has. */
class ImportFile {
  readonly lines: { email: string; uid: string; password_hash: string }[];
  private readonly domain: string;

  constructor(count = LINES) {
    files += 1;
    this.domain = `@file${files}.example.com`;
    this.lines = Array.from({ length: count }, (_none, index) => ({
      email: `user${index}${this.domain}`,
      uid: crypto.randomUUID(),
      password_hash: HASH,
    }));
  }

  /** The number of its accounts, or of other rows. */
  async count(what = '*', from = 'users'): Promise<number> {
    const rows = await app.sql(`SELECT COUNT(${what}) AS n FROM ${from} WHERE email LIKE ?`, [`%${this.domain}`]);
    return Number(rows[0]?.n);
  }

  async untilImported(count: number): Promise<void> {
    while ((await this.count()) < count) await sleep(5);
  }
}

/** The lines in chunks of one hundred. */
function* chunks(lines: object[]): Generator<string> {
  for (let at = 0; at < lines.length; at += 100) {
    const some = lines.slice(at, at + 100);
    yield some.map((line) => `${JSON.stringify(line)}\n`).join('');
  }
}

/**
 * The lines in chunks of one hundred, with pauses, so that a test can interrupt the import; at first all but the last
 * chunk.
 */
async function* slowly(lines: object[]): AsyncGenerator<string> {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  cleanUp.push(release);
  for (const chunk of chunks(lines.slice(0, -100))) {
    yield chunk;
    await sleep(10);
  }
  await released;
  yield* chunks(lines.slice(-100));
}

async function* quickly(lines: object[]): AsyncGenerator<string> {
  yield* chunks(lines);
}

it('an import that was killed and is repeated with the same file adds the rest, and no duplicate', async () => {
  const file = new ImportFile();
  const { lines } = file;
  const killed = await app.replica();
  const broken = importStream(killed, slowly(file.lines)).catch(() => 'broken off');
  await file.untilImported(INTERRUPT_AT);
  await killed.stop('SIGKILL');
  expect(await broken).toBe('broken off');
  const there = await file.count();
  expect(there).toBeGreaterThanOrEqual(INTERRUPT_AT);
  expect(there).toBeLessThan(LINES);
  const { json } = await importLines(app, lines);
  expect([json.created, json.failed, json.results.length]).toEqual([LINES - there, there, there]);
  expect(json.results.map(({ line }: { line: number }) => line)).toEqual(
    Array.from({ length: there }, (_, i) => i + 1),
  );
  expect([await file.count('DISTINCT email'), await file.count()]).toEqual([LINES, LINES]);
  const events = "users JOIN events ON events.uid = users.uid AND type = 'user.imported'";
  expect([await file.count('DISTINCT events.uid', events), await file.count('*', events)]).toEqual([LINES, LINES]);
});

it('three imports of one file at once create no duplicate, and their counts are right', async () => {
  const file = new ImportFile();
  const { lines } = file;
  const answers = await Promise.all([
    importStream(app.service, quickly(lines)),
    importStream(other, quickly(lines)),
    importStream(app.service, quickly(lines.map((line) => ({ ...line, uid: crypto.randomUUID() })))),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.reduce((sum, { json }) => sum + json.created, 0)).toBe(LINES);
  for (const { json } of answers) {
    expect(json.created + json.failed).toBe(LINES);
    for (const { code } of json.results) expect(code).toMatch(/^(EMAIL|UID)_ALREADY_IN_USE$/);
  }
  expect(await file.count()).toBe(LINES);
});

/** Begins a request whose body the test writes itself. */
function begin(path: string, type: string, token?: string): ClientRequest {
  const { hostname, port } = new URL(app.service.url);
  const authorization = token && { authorization: `Bearer ${token}` };
  const headers = { ...authorization, 'content-type': type };
  return request({ hostname, port, method: 'POST', path, headers }).on('error', () => undefined);
}

it('an import ends when its client disconnects, and its earlier lines stay', async () => {
  const [first, last] = [new ImportFile(300), new ImportFile(100)];
  const outgoing = begin('/api/admin/import', NDJSON, ADMIN_TOKEN);
  for (const chunk of chunks(first.lines)) outgoing.write(chunk);
  // More failures than the service keeps in memory: it writes them to a file.
  outgoing.write('x\n'.repeat(2_500));
  for (const chunk of chunks(last.lines)) outgoing.write(chunk);
  await last.untilImported(100);
  outgoing.write('{"email":"half@exam');
  outgoing.destroy();
  const ended = /The request body broke off\. Import ([\da-f-]{36}) ended after 2900 lines/;
  await app.service.until(() => ended.test(app.service.log));
  expect([await first.count(), await last.count()]).toEqual([300, 100]);
  const batch = ended.exec(app.service.log)?.[1];
  expect((await app.admin('DELETE', `/import/${batch}`)).json).toEqual({ removed: 400, kept: 0 });
  expect(readdirSync(folder)).toEqual([]);
});

it('a service that is stopped does not wait for the rest of an import', async () => {
  const file = new ImportFile();
  const stopped = await app.replica();
  const answer = importStream(stopped, slowly(file.lines)).catch(() => undefined);
  await file.untilImported(INTERRUPT_AT);
  await stopped.stop();
  const outcome = await answer;
  if (outcome) expect(outcome.json).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('Import ') });
  expect(stopped.log).toMatch(/The service is stopping\. Import [\da-f-]{36} ended after \d+ lines/);
});

// Does not depend on the database.
describeOn('sqlite')('the time limit of 30 seconds for a body', () => {
  it('closes the connection of a slow body, and of the rest of a refused import', async () => {
    const trickles = [begin('/api/auth/user/login', 'application/json'), begin('/api/admin/import', NDJSON)];
    const timer = setInterval(() => trickles.map((outgoing) => outgoing.write(' ')), 100);
    cleanUp.push(() => clearInterval(timer));
    const [login, rejected] = trickles as [ClientRequest, ClientRequest];
    let cut = 0;
    const closed = trickles.map(
      (outgoing) =>
        new Promise<void>((done) => {
          outgoing.on('close', () => {
            cut += 1;
            done();
          });
        }),
    );
    const answer = (outgoing: ClientRequest) =>
      once(outgoing, 'response').then(([incoming]) => {
        (incoming as IncomingMessage).on('error', () => undefined).resume();
        return (incoming as IncomingMessage).statusCode;
      });
    const loginStatus = answer(login);
    // The import is refused at once; by then the start of the login has arrived.
    expect(await answer(rejected)).toBe(400);
    await app.get('/health/live');
    await app.advance(20);
    await app.get('/health/live');
    expect(cut).toBe(0);
    await app.advance(10);
    expect(await loginStatus).toBe(400);
    await Promise.all(closed);
    const logins = () => app.service.requests.filter(({ route }) => route === '/api/auth/user/login');
    await app.service.until(() => logins().length > 0);
    expect(logins()).toEqual([expect.objectContaining({ status: 400, code: 'INVALID_REQUEST' })]);
  });

  it('does not apply to an import that was accepted', async () => {
    const { lines } = new ImportFile(500);
    async function* trickle() {
      for (const chunk of chunks(lines)) {
        yield chunk;
        await app.get('/health/live');
        await app.advance(10);
      }
    }
    expect((await importStream(app.service, trickle())).json).toMatchObject({ created: 500, failed: 0 });
  });
});

// An SQLite file is on the disk of the service: it cannot be lost.
describeOnServer('a lost database connection', () => {
  afterEach(async () => {
    await proxy?.cut();
    await proxy?.open();
  });

  it('ends an import with the id of its batch and the number of finished lines in the message', async () => {
    const file = new ImportFile();
    const answer = importStream(other, slowly(file.lines));
    await file.untilImported(INTERRUPT_AT);
    await proxy?.cut();
    const { status, json } = await answer;
    const there = await file.count();
    const [batch] = await app.sql('SELECT batch_id FROM users WHERE uid = ?', [file.lines[0]?.uid]);
    expect([status, json.code]).toEqual([503, 'UNAVAILABLE']);
    expect(json.message).toContain(`Import ${batch?.batch_id} ended after`);
    const reported = Number(/after (\d+) lines/.exec(json.message)?.[1]);
    expect(reported).toBeGreaterThanOrEqual(100);
    expect(there - reported).toBeGreaterThanOrEqual(0);
    expect(there - reported).toBeLessThanOrEqual(100);
  });

  it('breaks the response of an export off, so that no client takes it for complete', async () => {
    // More than the buffers of a connection hold.
    const file = new ImportFile(2_000);
    const lines = file.lines.map((line) => ({ ...line, metadata: `"${'x'.repeat(8_000)}"` }));
    expect((await importStream(other, quickly(lines))).json).toMatchObject({ created: 2_000 });
    const asked = get(`${other.url}/api/admin/export`, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
    const [answer] = await once(asked, 'response');
    expect(answer.statusCode).toBe(200);
    await proxy?.cut();
    const read = async () => {
      for await (const _chunk of answer) await sleep(0);
    };
    await expect(read()).rejects.toThrow(/aborted/);
    expect(await file.count()).toBe(2_000);
    expectFailure(await other.call('GET', '/api/admin/export', { token: ADMIN_TOKEN }), 'UNAVAILABLE', 503);
  });
});
