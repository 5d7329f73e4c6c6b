// Makes ten calls of a new user to the built service, on SQLite and on a private MariaDB or MySQL and PostgreSQL: for a version
// of Node on which not all tests run. Exits with 1 and the log of the service if an answer is not as expected.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findMysql, findPostgres } from '../database/servers.mjs';
import { freePort, runFolder } from './machine.mjs';

const MAIN = resolve(import.meta.dirname, '../../../dist/latchkey.js');
const START_SECONDS = 60;

const folder = runFolder();
process.env.TMPDIR = folder;
const [mysql, postgres] = await Promise.all([findMysql(), findPostgres()]);
if (!mysql) throw new Error('No MySQL or MariaDB: set TEST_MYSQL_URL, or install mariadb-server.');
if (!postgres) throw new Error('No PostgreSQL: set TEST_POSTGRES_URL, or install postgresql.');
try {
  await smoke('SQLite', `sqlite:${join(folder, 'auth.sqlite')}`);
  await smoke('MySQL', await emptyMysql());
  await smoke('PostgreSQL', await emptyPostgres());
} finally {
  await Promise.all([mysql.stop(), postgres.stop()]);
  rmSync(folder, { recursive: true, force: true });
}

async function emptyMysql() {
  const { createConnection } = await import('mysql2/promise');
  const connection = await createConnection(mysql.url);
  await connection.query('CREATE DATABASE smoke');
  await connection.end();
  return `${mysql.url}/smoke`;
}

async function emptyPostgres() {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('CREATE DATABASE smoke');
  await client.end();
  return Object.assign(new URL(postgres.url), { pathname: '/smoke' }).href;
}

async function smoke(name, DATABASE_URL) {
  const PORT = String(await freePort());
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', HOST: '127.0.0.1', PORT, SMTP_URL: 'none', DATABASE_URL };
  const child = spawn(process.execPath, [MAIN], {
    env: { ...env, AUTH_SECRET: 'a secret for the smoke test, 32 long' },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (log += text));
  try {
    await tenCalls(`http://127.0.0.1:${PORT}`);
    process.stdout.write(`Node ${process.version} on ${name}: ten calls are answered as expected\n`);
  } catch (error) {
    process.stderr.write(log);
    throw error;
  } finally {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
  }
}

async function tenCalls(base) {
  const call = async (method, path, { body, token, status = 200 } = {}) => {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const answer = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    assert.equal(answer.status, status, `${method} ${path}: ${text}`);
    return text && JSON.parse(text);
  };
  const user = '/api/auth/user';
  const [email, password] = ['first@example.com', 'correct horse battery staple'];

  await ready(base);
  const { uid, token } = await call('POST', `${user}/create`, { body: { email, password, login: true } });
  assert.equal((await call('GET', user, { token })).uid, uid);
  await call('PUT', user, { token, body: { metadata: '{"a":1}' } });
  const session = await call('POST', `${user}/login`, { body: { email, password } });
  const next = await call('POST', `${user}/refresh`, { body: { refresh_token: session.refresh_token } });
  assert.equal((await call('GET', `${user}/sessions`, { token: next.access_token })).sessions.length, 2);
  await call('POST', `${user}/logout`, { token: next.access_token, body: { refresh_token: next.refresh_token } });
  await call('POST', `${user}/login`, { body: { email, password: 'wrong' }, status: 400 });
  assert.equal((await call('GET', '/.well-known/jwks.json')).keys.length, 2);
  await call('DELETE', user, { token });
}

async function ready(base) {
  for (const deadline = Date.now() + START_SECONDS * 1_000; ; await sleep(50)) {
    const answer = await fetch(`${base}/health/ready`).catch(() => undefined);
    if (answer?.status === 200) return;
    if (Date.now() > deadline) throw new Error(`The service is not ready after ${START_SECONDS} s.`);
  }
}
