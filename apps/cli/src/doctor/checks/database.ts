import { existsSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { type DatabaseLocation, describeLocation, type MysqlLocation } from '@app/config';
import { ReadOnlyDatabase } from '@app/database';
import { type Check, connected, type Finding, fail, ok, type Patient, skip, warn } from '../check.js';

const SETTINGS = ['DATABASE_URL'];
const TRIES = 5;
const SLOW_MS = 20;

/** The oldest versions that the service works on. */
const LEAST = { MariaDB: [10, 6], MySQL: [8, 0] } as const;

/** Reaches the database for all checks that follow. */
export const connect: Check = {
  name: 'database',
  settings: SETTINGS,
  run: async (patient) => {
    const { env } = patient;
    const place = describeLocation(env.database);
    if (env.database.type === 'sqlite') {
      if (env.database.file === ':memory:') return memory(env.production);
      if (!existsSync(env.database.file)) return ok(`${place} is not there yet: the first start makes it`);
    }
    try {
      patient.database = await ReadOnlyDatabase.open(env.database);
      patient.hasSchema = (await patient.database.applied()).length > 0;
    } catch (error) {
      patient.database = undefined;
      return refusal(error, env.database);
    }
    return ok(`${place} is reached`);
  },
};

function memory(production: boolean): Finding[] {
  const found = 'a database in memory: all accounts are gone when the service stops';
  return production ? warn(found, 'set DATABASE_URL to a file or a server') : ok(found);
}

/** What each refusal is about. The words of the driver name the user and our address, never the password. */
function refusal(error: unknown, location: DatabaseLocation): Finding[] {
  const place = describeLocation(location);
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (location.type === 'sqlite') return fail(`${place}: ${message}`, 'set DATABASE_URL to a file that can be used');
  switch (code) {
    case 'ER_ACCESS_DENIED_ERROR':
    case 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR':
    case 'ER_HOST_NOT_PRIVILEGED':
      return denied(place, location);
    case 'ER_DBACCESS_DENIED_ERROR':
      return fail(
        `${place}: the user "${location.username}" may not use the database "${location.database}"`,
        `GRANT ALL ON ${location.database}.* to it, or correct the database in DATABASE_URL`,
      );
    case 'ER_BAD_DB_ERROR':
      return fail(
        `${place}: there is no database "${location.database}"`,
        `CREATE DATABASE ${location.database}, or correct the database in DATABASE_URL`,
      );
    default:
      return fail(
        `${place} is out of reach: ${code || message}`,
        'start it, open the way to it, or correct host and port in DATABASE_URL',
      );
  }
}

function denied(place: string, { username, password }: MysqlLocation): Finding[] {
  const what = password === '' ? 'no password is given' : 'user or password is wrong';
  return fail(
    `${place} refuses the user "${username}": ${what}`,
    'correct user and password in DATABASE_URL (special characters are %-encoded), or let the user in from this address',
  );
}

export const version: Check = {
  name: 'version',
  needs: 'database',
  run: async (patient) => (patient.env.database.type === 'mysql' ? serverVersion(patient) : sqliteVersion(patient)),
};

async function serverVersion(patient: Patient): Promise<Finding[]> {
  const [row] = await connected(patient).query('SELECT VERSION() AS version');
  const text = String(row?.version);
  const product = text.includes('MariaDB') ? 'MariaDB' : 'MySQL';
  // MariaDB calls itself 5.5.5-10.6.… where it takes the caller for an old program.
  const [major = 0, minor = 0] = text
    .replace(/^5\.5\.5-/, '')
    .split('.')
    .map(Number);
  const [leastMajor, leastMinor] = LEAST[product];
  const found = `${product} ${major}.${minor}`;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return ok(found);
  return fail(`${found} is too old`, `use ${product} ${leastMajor}.${leastMinor} or newer`);
}

async function sqliteVersion(patient: Patient): Promise<Finding[]> {
  const [row] = await connected(patient).query('SELECT sqlite_version() AS version');
  const found = `SQLite ${row?.version}`;
  if (!patient.env.production) return ok(found);
  return warn(`${found}: on one machine only, one writer at a time`, 'use MySQL or MariaDB for several replicas');
}

export const latency: Check = {
  name: 'latency',
  needs: 'database',
  run: async (patient) => {
    if (patient.env.database.type === 'sqlite') return skip('a file has none');
    const times: number[] = [];
    for (let tried = 0; tried < TRIES; tried++) {
      const start = performance.now();
      await connected(patient).query('SELECT 1');
      times.push(performance.now() - start);
    }
    const median = times.sort((a, b) => a - b)[Math.floor(TRIES / 2)] ?? 0;
    const found = `${median.toFixed(1)} ms for the simplest question`;
    return median > SLOW_MS ? warn(found, 'bring the database nearer: each request asks it several times') : ok(found);
  },
};
