import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { freePort } from '../support/run/machine.mjs';
import { describeOnTerminal, Terminal } from '../support/service/cli.js';

const MAIN = resolve(__dirname, '../../dist/latchkey.js');

let folder: string;
let terminal: Terminal;
let port: string;

/** Sends a request whose path is exactly this text, and returns the status. */
function send(method: string, path: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  return new Promise((done, fail) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (incoming) => {
      incoming.resume().once('end', () => done(incoming.statusCode));
    });
    outgoing.once('error', fail).end();
  });
}

/** The lines of the log that match, without colours. Waits until there is one. */
async function linesWith(pattern: RegExp): Promise<string[]> {
  for (;;) {
    const lines = stripVTControlCharacters(terminal.screen).split(/\r?\n/);
    const found = lines.filter((line) => pattern.test(line));
    if (found.length > 0) return found;
    await sleep(20);
  }
}

describeOnTerminal('the log of the service on a terminal', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-terminal-'));
    port = String(await freePort());
    const env = { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: port, SMTP_URL: 'none' };
    terminal = new Terminal([MAIN, '--development'], { cwd: folder, env });
    await linesWith(/Latchkey is running/);
  });
  afterAll(async () => {
    await terminal.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has one line for a request, with method, route, status, code and duration', async () => {
    expect(await send('GET', '/api/auth/user?access_token=hidden-query')).toBe(400);
    const lines = await linesWith(/GET \/api\/auth\/user /);
    expect(lines).toEqual([
      expect.stringMatching(
        /^\[[\d:.]+\] INFO: GET \/api\/auth\/user 400 NOT_AUTHENTICATED \(no access token\) [\d.]+ ms$/,
      ),
    ]);
  });

  it('has the path of a request without a route, and not its query', async () => {
    expect(await send('POST', '/api/auth/users/login?token=hidden-query')).toBe(404);
    const [line] = await linesWith(/users\/login/);
    expect(line).toMatch(/INFO: POST \/api\/auth\/users\/login 404 NOT_FOUND [\d.]+ ms$/);
    expect(terminal.screen).not.toContain('hidden-query');
  });

  it('names CORS_ORIGINS when the page of another origin is refused', async () => {
    const preflight = { origin: 'https://shop.example.com', 'access-control-request-method': 'POST' };
    expect(await send('OPTIONS', '/api/auth/user/create', preflight)).toBe(404);
    const [line] = await linesWith(/CORS_ORIGINS/);
    expect(line).toMatch(/WARN: Browsers let no page of https:\/\/shop\.example\.com call the service\. /);
    await send('OPTIONS', '/x5', { origin: 'http://evil\u009b2J' });
    expect(await linesWith(/OPTIONS \/x5/)).toEqual([expect.stringMatching(/NOT_FOUND [\d.]+ ms$/)]);
  });

  it('has no line for a successful request of a probe', async () => {
    expect(await send('GET', '/health/live')).toBe(200);
    expect(await send('GET', '/.well-known/revocations')).toBe(200);
    expect(await send('GET', '/x6')).toBe(404);
    await linesWith(/GET \/x6/);
    expect(terminal.screen).not.toMatch(/health\/live|revocations/);
  });

  it.each([
    ['a long token', `/x1/${'eyJhbGciOiJFUzI1NiJ9'.repeat(2)}`, /GET \/x1\/… 404/],
    ['an email', '/x2/ada@example.com', /GET \/x2\/… 404/],
    ['an encoded email', '/x3/ada%40example.com', /GET \/x3\/… 404/],
    ['encoded control characters', '/x4/%1b%5b2J%0aforged', /GET \/x4\/… 404/],
  ])('replaces %s in such a path by dots', async (_what, path, line) => {
    await send('GET', path);
    expect(await linesWith(line)).toHaveLength(1);
    expect(terminal.screen).not.toMatch(/eyJ|ada@example.com |forged/);
  });
});
