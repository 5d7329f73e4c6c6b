import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Env } from '@app/config';
import type { Clock } from '@app/database';
import { Logger } from '@nestjs/common';
import { BreachedPasswords, type BreachResult } from './breached-passwords.js';

const REQUIRED = { NODE_ENV: 'test', AUTH_SECRET: 'a secret for tests, long enough to be one' };
const DIGEST = '[0-9A-F]{5}';
const digestOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
/** The text of the range of this password. */
const rangeOf = (password: string, count = 1) => `${'0'.repeat(35)}:2\r\n${digestOf(password).slice(5)}:${count}\r\n`;

let now = 0;
const clock = { now: () => now, milliseconds: () => now * 1_000 } as Clock;
let warnings: string[] = [];
let folder: string;
type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let answer: Answer;
const requests: IncomingMessage[] = [];
const server = createServer((request, response) => {
  requests.push(request);
  answer(request, response);
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  jest.spyOn(Logger.prototype, 'warn').mockImplementation((message) => warnings.push(String(message)));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  warnings = [];
  requests.length = 0;
});

function lookUp(settings: Record<string, string> = {}, PASSWORD_BREACH = url()) {
  const breached = new BreachedPasswords(new Env({ ...REQUIRED, PASSWORD_BREACH, ...settings }), clock);
  const results: BreachResult[] = [];
  breached.onChecked = (result) => results.push(result);
  return { breached, results };
}
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/range/`;
const serve = (text: string, status = 200): Answer => {
  return (_request, response) => response.writeHead(status, { location: `${url()}00000` }).end(text);
};

describe('BreachedPasswords with a web address', () => {
  it('asks for the first 5 digits only, with padding, and finds a password', async () => {
    answer = serve(rangeOf('gusty plover quince'));
    const { breached, results } = lookUp();
    expect(await breached.has('gusty plover quince')).toBe(true);
    expect(requests[0]?.url).toBe(`/range/${digestOf('gusty plover quince').slice(0, 5)}`);
    expect(requests[0]?.url).toMatch(new RegExp(`^/range/${DIGEST}$`));
    expect(requests[0]?.headers).toMatchObject({
      'add-padding': 'true',
      'user-agent': expect.stringMatching(/^latchkey/),
    });
    expect(results).toEqual(['breached']);
  });

  it('digests the password as it was typed, in UTF-8', async () => {
    const password = ' Пароль\u0000 ÜñÍ 🔑 ';
    answer = serve(rangeOf(password));
    expect(await lookUp().breached.has(password)).toBe(true);
    expect(await lookUp().breached.has(password.trim())).toBe(false);
  });

  it('reads a range once, also for look-ups at the same time, and again after a day', async () => {
    answer = serve(rangeOf('one'));
    const { breached } = lookUp();
    expect(await Promise.all([breached.has('one'), breached.has('one')])).toEqual([true, true]);
    expect(await breached.has('one')).toBe(true);
    expect(requests).toHaveLength(1);
    now += 86_400;
    answer = serve('');
    expect(await breached.has('one')).toBe(false);
    expect(requests).toHaveLength(2);
  });

  it('ignores padding and counts below PASSWORD_BREACH_MIN', async () => {
    answer = serve(rangeOf('one', 0));
    expect(await lookUp().breached.has('one')).toBe(false);
    answer = serve(rangeOf('one', 9));
    expect(await lookUp({ PASSWORD_BREACH_MIN: '10' }).breached.has('one')).toBe(false);
    expect(await lookUp({ PASSWORD_BREACH_MIN: '9' }).breached.has('one')).toBe(true);
  });

  it.each<[string, RegExp, Answer]>([
    ['an error', /status 500/, serve('', 500)],
    ['a redirect', /status 302/, serve(rangeOf('one'), 302)],
    ['another format', /not a list/, serve('<html></html>')],
    ['a huge text', /longer than 1 MiB/, serve(rangeOf('one').repeat(15_000))],
    ['a broken connection', /./, (_request, response) => response.destroy()],
    [
      'a broken text',
      /./,
      (_request, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write(rangeOf('one'));
        setImmediate(() => response.destroy());
      },
    ],
  ])('accepts a password after %s, says so once, and asks again after 10 seconds', async (_name, reason, failing) => {
    answer = failing;
    const { breached, results } = lookUp();
    expect(await breached.has('one')).toBe(false);
    expect(await breached.has('two')).toBe(false);
    expect([requests.length, results]).toEqual([1, ['unreachable', 'unreachable']]);
    expect(warnings).toEqual([expect.stringMatching(reason)]);
    expect(warnings[0]).not.toContain(digestOf('one').slice(0, 5));
    now += 9;
    expect(await breached.has('one')).toBe(false);
    expect(requests).toHaveLength(1);
    now += 1;
    answer = serve(rangeOf('one'));
    expect(await breached.has('one')).toBe(true);
  });

  it('gives up after 1.5 seconds', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'Date', 'performance'] });
    try {
      const arrived = new Promise<void>((resolve) => {
        answer = () => resolve();
      });
      const { breached, results } = lookUp();
      const checked = breached.has('one');
      await arrived;
      jest.advanceTimersByTime(1_499);
      expect(results).toEqual([]);
      jest.advanceTimersByTime(1);
      expect(await checked).toBe(false);
      expect(warnings).toEqual([expect.stringContaining('no answer within 1.5 s')]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('answers from cached ranges while the source rests', async () => {
    answer = serve(rangeOf('one'));
    const { breached } = lookUp();
    expect(await breached.has('one')).toBe(true);
    answer = serve('', 503);
    expect(await breached.has('two')).toBe(false);
    now += 5;
    expect(await breached.has('one')).toBe(true);
    now += 86_400;
    expect(await breached.has('one')).toBe(true);
  });

  it('refuses with PASSWORD_BREACH_STRICT=on', async () => {
    answer = serve('', 500);
    const { breached, results } = lookUp({ PASSWORD_BREACH_STRICT: 'on' });
    await expect(breached.has('one')).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 10 });
    await expect(breached.has('one')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect([results, requests.length]).toEqual([['unreachable', 'unreachable'], 1]);
  });
});

describe('BreachedPasswords with a folder', () => {
  const write = (password: string, text: string) =>
    writeFileSync(join(folder, `${digestOf(password).slice(0, 5)}.txt`), text);

  it('finds a password in the file of its range', async () => {
    write('one', rangeOf('one'));
    write('two', rangeOf('three'));
    const { breached } = lookUp({}, `file:${folder}`);
    expect([await breached.has('one'), await breached.has('two')]).toEqual([true, false]);
  });

  it('goes on with other files after a missing or huge one, and says so once', async () => {
    write('one', rangeOf('one'));
    write('four', rangeOf('four').repeat(15_000));
    const { breached, results } = lookUp({}, `file:${folder}`);
    expect(await breached.has('none')).toBe(false);
    expect(await breached.has('four')).toBe(false);
    expect(await breached.has('one')).toBe(true);
    expect(results).toEqual(['unreachable', 'unreachable', 'breached']);
    expect(warnings).toEqual([expect.stringContaining('a file is missing')]);
    expect(warnings[0]).not.toMatch(DIGEST);
  });
});

it('BreachedPasswords looks nothing up with PASSWORD_BREACH=off', async () => {
  const { breached, results } = lookUp({}, 'off');
  expect([await breached.has('one'), results]).toEqual([false, []]);
});
