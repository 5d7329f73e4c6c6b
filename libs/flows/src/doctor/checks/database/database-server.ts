import { performance } from 'node:perf_hooks';
import { type Check, connected, type DoctorContext, type Finding, fail, ok, skip, warn } from '../check.js';

const TRIES = 5;
const SLOW_MS = 20;

const WARN_SECONDS = 2;
const FAIL_SECONDS = 30;
const CLOCK_CURE = 'let both machines take their time from the same NTP servers';

/** The oldest supported versions. */
const OLDEST = { MariaDB: [10, 6], MySQL: [8, 0] } as const;

export const version: Check = {
  name: 'version',
  needs: 'database',
  run: async (context) => (context.env.database.type === 'mysql' ? serverVersion(context) : sqliteVersion(context)),
};

async function serverVersion(context: DoctorContext): Promise<Finding[]> {
  const [row] = await connected(context).query('SELECT VERSION() AS version');
  const text = String(row?.version);
  const product = text.includes('MariaDB') ? 'MariaDB' : 'MySQL';
  // MariaDB reports 5.5.5-10.6.… to clients that it considers old.
  const [major = 0, minor = 0] = text
    .replace(/^5\.5\.5-/, '')
    .split('.')
    .map(Number);
  const [oldestMajor, oldestMinor] = OLDEST[product];
  const found = `${product} ${major}.${minor}`;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return ok(found);
  return fail(`${found} is too old`, `use ${product} ${oldestMajor}.${oldestMinor} or newer`);
}

async function sqliteVersion(context: DoctorContext): Promise<Finding[]> {
  const [row] = await connected(context).query('SELECT sqlite_version() AS version');
  const found = `SQLite ${row?.version}`;
  if (!context.env.production) return ok(found);
  return warn(`${found}: on one machine only, one writer at a time`, 'use MySQL or MariaDB for several replicas');
}

export const latency: Check = {
  name: 'latency',
  needs: 'database',
  run: async (context) => {
    if (context.env.database.type === 'sqlite') return skip('a database in a file has no network before it');
    const times: number[] = [];
    for (let tried = 0; tried < TRIES; tried++) {
      const start = performance.now();
      await connected(context).query('SELECT 1');
      times.push(performance.now() - start);
    }
    const median = times.sort((a, b) => a - b)[Math.floor(TRIES / 2)] ?? 0;
    const found = `the database answers the simplest question in ${median.toFixed(1)} ms`;
    return median > SLOW_MS ? warn(found, 'bring the database nearer: each request asks it several times') : ok(found);
  },
};

/** Compares the clocks: with a wrong clock, other services refuse new tokens as expired or not yet valid. */
export const clock: Check = {
  name: 'clock',
  needs: 'database',
  run: async (context) => {
    if (context.env.database.type === 'sqlite') return ok('the database is on this machine, and has the same clock');
    const before = Date.now();
    const [row] = await connected(context).query('SELECT UNIX_TIMESTAMP(NOW(6)) AS now');
    const here = (before + Date.now()) / 2_000;
    const off = here - Number(row?.now);
    const found = `the clock of this machine is ${Math.abs(off).toFixed(1)} s ${off < 0 ? 'behind' : 'ahead of'} that of the database`;
    if (Math.abs(off) > FAIL_SECONDS) return fail(found, CLOCK_CURE);
    return Math.abs(off) > WARN_SECONDS ? warn(found, CLOCK_CURE) : ok(found);
  },
};

/** Checks that a Galera cluster is known as one: only then connections wait for the commits of the other nodes. */
export const cluster: Check = {
  name: 'cluster',
  needs: 'database',
  run: async (context) => {
    const { database } = context.env;
    if (database.type === 'sqlite') return skip('a database in a file is no cluster');
    const [row] = await connected(context).query("SHOW STATUS LIKE 'wsrep_cluster_size'");
    // MariaDB without Galera says 0.
    const nodes = Number(row?.Value ?? 0);
    if (nodes < 2) return ok('the database is a single server');
    if (database.hosts.length > 1) return ok(`${nodes} nodes; DATABASE_URL names ${database.hosts.length} of them`);
    return warn(
      `a Galera cluster of ${nodes} nodes, and DATABASE_URL names one host: behind a balancer, a request may not see the commit before it`,
      'list the nodes in DATABASE_URL (host1:3306,host2:3306): then each connection sets wsrep_sync_wait',
    );
  },
};
