import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { find } from '../run/machine.mjs';
import { freePort } from '../service/free-port.mjs';

const START_SECONDS = 60;
/** For data that need not survive the server: it does not flush to the disk. */
const IN_MEMORY = ['--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=0', '--skip-log-bin'];
/** Statements and rows larger than this are refused. Servers allow from 4 MiB on by default; the service needs less. */
const SMALL_PACKETS = '--max-allowed-packet=1M';

/**
 * The server for the tests: the one at TEST_MYSQL_URL, else a private one on a free port with its data in the folder of
 * the run, which is in memory on a machine with enough of it. Undefined when no server is installed.
 */
export async function findMysql() {
  const url = process.env.TEST_MYSQL_URL;
  if (!url) return startPrivate({ durable: false });
  if (await answers(url)) return { url, stop: async () => {} };
  throw new Error('No MySQL or MariaDB at TEST_MYSQL_URL accepts a connection.');
}

/**
 * A private server on a free port with its data in a temporary folder; undefined when none is installed.
 * @param durable whether each commit reaches the disk, for tests that stop or kill the server
 * @param options additional arguments of the server
 */
export async function startPrivate({ durable = true, options = [] } = {}) {
  for (const program of ['mariadbd', 'mysqld']) {
    const path = find(program);
    if (path) return start(path, program, durable, durable ? options : [...IN_MEMORY, SMALL_PACKETS, ...options]);
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

/** An anonymous user of localhost would take precedence over a user that a test creates for all hosts. */
async function dropAnonymousUsers(url) {
  const connection = await mysql.createConnection({ uri: url });
  const [users] = await connection.query("SELECT host AS host FROM mysql.user WHERE user = ''");
  for (const { host } of users) await connection.query("DROP USER ''@?", [host]);
  await connection.end();
}

async function start(path, program, durable, options) {
  const parent = durable ? (process.env.TEST_DISK ?? tmpdir()) : tmpdir();
  const folder = mkdtempSync(join(parent, 'latchkey-mysql-'));
  const port = await freePort();
  const user = userInfo().username;
  // A separate folder for temporary tables: a server removes all temporary tables that it finds at its start, also
  // those of others.
  const common = ['--no-defaults', `--datadir=${folder}/data`, `--tmpdir=${folder}`, `--user=${user}`];
  if (program === 'mysqld') {
    execFileSync(path, [...common, '--initialize-insecure'], {
      stdio: 'ignore',
    });
  } else {
    execFileSync(find('mariadb-install-db'), [...common, '--auth-root-authentication-method=normal'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  const locations = [
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${folder}/s.sock`,
    `--pid-file=${folder}/pid`,
  ];
  const url = `mysql://root@127.0.0.1:${port}`;
  let server;
  const startServer = async () => {
    server = spawn(path, [...common, ...locations, ...options], { stdio: 'ignore' });
    for (let waited = 0; !(await answers(url)); waited += 0.25) {
      if (waited > START_SECONDS || server.exitCode !== null) throw new Error(`${program} did not start.`);
      await sleep(250);
    }
  };
  const stopServer = async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  };
  await startServer();
  await dropAnonymousUsers(url);
  process.stdout.write(`A private ${program} runs on port ${port}.\n`);
  return {
    url,
    restart: async () => {
      await stopServer();
      await startServer();
    },
    stop: async () => {
      await stopServer();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
