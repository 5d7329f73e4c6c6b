import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import {
  commandLine,
  type DatabaseLocation,
  describeLocation,
  type MysqlLocation,
  type PostgresLocation,
} from '@app/config';
import { dialectOf, IncompleteSchema, POOL_SIZE, ReadOnlyDatabase, SchemaError, whyReadOnly } from '@app/database';
import { connected, type DoctorContext, type Finding, fail, ok, orOk, skip, warn, warnIf } from './check.js';

const TRIES = 5;
const SLOW_MS = 20;

const WARN_SECONDS = 2;
const FAIL_SECONDS = 30;
const CLOCK_CURE = 'let both machines take their time from the same NTP servers';

/** The oldest supported versions. */
const OLDEST = { MariaDB: [10, 6], MySQL: [8, 0], PostgreSQL: [14, 0] } as const;

export async function version(context: DoctorContext): Promise<Finding[]> {
  return context.env.database.type === 'sqlite' ? sqliteVersion(context) : serverVersion(context);
}

async function serverVersion(context: DoctorContext): Promise<Finding[]> {
  const [row] = await connected(context).query('SELECT VERSION() AS version');
  const text = String(row?.version);
  const product = (['MariaDB', 'PostgreSQL'] as const).find((name) => text.includes(name)) ?? 'MySQL';
  // MariaDB reports 5.5.5-10.6.… to clients that it considers old.
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(text.replace(/^5\.5\.5-/, '')) ?? []).map(Number);
  const [oldestMajor, oldestMinor] = OLDEST[product];
  const found = `${product} ${major}.${minor}`;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return ok(found);
  return fail(`${found} is too old`, `use ${product} ${oldestMajor}.${oldestMinor} or newer`);
}

async function sqliteVersion(context: DoctorContext): Promise<Finding[]> {
  const [row] = await connected(context).query('SELECT sqlite_version() AS version');
  const found = `SQLite ${row?.version}`;
  if (!context.env.production) return ok(found);
  return warn(
    `${found}: on one machine only, one writer at a time`,
    'use PostgreSQL, MySQL or MariaDB for several replicas',
  );
}

export async function latency(context: DoctorContext): Promise<Finding[]> {
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
}

/** Compares the clocks: with a wrong clock, other services refuse new tokens as expired or not yet valid. */
export async function clock(context: DoctorContext): Promise<Finding[]> {
  if (context.env.database.type === 'sqlite') return ok('the database is on this machine, and has the same clock');
  const before = Date.now();
  const [row] = await connected(context).query(`SELECT ${dialectOf(context.env.database).now} AS now`);
  const here = (before + Date.now()) / 2_000;
  const off = here - Number(row?.now);
  const found = `the clock of this machine is ${Math.abs(off).toFixed(1)} s ${off < 0 ? 'behind' : 'ahead of'} that of the database`;
  if (Math.abs(off) > FAIL_SECONDS) return fail(found, CLOCK_CURE);
  return Math.abs(off) > WARN_SECONDS ? warn(found, CLOCK_CURE) : ok(found);
}

/** Checks what the servers of the database are to each other, and whether they fit to DATABASE_URL. */
export async function cluster(context: DoctorContext): Promise<Finding[]> {
  const { database } = context.env;
  switch (database.type) {
    case 'sqlite':
      return skip('a database in a file is no cluster');
    case 'mysql':
      return galera(context, database);
    case 'postgres':
      return postgres(context, database);
  }
}

/** A Galera cluster must be known as one: only then connections wait for the commits of the other nodes. */
async function galera(context: DoctorContext, { hosts }: MysqlLocation): Promise<Finding[]> {
  const [row] = await connected(context).query("SHOW STATUS LIKE 'wsrep_cluster_size'");
  // MariaDB without Galera says 0.
  const nodes = Number(row?.Value ?? 0);
  if (nodes < 2) return ok('the database is a single server');
  if (hosts.length > 1) return ok(`${nodes} nodes; DATABASE_URL names ${hosts.length} of them`);
  return warn(
    `a Galera cluster of ${nodes} nodes, and DATABASE_URL names one host: behind a balancer, a request may not see the commit before it`,
    'list the nodes in DATABASE_URL (host1:3306,host2:3306): then each connection sets wsrep_sync_wait',
  );
}

const POSTGRES_STATE = `SELECT pg_is_in_recovery() AS replica, current_setting('default_transaction_read_only') AS "readOnly",
  current_setting('max_connections') AS most, current_setting('server_encoding') AS encoding,
  CASE WHEN current_schema() IS NULL THEN has_database_privilege(current_database(), 'CREATE')
    ELSE has_schema_privilege(current_schema(), 'CREATE') END AS creates,
  (SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()) AS encrypted,
  (SELECT MAX(EXTRACT(EPOCH FROM replay_lag)) FROM pg_stat_replication) AS lag`;
const MOST_LAG_SECONDS = 10;

/** A replica and a role that cannot write let nobody sign in. */
async function postgres(context: DoctorContext, { hosts, tls }: PostgresLocation): Promise<Finding[]> {
  const [row] = await connected(context).query(POSTGRES_STATE);
  const { replica, readOnly, most, creates, encrypted, encoding, lag } = row ?? {};
  if (encoding !== 'UTF8')
    return fail(
      `the encoding of the database is ${encoding}: it cannot store every text`,
      "make another one: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0",
    );
  if (replica && hosts.length === 1)
    return fail('the server is a standby', 'name the primary in DATABASE_URL, or all servers: host1:5432,host2:5432');
  if (readOnly === 'on' && !replica)
    return fail(
      'default_transaction_read_only is on',
      'ALTER ROLE or ALTER DATABASE … RESET default_transaction_read_only',
    );
  // Another role may have made the tables.
  if (!creates && !context.hasSchema)
    return fail(
      'the role may not create tables in the schema',
      'GRANT CREATE, USAGE ON SCHEMA … TO the role, or GRANT CREATE ON DATABASE … for a schema that is not there yet',
    );
  if (Number(most) < 2 * POOL_SIZE)
    return warn(
      `the server accepts ${most} connections, and each replica of the service opens up to ${POOL_SIZE}`,
      'raise max_connections, or put PgBouncer before the server',
    );
  if (Number(lag) > MOST_LAG_SECONDS)
    return warn(`a standby is ${Math.round(Number(lag))} s behind: a failover would lose that`, 'look at the standby');
  const verified = tls === 'verify-full' ? ', and the certificate of the server is verified' : '';
  // With several hosts, this connection may lead to any of them: `writes` asks the primary.
  const server = replica ? 'the server that answered is a standby' : 'the server accepts writes';
  return ok(`${server}; the connection is ${encrypted ? `encrypted${verified}` : 'not encrypted'}`);
}

/** Connects to the database for the checks that follow. */
export async function connect(context: DoctorContext): Promise<Finding[]> {
  const { env } = context;
  const place = describeLocation(env.database);
  if (env.database.type === 'sqlite') {
    if (env.database.file === ':memory:') return memory(env.production);
    if (!existsSync(env.database.file)) return ok(`${place} is not there yet: the first start makes it`);
  }
  try {
    context.connecting = ReadOnlyDatabase.open(env.database);
    context.database = await context.connecting;
    context.hasSchema = await hasSchema(context.database);
  } catch (error) {
    context.database = undefined;
    return connectionFailure(error, env.database);
  }
  return ok(`${place} is reached`);
}

/** Whether the database has tables of this program, or of an earlier release. */
function hasSchema(database: ReadOnlyDatabase): Promise<boolean> {
  return database.applied().then(
    ({ length }) => length > 0,
    (error) => {
      if (error instanceof SchemaError) return false;
      throw error;
    },
  );
}

function memory(production: boolean): Finding[] {
  const found = 'a database in memory: all accounts are gone when the service stops';
  return production ? warn(found, 'set DATABASE_URL to a file or a server') : ok(found);
}

/** The finding for a failed connection. Messages of the driver have the user and the client address, never the password. */
function connectionFailure(error: unknown, location: DatabaseLocation): Finding[] {
  const place = describeLocation(location);
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (location.type === 'sqlite') return fail(`${place}: ${message}`, 'set DATABASE_URL to a file that can be used');
  const { username, password, database } = location;
  // PostgreSQL says what its pg_hba.conf wants, such as encryption.
  if (code === '28000')
    return fail(
      `${place} refuses the user "${username}": ${message}`,
      'correct user and sslmode in DATABASE_URL, or let the user in from this address',
    );
  if (REFUSED_USER.has(code)) {
    return fail(
      `${place} refuses the user "${username}": ${password === '' ? 'no password is given' : 'user or password is wrong'}`,
      'correct user and password in DATABASE_URL (special characters are %-encoded), or let the user in from this address',
    );
  }
  if (code === 'ER_DBACCESS_DENIED_ERROR' || code === '42501') {
    return fail(
      `${place}: the user "${username}" may not use the database "${database}"`,
      `${location.type === 'mysql' ? `GRANT ALL ON ${database}.*` : `GRANT CONNECT ON DATABASE ${database}`} to it, or correct the database in DATABASE_URL`,
    );
  }
  if (code === 'ER_BAD_DB_ERROR' || code === '3D000') {
    return fail(
      `${place}: there is no database "${database}"`,
      `CREATE DATABASE ${database}, or correct the database in DATABASE_URL`,
    );
  }
  return fail(
    `${place} is out of reach: ${code || message}`,
    'start it, open the way to it, or correct host and port in DATABASE_URL',
  );
}

/** The codes of a server that does not let the user in. */
const REFUSED_USER = new Set([
  'ER_ACCESS_DENIED_ERROR',
  'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
  'ER_HOST_NOT_PRIVILEGED',
  '28P01',
]);

export async function migrations(context: DoctorContext): Promise<Finding[]> {
  const database = connected(context);
  try {
    return compare(await database.applied(), database.migrations);
  } catch (error) {
    if (error instanceof SchemaError) return fail(error.message, error.cure);
    throw error;
  }
}

function compare(applied: string[], known: string[]): Finding[] {
  const pending = known.filter((name) => !applied.includes(name));
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    return fail(
      `the schema is newer than this program: ${unknown.join(', ')}`,
      'run the version of the program that created it, or a newer one',
    );
  }
  if (pending.length > 0)
    return fail(`migrations of the schema that are pending: ${pending.join(', ')}`, commandLine('migrate'));
  return ok(`all ${known.length} migrations of the schema are applied`);
}

/** Compares the real columns: a schema can differ from its list of applied migrations. */
export async function columns(context: DoctorContext): Promise<Finding[]> {
  const database = connected(context);
  const applied = await database.applied();
  if (database.migrations.some((name) => !applied.includes(name))) return skip('migrations are pending');
  try {
    await database.requireColumns();
    return ok('the database has all columns that the program needs');
  } catch (error) {
    if (error instanceof IncompleteSchema) return fail(`missing: ${error.missing.join(', ')}`, error.cure);
    throw error;
  }
}

const WRITE_CURES = {
  'it is read-only':
    'let DATABASE_URL name the primary server, or end the read-only mode: read_only or default_transaction_read_only of a server, the mode or the file system of a file',
  'its disk is full': 'free space on the disk of the database',
  'its user lacks the right to write':
    'GRANT ALL on the database to the user of DATABASE_URL; some hosters take this right when it is too large',
};

/** Checks that the database takes changes: a replica and a server after a failover only answer reads. */
export async function writes({ env }: DoctorContext): Promise<Finding[]> {
  const refusal = await whyReadOnly(env.database);
  if (refusal === undefined) return ok('the database can be written to');
  return fail(`the database of DATABASE_URL refuses to write: ${refusal}`, WRITE_CURES[refusal]);
}

/** The bits of a file's mode for other users. */
const OTHERS = 0o007;

/** Checks that the folder of an SQLite database is writable, and that other users cannot read its files. */
export async function files({ env: { database } }: DoctorContext): Promise<Finding[]> {
  if (database.type !== 'sqlite' || database.file === ':memory:')
    return skip('the database has no files here: it is a server, or in memory');
  const file = resolve(database.file);
  const folder = existingFolder(dirname(file));
  if (!isWritable(folder)) return fail(`${folder} cannot be written to`, 'let the user of the service write there');
  const open = [file, `${file}-wal`, `${file}.secret`].filter((path) => existsSync(path)).flatMap(exposure);
  return orOk(open, `${folder} can be written to`);
}

/** The folder, or the parent in which it will be created. */
function existingFolder(folder: string): string {
  return existsSync(folder) ? folder : existingFolder(dirname(folder));
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function exposure(path: string): Finding[] {
  const mode = statSync(path).mode & OTHERS;
  return warnIf(mode !== 0, `every user of this machine can access ${path}`, `chmod 600 ${path}`);
}
