import { isIP, type Socket } from 'node:net';
import type { DatabaseHost, MysqlLocation } from '@app/config';
import { createPool, type Pool, type PoolConnection, type PoolOptions } from 'mysql2';
import { isOutage, isUnknownVariable } from '../driver-errors.js';
import { CONNECT_TIMEOUT_MS, type ConnectionTarget, HostFailover, limitSilence, POOL_SIZE, WAIT_MS } from '../hosts.js';
import type { ConnectionUse } from '../sql-client.js';

/** A connection that comes too late goes back to the pool. */
function inTime<T extends PoolConnection>(obtained: Promise<T>, release: (late: T) => void): Promise<T> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => {
      fail(Object.assign(new Error('no connection to the database became free'), { code: 'ETIMEDOUT' }));
      obtained.then(release, () => undefined);
    }, WAIT_MS).unref();
    obtained.then(done, fail).finally(() => clearTimeout(timer));
  });
}

/** Galera: each statement sees what any node committed before it: 1 for reads, 2 for updates and deletes, 4 for inserts. */
const SEE_ALL = 'SET SESSION wsrep_sync_wait = 7';

/** Sends a statement without values whose result is not needed. */
export function send(connection: PoolConnection, statement: string): Promise<void> {
  return new Promise((done, fail) => {
    connection.query(statement, (error: Error | null) => (error ? fail(error) : done()));
  });
}

/** A node that has lost the others accepts a connection, but fails its first statement. */
async function joinCluster(connection: PoolConnection): Promise<void> {
  await send(connection, SEE_ALL).catch((error) => {
    if (!isUnknownVariable(error)) throw error;
  });
  await send(connection, 'SELECT 1');
}

/** After this long, a connection to a cluster is replaced: a node that came back gets its share of connections. */
const RETIRE_MS = 300_000;
/** mysql2's connection, with two of its properties that are not in its types. */
type Connection = PoolConnection & ConnectionTarget & { stream: Socket };

/** What TypeORM calls of a pool: it connects once at start, to learn the version of the server. */
interface TypeormPool {
  getConnection(done: (error: Error | null, connection?: PoolConnection) => void): void;
  end(done: (error?: Error) => void): void;
}

/** One pool of connections to all hosts of a database. */
export class ConnectionPool {
  /** Whether connections are given up on which no answer comes: not while a migration changes large tables. */
  limitsSilence = false;
  private pool: Pool | undefined;
  private readonly hosts: HostFailover;
  /** When each connection was opened, in milliseconds. */
  private readonly opened = new WeakMap<Connection, number>();
  private readonly open = new Set<Connection>();
  private readonly busy = new Set<Connection>();
  /** Leases that a connection is idle or is opened for, and those that wait for one. */
  private leasing = 0;
  private limit = 1;
  private waiting = 0;

  /** @param readOnly whether the server refuses to write on these connections */
  constructor(
    hosts: DatabaseHost[],
    private readonly readOnly = false,
  ) {
    this.hosts = new HostFailover(hosts);
  }

  get use(): ConnectionUse {
    const busy = this.busy.size + this.leasing;
    return { busy, idle: Math.max(0, this.open.size - busy), waiting: this.waiting };
  }

  /** Called by TypeORM when it connects, with mysql2's options. */
  create(options: PoolOptions): TypeormPool {
    this.limit = options.connectionLimit ?? 1;
    const pool = createPool({ ...options, stream: this.hosts.connect });
    this.pool = pool.on('release', (connection) => this.returned(connection as Connection));
    return {
      getConnection: (done) => void this.lease().then((connection) => done(null, connection), done),
      end: (done) => pool.end((error) => done(error ?? undefined)),
    };
  }

  /** A connection to a host that works, which the caller releases. @throws when none becomes free in time */
  async lease(): Promise<PoolConnection> {
    return inTime(this.obtain(), (late) => this.release(late));
  }

  /** Returns a connection to the pool. */
  release(connection: PoolConnection): void {
    this.busy.delete(connection as Connection);
    connection.release();
  }

  /** Closes a connection that its host has broken, or on which it cannot work. Other connections to it are not used either. */
  lose(connection: PoolConnection): void {
    this.hosts.fail((connection as Connection).config);
    this.discard(connection);
  }

  /** Closes a connection instead of returning it to the pool. */
  discard(connection: PoolConnection): void {
    this.open.delete(connection as Connection);
    this.busy.delete(connection as Connection);
    connection.destroy();
  }

  /** Nothing has been sent yet: when one host does not answer, another may. */
  private async obtain(): Promise<Connection> {
    for (let tried = 1; ; tried++) {
      try {
        return await this.obtainOnce();
      } catch (error) {
        if (!isOutage(error) || tried >= this.hosts.count) throw error;
      }
    }
  }

  /** Skips connections to a host that has failed since they were opened. */
  private async obtainOnce(): Promise<Connection> {
    for (;;) {
      const connection = await this.take();
      this.busy.add(connection);
      const opened = this.opened.get(connection);
      if (opened === undefined) return this.prepare(connection);
      if (!this.hosts.hasFailedSince(connection.config, opened)) return connection;
      this.discard(connection);
    }
  }

  private take(): Promise<Connection> {
    return new Promise((done, fail) => {
      const full = this.busy.size + this.leasing >= this.limit;
      const counter = full ? 'waiting' : 'leasing';
      this[counter] += 1;
      this.pool?.getConnection((error, connection) => {
        this[counter] -= 1;
        if (error) fail(error);
        else done(connection as Connection);
      });
    });
  }

  private async prepare(connection: Connection): Promise<Connection> {
    this.opened.set(connection, Date.now());
    this.open.add(connection);
    // mysql2 reports a connection that the server has closed only by its end. It takes it out of the pool and ends its
    // statements itself: after destroy() it would not.
    const lost = () => this.open.has(connection) && this.lost(connection);
    connection.on('error', lost).on('end', lost);
    limitSilence(connection.stream, () => this.limitsSilence && this.busy.has(connection));
    try {
      if (this.readOnly) await send(connection, 'SET SESSION TRANSACTION READ ONLY');
      if (this.hosts.count > 1) await joinCluster(connection);
      return connection;
    } catch (error) {
      this.lose(connection);
      throw error;
    }
  }

  private lost(connection: Connection): void {
    this.hosts.fail(connection.config);
    this.open.delete(connection);
  }

  private returned(connection: Connection): void {
    this.busy.delete(connection);
    const age = Date.now() - (this.opened.get(connection) ?? 0);
    if (this.hosts.count > 1 && age > RETIRE_MS) this.discard(connection);
  }
}

/** TypeORM's options for MySQL and MariaDB. They name the first host of a cluster. */
export function mysqlOptions({ hosts, username, password, database, tls }: MysqlLocation) {
  return {
    type: 'mysql' as const,
    ...hosts[0],
    username,
    password,
    database,
    charset: 'utf8mb4',
    poolSize: POOL_SIZE,
    connectTimeout: CONNECT_TIMEOUT_MS,
    bigNumberStrings: false,
    // The certificate must be for this host: anyone can get one for a name of their own. Few certificates name an address.
    ...(tls ? { ssl: { rejectUnauthorized: true, verifyIdentity: hosts.every(({ host }) => isIP(host) === 0) } } : {}),
  };
}
