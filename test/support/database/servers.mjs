import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { find, freePort } from '../run/machine.mjs';

const execute = promisify(execFile);

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
    if (path)
      return startServerOf(path, program, durable, durable ? options : [...IN_MEMORY, SMALL_PACKETS, ...options]);
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

async function startServerOf(path, program, durable, options) {
  const parent = durable ? (process.env.TEST_DISK ?? tmpdir()) : tmpdir();
  const folder = mkdtempSync(join(parent, 'latchkey-mysql-'));
  const port = await freePort();
  const user = userInfo().username;
  // A separate folder for temporary tables: a server removes all temporary tables that it finds at its startServerOf, also
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
      if (waited > START_SECONDS || server.exitCode !== null) throw new Error(`${program} did not startServerOf.`);
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

const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));

/**
 * The statements that make an empty database like one that was migrated. Migrating takes a server half a second, and most
 * tests need a database of their own.
 * @param server the URL of the server, without a database
 */
export async function migratedSchema(server) {
  const name = `latchkey_schema_${randomBytes(6).toString('hex')}`;
  const connection = await mysql.createConnection(server);
  await connection.query(`CREATE DATABASE ${name}`);
  try {
    const url = new URL(server);
    url.pathname = `/${name}`;
    migrate(url.href);
    await connection.query(`USE ${name}`);
    return await statementsOf(connection);
  } finally {
    await connection.query(`DROP DATABASE ${name}`);
    await connection.end();
  }
}

/** Creates the tables of a database. @param url its `DATABASE_URL` */
export function migrate(url) {
  const AUTH_SECRET = randomBytes(48).toString('base64');
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', DATABASE_URL: url, AUTH_SECRET };
  execFileSync(process.execPath, [CLI, 'migrate'], { env, stdio: 'pipe' });
}

async function statementsOf(connection) {
  // The tables come in the order of their names, which is not that of their foreign keys.
  const statements = ['SET foreign_key_checks = 0'];
  const [tables] = await connection.query('SHOW TABLES');
  for (const table of tables.flatMap(Object.values)) {
    const [[created]] = await connection.query('SHOW CREATE TABLE ??', [table]);
    statements.push(created['Create Table']);
    const [rows] = await connection.query({ sql: 'SELECT * FROM ??', values: [table], rowsAsArray: true });
    if (rows.length > 0) statements.push(connection.format('INSERT INTO ?? VALUES ?', [table, rows]));
  }
  return [...statements, 'SET foreign_key_checks = 1'];
}

/** For data that need not survive the server. */
const POSTGRES_IN_MEMORY = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** The PostgreSQL for the tests: the one at TEST_POSTGRES_URL, else a private one. Undefined when none is installed. */
export async function findPostgres() {
  const url = process.env.TEST_POSTGRES_URL;
  if (!url) return startPrivatePostgres({ durable: false });
  if (await postgresAnswers(url)) return { url, stop: async () => {} };
  throw new Error('No PostgreSQL at TEST_POSTGRES_URL accepts a connection.');
}

/** The list of running statements has whole ones. Another time than UTC shows statements that rely on it. */
const POSTGRES_SETTINGS = ['max_connections=200', 'track_activity_query_size=16kB', 'timezone=America/St_Johns'];

/**
 * A private PostgreSQL on a free port with its data in a temporary folder; undefined when none is installed.
 * @param durable whether each commit reaches the disk, for tests that stop or kill the server
 * @param options additional settings of the server, such as `max_connections=10`
 * @param files texts by their names in the folder of its data, such as `server.key`
 */
export async function startPrivatePostgres({ durable = true, options = [], files = {} } = {}) {
  const initdb = find('initdb');
  if (!initdb || !find('postgres')) return undefined;
  const parent = durable ? (process.env.TEST_DISK ?? tmpdir()) : tmpdir();
  const folder = mkdtempSync(join(parent, 'latchkey-postgres-'));
  const how = { cwd: folder, stdio: 'ignore', ...postgresUser() };
  if (how.uid !== undefined) chownSync(folder, how.uid, how.gid);
  const settings = [...(durable ? [] : POSTGRES_IN_MEMORY), ...options];
  const run = new PostgresRun(folder, how, settings, await freePort());
  execFileSync(initdb, [`--pgdata=${run.data}`, ...initdbOptions(initdb)], how);
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(run.data, name), text, { mode: 0o600 });
    if (how.uid !== undefined) chownSync(join(run.data, name), how.uid, how.gid);
  }
  await run.start();
  process.stdout.write(`A private PostgreSQL runs on port ${run.port}.\n`);
  return run;
}

class PostgresRun {
  /** This server and all that have followed it or one another. */
  family = [this];

  constructor(folder, how, settings, port) {
    Object.assign(this, { folder, how, settings, port });
    this.data = join(folder, `data-${port}`);
    this.url = `postgres://postgres@127.0.0.1:${port}`;
  }

  async start() {
    const own = ['listen_addresses=127.0.0.1', `port=${this.port}`, `unix_socket_directories=${this.folder}`];
    const settings = [...own, ...POSTGRES_SETTINGS, ...this.settings].flatMap((setting) => ['-c', setting]);
    // Ctrl-C on a terminal reaches all processes of its group, and would end this one before the tests.
    this.process = spawn(find('postgres'), ['-D', this.data, ...settings], { ...this.how, detached: true });
    for (let waited = 0; !(await postgresAnswers(this.url)); waited += 0.1) {
      if (waited > START_SECONDS || this.process.exitCode !== null) throw new Error('PostgreSQL did not start.');
      await sleep(100);
    }
  }

  async restart() {
    await this.end('SIGINT');
    await this.start();
  }

  /** Like a crash. SIGKILL leaves the processes of the connections, which end when they have nothing to do. */
  kill(signal = 'SIGQUIT') {
    return this.end(signal);
  }

  /** A server that follows this one from now on: this one confirms no commit before it. @param port of a server that has ended */
  async standby(port) {
    const standby = new PostgresRun(this.folder, this.how, this.settings, port ?? (await freePort()));
    rmSync(standby.data, { recursive: true, force: true });
    const from = `host=127.0.0.1 port=${this.port} user=postgres application_name=standby`;
    const words = [`--pgdata=${standby.data}`, `--dbname=${from}`, '--write-recovery-conf'];
    await execute(find('pg_basebackup'), [...words, '--checkpoint=fast', '--no-sync'], this.how);
    standby.family = this.family;
    this.family.push(standby);
    await standby.start();
    await runOn(this.url, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
    await runOn(this.url, 'SELECT pg_reload_conf()');
    const state = 'SELECT sync_state FROM pg_stat_replication';
    while (!(await runOn(this.url, state)).some(({ sync_state }) => sync_state === 'sync')) await sleep(50);
    return standby;
  }

  /** Makes the primary of a standby. */
  async promote() {
    await execute(find('pg_ctl'), ['promote', '-D', this.data], this.how);
  }

  async stop() {
    await Promise.all(this.family.map((server) => server.end('SIGINT')));
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** SIGINT also closes open connections, and SIGQUIT is like a crash. */
  async end(signal) {
    const { exitCode, signalCode } = this.process ?? { exitCode: 0 };
    if (exitCode !== null || signalCode !== null) return;
    this.process.kill(signal);
    await once(this.process, 'exit');
  }
}

/** Runs one statement on a connection of its own. */
async function runOn(url, statement) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(statement).finally(() => client.end())).rows;
}

/** PostgreSQL does not run as root. */
export function postgresUser() {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((what) => Number(execFileSync('id', [what, 'postgres'])));
  return { uid, gid };
}

/** A collation unlike the order of bytes shows statements that rely on that order. */
function initdbOptions(initdb) {
  const hasIcu = execFileSync(initdb, ['--help'], { encoding: 'utf8' }).includes('--icu-locale');
  return [
    ...['--username=postgres', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'],
    ...(hasIcu ? ['--locale-provider=icu', '--icu-locale=en-US'] : []),
  ];
}

export async function postgresAnswers(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  // A server that starts closes a connection after its error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Migrates a database that others are copied from, which is faster than a migration of each.
 * @param server the URL of the server, without a database
 * @returns a function that drops it
 */
export async function createTemplate(server, name) {
  await runOn(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  migrate(url.href);
  return () => runOn(server, `DROP DATABASE ${name} WITH (FORCE)`);
}

const PROVIDER = find('galera');
const SERVER = find('mariadbd');
/** rsync as a daemon of root cannot write into a folder of root, so as root the cluster runs as another user. */
const USER = process.getuid?.() === 0 ? 'mysql' : userInfo().username;

/** A MariaDB Galera cluster on the loopback address, in a temporary folder: every node accepts writes. */
export class Galera {
  constructor(folder) {
    this.folder = folder;
    this.nodes = [];
  }

  static async start(size = 3) {
    const cluster = new Galera(mkdtempSync(join(process.env.TEST_DISK ?? tmpdir(), 'latchkey-galera-')));
    execFileSync('chown', [USER, cluster.folder]);
    try {
      for (let index = 0; index < size; index++) cluster.nodes.push(await Node.prepare(cluster.folder, index));
      const [first, ...others] = cluster.nodes;
      first.install();
      await first.start('gcomm://');
      await first.sql("CREATE USER latchkey@'127.0.0.1' IDENTIFIED BY 'latchkey'");
      await first.sql("GRANT ALL ON *.* TO latchkey@'127.0.0.1'");
      await first.stop();
      // The same data and the same position in the history on every node, so that no node has to send everything to
      // another.
      first.mayStartCluster();
      for (const { data } of others) execFileSync('cp', ['-pR', first.data, data]);
      await first.start('gcomm://');
      for (const other of others) await other.start(cluster.address);
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  get address() {
    return `gcomm://${this.nodes.map(({ group }) => `127.0.0.1:${group}`).join()}`;
  }

  /** A new database, as `DATABASE_URL` with all hosts. */
  async createDatabase(name) {
    await this.nodes[0].sql(`CREATE DATABASE ${name}`);
    return `mysql://latchkey:latchkey@${this.nodes.map(({ port }) => `127.0.0.1:${port}`).join()}/${name}`;
  }

  /** Ends a node like a power failure. */
  kill(index) {
    return this.nodes[index].end('SIGKILL');
  }

  /** Starts a node that was killed; resolves when it is synchronized. */
  async restart(index) {
    const node = this.nodes[index];
    await node.start(this.address, ['--wsrep-start-position', node.lastPosition()]);
  }

  async stop() {
    await Promise.all(this.nodes.map((node) => node.end('SIGKILL')));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

class Node {
  constructor(folder, index, ports) {
    this.home = join(folder, `node${index}`);
    this.data = `${this.home}-data`;
    [this.port, this.group, this.transfer, this.snapshot] = ports;
  }

  static async prepare(folder, index) {
    const ports = [];
    while (ports.length < 4) ports.push(await freePort());
    const node = new Node(folder, index, ports);
    mkdirSync(`${node.home}-tmp`);
    execFileSync('chown', [USER, `${node.home}-tmp`]);
    return node;
  }

  get common() {
    // A separate folder for temporary tables: a server removes all temporary tables that it finds at its start, also
    // those of others.
    return ['--no-defaults', `--datadir=${this.data}`, `--tmpdir=${this.home}-tmp`, `--user=${USER}`];
  }

  install() {
    const options = [...this.common, '--auth-root-authentication-method=normal', '--skip-test-db'];
    execFileSync(find('mariadb-install-db'), [...options, '--innodb-log-file-size=16M'], { stdio: 'ignore' });
  }

  settings(address) {
    const provider = [
      `gmcast.listen_addr=tcp://127.0.0.1:${this.group}`,
      `ist.recv_addr=tcp://127.0.0.1:${this.transfer}`,
      'gcache.size=32M',
      // A dead node is removed within about eight seconds, but a node that pauses for a moment is not.
      'evs.suspect_timeout=PT8S;evs.inactive_timeout=PT16S',
    ];
    return [
      ...this.common,
      `--port=${this.port}`,
      '--bind-address=127.0.0.1',
      `--socket=${this.home}.sock`,
      `--pid-file=${this.home}.pid`,
      `--log-error=${this.home}.log`,
      '--wsrep-on=ON',
      `--wsrep-provider=${PROVIDER}`,
      `--wsrep-cluster-address=${address}`,
      `--wsrep-provider-options=${provider.join(';')}`,
      '--wsrep-node-address=127.0.0.1',
      `--wsrep-node-incoming-address=127.0.0.1:${this.port}`,
      `--wsrep-sst-receive-address=127.0.0.1:${this.snapshot}`,
      '--wsrep-sst-method=rsync',
      '--binlog-format=ROW',
      '--innodb-autoinc-lock-mode=2',
      '--innodb-buffer-pool-size=64M',
      '--innodb-log-file-size=16M',
      // Any node but the last may lose its disk: the others have all committed data.
      '--innodb-flush-log-at-trx-commit=2',
      '--performance-schema=OFF',
    ];
  }

  async start(address, more = []) {
    this.process = spawn(SERVER, [...this.settings(address), ...more], { stdio: 'ignore' });
    const deadline = Date.now() + START_SECONDS * 1_000;
    while (!(await this.synced())) {
      if (Date.now() > deadline || this.process.exitCode !== null) {
        throw new Error(
          `A node of the cluster did not start:\n${readFileSync(`${this.home}.log`, 'utf8').slice(-4_000)}`,
        );
      }
      await sleep(100);
    }
  }

  async synced() {
    return (await this.status('wsrep_local_state_comment').catch(() => '')) === 'Synced';
  }

  async status(name) {
    const [row] = await this.sql(`SHOW GLOBAL STATUS LIKE '${name}'`);
    return row?.Value;
  }

  async sql(statement, values) {
    const connection = await mysql.createConnection({ socketPath: `${this.home}.sock`, user: 'root' });
    try {
      return (await connection.query(statement, values))[0];
    } finally {
      connection.destroy();
    }
  }

  /** The last transaction of this node, as its log shows after it was killed. */
  lastPosition() {
    const log = `${this.home}-recover.log`;
    execFileSync(SERVER, [...this.settings('gcomm://'), '--wsrep-recover', `--log-error=${log}`], { stdio: 'ignore' });
    return readFileSync(log, 'utf8').match(/Recovered position: (\S+)/)?.[1] ?? '';
  }

  mayStartCluster() {
    const file = join(this.data, 'grastate.dat');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/safe_to_bootstrap:.*/, 'safe_to_bootstrap: 1'));
  }

  stop() {
    return this.end('SIGTERM');
  }

  async end(signal) {
    if (this.process === undefined || this.process.exitCode !== null || this.process.signalCode !== null) return;
    this.process.kill(signal);
    await once(this.process, 'exit');
  }
}

/** `node test/support/database/servers.mjs`: runs a cluster for experiments until Ctrl-C. */
if (process.argv[1]?.endsWith('support/database/servers.mjs')) {
  void Galera.start().then(async (cluster) => {
    process.stdout.write(`DATABASE_URL=${await cluster.createDatabase('latchkey')}\n`);
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void cluster.stop());
  });
}
