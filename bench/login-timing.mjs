// Whether the time of a failed login tells what there is about an account: node bench/login-timing.mjs (after npm run build).
// Runs the service on SQLite and on the MySQL or MariaDB that the tests take, each on a database of its own that is removed
// afterwards. ROUNDS=… for another number of requests of each kind.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import mysql from 'mysql2/promise';
import { freePort } from '../test/support/free-port.mjs';
import { findMysql } from '../test/support/mysql-server.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 300);
const WARM_UP = 30;
const MAIN = new URL('../dist/apps/api/src/main.js', import.meta.url);
const ALLOWED = 0.05;

/** Kinds of accounts, and what makes one of an ordinary account. Two kinds of known ones show what is mere noise. */
const KINDS = {
  known: undefined,
  control: undefined,
  unknown: 'DELETE FROM users WHERE email = ?',
  disabled: 'UPDATE users SET active = 0 WHERE email = ?',
  passwordless: 'UPDATE users SET password_hash = NULL WHERE email = ?',
};
const emailOf = (kind) => `${kind}@example.com`;

async function post(base, path, body, expected) {
  const headers = { 'content-type': 'application/json' };
  const start = performance.now();
  const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  const time = performance.now() - start;
  if (!text.includes(expected)) throw new Error(`${path} answered ${answer.status} ${text}`);
  return time;
}

/** In random order, so that whatever drifts drifts for all. */
async function measure(base) {
  const times = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, []]));
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const order = Object.keys(KINDS).map((kind) => ({ kind, at: Math.random() }));
    for (const { kind } of order.sort((a, b) => a.at - b.at)) {
      const body = { email: emailOf(kind), password: `wrong password ${round}` };
      times[kind].push(await post(base, '/api/auth/user/login', body, 'INVALID_CREDENTIALS'));
    }
  }
  return Object.fromEntries(Object.entries(times).map(([kind, all]) => [kind, summary(all.slice(WARM_UP))]));
}

/** The median, and the tenth part that was fastest: on a busy machine, that tells what a login takes by itself. */
function summary(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const median = (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
  return { median, fast: sorted[Math.floor(sorted.length / 10)] };
}

async function run(name, databaseUrl, sql) {
  const port = String(await freePort());
  const cwd = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  const settings = { SMTP_URL: 'none', LOG_LEVEL: 'warn', BCRYPT_COST: '10', RATE_LIMIT: 'off' };
  const env = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: port, DATABASE_URL: databaseUrl, ...settings };
  const secret = randomBytes(32).toString('hex');
  const service = fork(MAIN, { cwd, stdio: 'ignore', env: { ...env, AUTH_SECRET: secret } });
  const base = `http://127.0.0.1:${port}`;
  while ((await fetch(`${base}/health/ready`).catch(() => undefined))?.status !== 200) await sleep(50);
  for (const [kind, change] of Object.entries(KINDS)) {
    const email = emailOf(kind);
    await post(base, '/api/auth/user/create', { email, password: 'correct horse battery staple' }, 'uid');
    if (change) await sql(change, email);
  }
  const all = await measure(base);
  service.kill();
  await once(service, 'exit');
  rmSync(cwd, { recursive: true, force: true });
  return Object.entries(all).map(([kind, { median, fast }]) => ({
    database: name,
    account: kind === 'control' ? 'known (noise)' : kind,
    'median (ms)': fixed(median),
    'ratio to known': fixed(median / all.known.median),
    within: Math.abs(median / all.known.median - 1) <= ALLOWED,
    'fast tenth (ms)': fixed(fast),
    'its ratio': fixed(fast / all.known.fast),
  }));
}

const fixed = (number) => Number(number.toFixed(3));

const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
const file = join(folder, 'auth.sqlite');
const schema = `latchkey_bench_${randomBytes(4).toString('hex')}`;
const server = await findMysql();
if (!server) throw new Error('No MySQL or MariaDB: set TEST_MYSQL_URL.');
const admin = await mysql.createConnection(server.url);
await admin.query(`CREATE DATABASE ${schema}`);
await admin.query(`USE ${schema}`);

async function onSqlite(statement, email) {
  const connection = new Sqlite(file, { timeout: 10_000 });
  connection.prepare(statement).run(email);
  connection.close();
}

try {
  const rows = [
    ...(await run('SQLite', `sqlite:${file}`, onSqlite)),
    ...(await run('MySQL/MariaDB', new URL(schema, server.url).href, (statement, email) =>
      admin.query(statement, [email]),
    )),
  ];
  console.table(rows);
  console.log(`${ROUNDS} requests of each kind; load of this machine ${loadavg()[0].toFixed(1)}`);
} finally {
  await admin.query(`DROP DATABASE ${schema}`);
  await admin.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
