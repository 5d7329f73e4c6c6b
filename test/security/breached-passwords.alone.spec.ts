import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Env } from '@app/config';
import { Clock } from '@app/database';
import { BreachedPasswords } from '@app/users';
import { SECRET } from '../support/service/service.js';

const BATCH = 250;
const BATCHES = 4;
/** The texts of Pwned Passwords have about as many lines. */
const LINES = 1_000;
const PER_SECOND = 400;
const SUFFIX_DIGITS = 35;

let folder: string;
afterAll(() => rmSync(folder, { recursive: true }));

const digestOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();

/** Writes the text of the range of a password like the official downloader: sorted lines in upper case, with CRLF. */
function writeRange(password: string, breached: boolean): void {
  const digits = randomBytes(LINES * 18)
    .toString('hex')
    .toUpperCase();
  const digest = digestOf(password);
  const suffixes = Array.from({ length: LINES }, (_none, line) => digits.slice(line * 36, line * 36 + SUFFIX_DIGITS));
  if (breached) suffixes.push(digest.slice(-SUFFIX_DIGITS));
  const text = suffixes.sort().map((suffix, line) => `${suffix}:${line + 1}`);
  writeFileSync(join(folder, `${digest.slice(0, -SUFFIX_DIGITS)}.txt`), text.join('\r\n'));
}

it('1,000 new passwords a second are looked up in a folder, with CPU time of one core, also when no range is cached', async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'));
  const words = Array.from({ length: BATCH * BATCHES }, (_none, index) => `gusty plover ${index}`);
  const passwords = [...new Map(words.map((word) => [digestOf(word).slice(0, 5), word])).values()];
  const isBreached = (index: number) => index % 10 === 0;
  for (const [index, password] of passwords.entries()) writeRange(password, isBreached(index));
  const env = new Env({ NODE_ENV: 'test', AUTH_SECRET: SECRET, PASSWORD_BREACH: `file:${folder}` });
  const breached = new BreachedPasswords(env, new Clock());
  /** Look-ups for each second of CPU time, so that other work on the machine does not count. */
  async function speed(first: number, count: number): Promise<number> {
    const batch = passwords.slice(first, first + count);
    const before = process.cpuUsage();
    const found = await Promise.all(batch.map((password) => breached.has(password)));
    const { user, system } = process.cpuUsage(before);
    expect(found).toEqual(batch.map((_password, index) => isBreached(first + index)));
    return batch.length / ((user + system) / 1e6);
  }
  const uncached: number[] = [];
  for (let batch = 0; batch < BATCHES; batch++) uncached.push(await speed(batch * BATCH, BATCH));
  expect(Math.max(...uncached)).toBeGreaterThan(PER_SECOND);
  expect(await speed(0, passwords.length)).toBeGreaterThan(PER_SECOND);
});
