import { accessSync, constants, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Programs that the test run uses when the machine has them, and the tests that it skips otherwise. */
const OPTIONAL = [
  { name: 'redis-server', skipped: 'the tests of rate limits that replicas share, and of a lost Redis' },
  { name: 'galera', skipped: 'the tests on a Galera cluster' },
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
/** The memory that a run needs for its databases and folders, in bytes. */
const ENOUGH = 3 * 1024 ** 3;

/** The path of a program, or undefined. Servers are often in `sbin` beside a `bin` of the PATH. */
export function find(program) {
  if (program === 'galera') return galera();
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const all = [...folders, ...folders.map((folder) => folder.replace(/\/bin$/, '/sbin'))];
  const paths = (NAMES[program] ?? [program]).flatMap((name) => all.map((folder) => join(folder, name)));
  return paths.find(isExecutable);
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
  return mkdtempSync(join(fits ? memory : tmpdir(), 'latchkey-test-'));
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
