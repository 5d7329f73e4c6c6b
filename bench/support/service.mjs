import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { findMysql, startPrivate, startPrivatePostgres } from '../../test/support/database/servers.mjs';
import { freePort } from '../../test/support/run/machine.mjs';

const MAIN = fileURLToPath(new URL('../../dist/latchkey.js', import.meta.url));
/** Linux counts the CPU time of a process in hundredths of a second. */
const TICK_MS = 10;

export const ADMIN_TOKEN = `adm_${randomBytes(32).toString('base64url')}`;
export const BASE_URL = 'http://localhost:3000';
export const AUTH_SECRET = 'only for benchmarks, and long enough';

/**
 * Does some work with the URL of the MySQL or MariaDB of the tests. With options it starts a private server with them,
 * unless TEST_MYSQL_URL names another.
 */
export async function withMysql(work, options) {
  const server = await (process.env.TEST_MYSQL_URL ? findMysql() : startPrivate({ options }));
  if (server === undefined) throw new Error('There is no MySQL or MariaDB: see TEST_MYSQL_URL.');
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

/** The same with a private PostgreSQL. @param options settings of the server, such as `autovacuum=off` */
export async function withPostgres(work, options) {
  const server = await startPrivatePostgres({ options });
  if (server === undefined) throw new Error('There is no PostgreSQL.');
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

// As mysql2 and better-sqlite3 give them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

async function createOnPostgres(server) {
  const name = `latchkey_bench_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const { href: url } = Object.assign(new URL(server), { pathname: `/${name}` });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    name: 'PostgreSQL',
    url,
    query: async (statement, values = []) => {
      let place = 0;
      return (
        await client.query(
          statement.replaceAll('?', () => `$${++place}`),
          values,
        )
      ).rows;
    },
    remove: async () => {
      await client.end();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

/** A separate database, removed at the end: on the server at a URL, or in an SQLite file without a URL. */
export async function createDatabase(server) {
  if (server?.startsWith('postgres:')) return createOnPostgres(server);
  if (server === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
    const file = join(folder, 'auth.sqlite');
    const query = (statement, values = []) => {
      const connection = new Sqlite(file);
      const prepared = connection.prepare(statement);
      const rows = prepared.reader ? prepared.all(values) : prepared.run(values);
      connection.close();
      return rows;
    };
    return {
      name: 'SQLite',
      url: `sqlite:${file}`,
      query: async (...call) => query(...call),
      remove: async () => rmSync(folder, { recursive: true }),
    };
  }
  const name = `latchkey_bench_${randomBytes(4).toString('hex')}`;
  const connection = await mysql.createConnection(server);
  await connection.query(`CREATE DATABASE ${name}`);
  await connection.query(`USE ${name}`);
  return {
    name: 'MySQL/MariaDB',
    url: new URL(name, server).href,
    query: async (...call) => (await connection.query(...call))[0],
    remove: async () => {
      await connection.query(`DROP DATABASE ${name}`);
      await connection.end();
    },
  };
}

/** The built service in a separate process, without rate limits and without mail. @param main that of another build */
export async function startService({ url }, settings = {}, main = MAIN) {
  const port = Number(settings.PORT ?? (await freePort()));
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: url,
    BASE_URL,
    AUTH_SECRET,
    ADMIN_TOKEN,
    RATE_LIMIT: 'off',
    SMTP_URL: 'none',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  const service = startProcess([main], env);
  const base = `http://127.0.0.1:${port}`;
  const ready = () =>
    fetch(`${base}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await ready())) {
    if (service.ended()) throw new Error('The service did not start.');
    await sleep(20);
  }
  return { ...service, port, base };
}

/** Does some work with a service on a separate database. Both are removed afterwards. */
export async function withService(server, settings, work) {
  const database = await createDatabase(server);
  try {
    const service = await startService(database, settings);
    try {
      return await work(service, database);
    } finally {
      await service.stop();
    }
  } finally {
    await database.remove();
  }
}

/** The answer to a JSON body, and its duration in milliseconds. */
export async function timedPost(url, body) {
  const headers = { 'content-type': 'application/json' };
  const start = performance.now();
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  return { time: performance.now() - start, status: answer.status, text };
}

/** A Node program in a process that can be measured. */
export function startProcess(args, env) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const read = (file) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  const memory = (field) => Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(read('status'))?.[1]) / 1_000);
  return {
    pid: child.pid,
    child,
    ended: () => child.exitCode !== null,
    /** The highest memory of the process so far, and its memory now, in MB. */
    peakMegabytes: () => memory('VmHWM'),
    megabytes: () => memory('VmRSS'),
    /** The CPU time of all its threads so far, in milliseconds. */
    cpuMs: () => {
      const [user, system] = read('stat').split(') ')[1].split(' ').slice(11, 13).map(Number);
      return (user + system) * TICK_MS;
    },
    stop: async () => {
      if (child.exitCode === null) {
        child.kill();
        await once(child, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
