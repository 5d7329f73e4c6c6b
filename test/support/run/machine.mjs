import { once } from 'node:events';
import {
  accessSync,
  appendFileSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  statfsSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Programs that the test run uses when the machine has them, and the tests that it skips otherwise. */
const OPTIONAL = [
  { name: 'redis-server', skipped: 'the tests of rate limits that replicas share, and of a lost Redis' },
  { name: 'galera', skipped: 'the tests on a Galera cluster' },
  { name: 'pgbouncer', skipped: 'the tests of a pooler before PostgreSQL' },
  { name: 'chromium', skipped: 'the tests of the web client in a browser' },
  { name: 'script', skipped: 'the tests on a terminal' },
  { name: 'bash', skipped: 'the commands of the documents' },
  { name: 'curl', skipped: 'the commands of the documents' },
  { name: 'jq', skipped: 'the commands of the documents' },
  {
    name: 'openssl',
    skipped: 'the commands of the documents, password hashes of other systems, and webhooks over HTTPS',
  },
  { name: 'python3', skipped: 'password hashes of other systems' },
];

const NAMES = {
  // The first has no window, and needs half of the CPU time.
  chromium: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
  mysql: ['mysql', 'mariadb'],
  mysqldump: ['mysqldump', 'mariadb-dump'],
  database: ['mariadbd', 'mysqld'],
};
const GALERA = ['galera/libgalera_smm.so', 'galera-4/libgalera_smm.so'];
/** Debian has the programs of each version of PostgreSQL in a folder of its own, which is not in the PATH. */
const POSTGRES = '/usr/lib/postgresql';
/** The memory that a run needs for its databases and folders, in bytes. */
const ENOUGH = 3 * 1024 ** 3;

/** The path of a program, or undefined. Servers are often in `sbin` beside a `bin` of the PATH. */
export function find(program) {
  if (program === 'galera') return galera();
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const all = [...folders, ...folders.map((folder) => folder.replace(/\/bin$/, '/sbin')), ...postgresFolders()];
  const paths = (NAMES[program] ?? [program]).flatMap((name) => all.map((folder) => join(folder, name)));
  return paths.find(isExecutable);
}

/** The newest version first. */
function postgresFolders() {
  if (!existsSync(POSTGRES)) return [];
  const versions = readdirSync(POSTGRES).sort((one, other) => Number(other) - Number(one));
  return versions.map((version) => join(POSTGRES, version, 'bin'));
}

/** The Galera library of the MariaDB in the PATH. */
function galera() {
  const server = find('mariadbd');
  return server && GALERA.map((file) => join(server, '../../lib', file)).find((path) => existsSync(path));
}

export const has = (program) => find(program) !== undefined;

/** One line for each program that is not in the PATH. */
export function missing({ mysql }) {
  const lines = OPTIONAL.filter(({ name }) => (mysql || name !== 'galera') && !has(name)).map(
    ({ name, skipped }) => `No ${name}. SKIPPED: ${skipped}.`,
  );
  const clients = ['mysql', 'mysqldump'].filter((name) => mysql && !has(name));
  return [...lines, ...clients.map((name) => `No ${name}. SKIPPED: the commands of the documents for MySQL.`)];
}

/** A folder for all files of a run: in memory when there is enough of it. */
export function runFolder() {
  const memory = '/dev/shm';
  const fits = existsSync(memory) && isWritable(memory) && freeBytes(memory) > ENOUGH;
  const folder = mkdtempSync(join(fits ? memory : tmpdir(), 'latchkey-test-'));
  // The servers of PostgreSQL and of a Galera cluster run as another user.
  chmodSync(folder, 0o755);
  return folder;
}

function freeBytes(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isWritable(path) {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Linux assigns ports from 32768 on to any program that asks for a free one: another program could get such a port
 * between our check and its use. So we take lower ports, and each worker of Jest has its own range.
 */
const FIRST_PORT = 12_000;
const RANGE = 4_000;
const RANGES = 5;

const firstOfWorker = FIRST_PORT + (Number(process.env.JEST_WORKER_ID ?? 0) % RANGES) * RANGE;
let drawn = Math.floor(Math.random() * RANGE);

/** A port of the loopback address on which no program listens at this moment. */
export async function freePort() {
  for (let tries = 0; tries < RANGE; tries++) {
    drawn = (drawn + 1) % RANGE;
    const port = firstOfWorker + drawn;
    if (await isFree(port)) return port;
  }
  throw new Error(`All ports from ${firstOfWorker} on are in use.`);
}

async function isFree(port) {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

const CPU_TIMES = process.env.TEST_CPU_TIME;

/**
 * Adds the CPU time of this process to that of the run when its parent has ended. Linux adds it only to the time of a
 * parent that waits for the end of its child.
 */
export function addCpuTime() {
  if (!CPU_TIMES) return;
  process.prependOnceListener('disconnect', () => {
    const { user, system } = process.cpuUsage();
    appendFileSync(CPU_TIMES, `${user + system}\n`);
  });
}
