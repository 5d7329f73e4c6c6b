// Whether the time of a reset-password answer tells if an address is known: node bench/reset-timing.mjs (after npm run build).
// Runs the service on SQLite and on the MySQL or MariaDB at 127.0.0.1:3306 (root, without a password), each on a database
// of its own that is removed afterwards, and with a mail server that takes every letter.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../test/support/free-port.mjs';

const ROUNDS = 200;
const WARM_UP = 30;
const MYSQL = 'mysql://root@127.0.0.1:3306';
const MAIN = new URL('../dist/apps/api/src/main.js', import.meta.url);
const KNOWN = 'known@example.com';

async function startMailServer() {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onData: (stream, _session, done) => stream.on('end', done).resume(),
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return { url: `smtp://127.0.0.1:${listening.address().port}`, stop: () => server.close() };
}

async function post(base, path, body) {
  const headers = { 'content-type': 'application/json' };
  const start = performance.now();
  const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return performance.now() - start;
}

/** In random order, so that whatever drifts drifts for all. Two kinds of unknown addresses show what is mere noise. */
async function measure(base) {
  const times = { known: [], unknown: [], control: [] };
  for (let index = 0; index < WARM_UP + ROUNDS; index++) {
    const order = Object.keys(times).map((kind) => ({ kind, at: Math.random() }));
    for (const { kind } of order.sort((a, b) => a.at - b.at)) {
      const email = kind === 'known' ? KNOWN : `${kind}${index}@example.com`;
      times[kind].push(await post(base, '/api/auth/reset-password', { email }));
      // The letter of the one is sent before the next is asked for.
      await sleep(100 + Math.random() * 20);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([kind, all]) => [kind, median(all.slice(WARM_UP))]));
}

function median(times) {
  const sorted = times.toSorted((a, b) => a - b);
  return (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2;
}

async function run(name, databaseUrl, smtpUrl) {
  const port = String(await freePort());
  const cwd = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  const env = {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: port,
    DATABASE_URL: databaseUrl,
    RATE_LIMIT: 'off',
    SMTP_URL: smtpUrl,
  };
  const secret = randomBytes(32).toString('hex');
  const service = fork(MAIN, { cwd, stdio: 'ignore', env: { ...env, AUTH_SECRET: secret, LOG_LEVEL: 'warn' } });
  const base = `http://127.0.0.1:${port}`;
  while ((await fetch(`${base}/health/ready`).catch(() => undefined))?.status !== 200) await sleep(50);
  await post(base, '/api/auth/user/create', { email: KNOWN, password: 'correct horse battery staple' });
  const { known, unknown, control } = await measure(base);
  service.kill();
  await once(service, 'exit');
  rmSync(cwd, { recursive: true, force: true });
  const medians = { 'known (ms)': fixed(known), 'unknown (ms)': fixed(unknown) };
  return {
    database: name,
    ...medians,
    ratio: fixed(known / unknown),
    'noise (ratio of unknown ones)': fixed(control / unknown),
  };
}

const fixed = (number) => Number(number.toFixed(3));

const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
const schema = `latchkey_bench_${randomBytes(4).toString('hex')}`;
const mail = await startMailServer();
const admin = await mysql.createConnection(MYSQL);
await admin.query(`CREATE DATABASE ${schema}`);
try {
  console.table([
    await run('SQLite', `sqlite:${join(folder, 'auth.sqlite')}`, mail.url),
    await run('MySQL/MariaDB', `${MYSQL}/${schema}`, mail.url),
  ]);
} finally {
  await admin.query(`DROP DATABASE ${schema}`);
  await admin.end();
  mail.stop();
  rmSync(folder, { recursive: true, force: true });
}
