// Measures the look-up of new passwords among breached ones without the network: node bench/breaches.mjs (after npm run
// build). Writes a folder of ranges with as many lines as the real ones, and looks passwords up: with each range read from
// its file, and with all ranges cached. Prints look-ups per second, how long the event loop was blocked, and the memory of
// a full cache.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Env } from '../dist/libs/config/src/env.js';
import { Clock } from '../dist/libs/database/src/clock.js';
import { BreachedPasswords } from '../dist/libs/users/src/breached-passwords.js';
import { AUTH_SECRET } from './support/service.mjs';

const RANGES = Number(process.env.RANGES ?? 10_000);
const LINES = 1_000;
const AT_A_TIME = 32;

const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
const digestOf = (password) => createHash('sha1').update(password).digest('hex').toUpperCase();

/** Passwords of different ranges, each with the file of its range. */
function writeRanges() {
  const passwords = new Map();
  for (let index = 0; passwords.size < RANGES; index++) passwords.set(digestOf(`password ${index}`).slice(0, 5), index);
  for (const prefix of passwords.keys()) {
    const digits = randomBytes(LINES * 18)
      .toString('hex')
      .toUpperCase();
    const lines = Array.from(
      { length: LINES },
      (_none, line) => `${digits.slice(line * 36, line * 36 + 35)}:${line + 1}`,
    );
    writeFileSync(join(folder, `${prefix}.txt`), lines.join('\r\n'));
  }
  return [...passwords.values()].map((index) => `password ${index}`);
}

async function measure(name, breached, passwords) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let next = 0;
  const spent = process.cpuUsage();
  const begun = performance.now();
  const worker = async () => {
    while (next < passwords.length) await breached.has(passwords[next++]);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  const seconds = (performance.now() - begun) / 1_000;
  delay.disable();
  const { user, system } = process.cpuUsage(spent);
  return {
    'look-ups': name,
    'per second': Math.round(passwords.length / seconds),
    'CPU (µs)': Math.round((user + system) / passwords.length),
    'event loop p99 (ms)': Math.round(delay.percentile(99) / 1e5) / 10,
  };
}

try {
  const passwords = writeRanges();
  const env = new Env({ NODE_ENV: 'test', AUTH_SECRET, PASSWORD_BREACH: `file:${folder}` });
  const breached = new BreachedPasswords(env, new Clock());
  const before = process.memoryUsage();
  const rows = [await measure('from files', breached, passwords), await measure('cached', breached, passwords)];
  console.table(rows);
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const megabytes = (heapUsed - before.heapUsed + arrayBuffers - before.arrayBuffers) / 1e6;
  console.log(`${RANGES} ranges of ${LINES} lines: about ${Math.round(megabytes)} MB`);
} finally {
  rmSync(folder, { recursive: true });
}
