import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { freePort } from './free-port.mjs';

const LOCAL = 'mysql://root@127.0.0.1:3306';
const START_SECONDS = 60;

/**
 * A server for the tests: the one at TEST_MYSQL_URL, else one on 127.0.0.1:3306, else one of our own that is started on
 * a free port in a temporary folder. Undefined where there is none.
 */
export async function findMysql() {
  if (process.env.TEST_MYSQL_URL) {
    if (await answers(process.env.TEST_MYSQL_URL)) return { url: process.env.TEST_MYSQL_URL, stop: async () => {} };
    throw new Error('There is no MySQL or MariaDB that lets us in at TEST_MYSQL_URL.');
  }
  if (await answers(LOCAL)) return { url: LOCAL, stop: async () => {} };
  return startPrivate();
}

/**
 * A server of our own, on a free port, with its data in a temporary folder, and with these options; undefined where none is
 * installed.
 */
export async function startPrivate(options = []) {
  for (const program of ['mariadbd', 'mysqld']) {
    const path = which(program);
    if (path) return start(path, program, options);
  }
  return undefined;
}

async function answers(url) {
  try {
    const connection = await mysql.createConnection({
      uri: url,
      connectTimeout: 3_000,
    });
    await connection.query('SELECT 1');
    await connection.end();
    return true;
  } catch {
    return false;
  }
}

function which(program) {
  try {
    const path = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;
    return execFileSync('/bin/sh', ['-c', `command -v ${program}`], {
      encoding: 'utf8',
      env: { PATH: path },
    }).trim();
  } catch {
    return undefined;
  }
}

async function start(path, program, options) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-mysql-'));
  const port = await freePort();
  const user = userInfo().username;
  // A folder of its own for temporary tables: a server that starts clears away all that it finds there, also that of others.
  const common = ['--no-defaults', `--datadir=${folder}/data`, `--tmpdir=${folder}`, `--user=${user}`];
  if (program === 'mysqld') {
    execFileSync(path, [...common, '--initialize-insecure'], {
      stdio: 'ignore',
    });
  } else {
    execFileSync('mariadb-install-db', [...common, '--auth-root-authentication-method=normal'], { stdio: 'ignore' });
  }
  const places = [
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${folder}/s.sock`,
    `--pid-file=${folder}/pid`,
  ];
  const url = `mysql://root@127.0.0.1:${port}`;
  let server;
  const up = async () => {
    server = spawn(path, [...common, ...places, ...options], { stdio: 'ignore' });
    for (let waited = 0; !(await answers(url)); waited += 0.25) {
      if (waited > START_SECONDS || server.exitCode !== null) throw new Error(`${program} did not start.`);
      await sleep(250);
    }
  };
  const down = async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  };
  await up();
  process.stdout.write(`A private ${program} runs on port ${port}.\n`);
  return {
    url,
    restart: async () => {
      await down();
      await up();
    },
    stop: async () => {
      await down();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
