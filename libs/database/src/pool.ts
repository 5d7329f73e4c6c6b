import type { DatabaseHost } from '@app/config';
import { createPool, type Pool, type PoolConnection, type PoolOptions } from 'mysql2';
import { isOutage, isUnknownVariable } from './failures.js';
import { type ConnectionTarget, Hosts } from './hosts.js';
import { poolUse } from './pool-use.js';

/** A request that has waited this long for a connection is not worth answering any more. */
const WAIT_MS = 10_000;
/** After this long a connection to a cluster makes room for one to another node: one that came back gets its share. */
const RETIRE_MS = 300_000;
/** Galera: each statement sees what any node committed before it: 1 for reads, 2 for updates and deletes, 4 for inserts. */
const SEE_ALL = 'SET SESSION wsrep_sync_wait = 7';

type Connection = PoolConnection & ConnectionTarget;
type Done = (error: Error | null, connection?: PoolConnection) => void;

/** What TypeORM needs of mysql2: here, one pool of connections to all hosts. */
export function poolDriver(hosts: DatabaseHost[]): { createPool(options: PoolOptions): Pool } {
  const known = new Hosts(hosts);
  return { createPool: (options) => new HostPool(known, options).pool };
}

class HostPool {
  readonly pool: Pool;
  /** When each connection was opened, in milliseconds. */
  private readonly opened = new WeakMap<PoolConnection, number>();
  private readonly take: Pool['getConnection'];

  constructor(
    private readonly hosts: Hosts,
    options: PoolOptions,
  ) {
    this.pool = createPool({ ...options, stream: hosts.open });
    this.take = this.pool.getConnection.bind(this.pool);
    this.pool.getConnection = ((done: Done) => this.hand(done)) as Pool['getConnection'];
    this.pool.on('release', (connection) => this.retire(connection));
  }

  /** One that lies ready and is sound is handed out as it is, which is what nearly always happens. */
  private hand(done: Done): void {
    if (poolUse(this.pool).idle === 0) {
      this.wait(done);
      return;
    }
    this.take((error, connection) => {
      if (error || this.isSound(connection as Connection)) {
        done(error, connection);
        return;
      }
      connection.destroy();
      this.wait(done);
    });
  }

  private wait(done: Done): void {
    let waiting = true;
    const end: Done = (error, connection) => {
      if (!waiting) return connection?.release();
      waiting = false;
      clearTimeout(timer);
      done(error, connection);
    };
    const timer = setTimeout(() => end(waitedTooLong()), WAIT_MS).unref();
    this.obtain().then((connection) => end(null, connection), end);
  }

  /** A connection to a host that can work. Nothing has been sent yet: where one does not answer, another may. */
  private async obtain(): Promise<PoolConnection> {
    for (let tried = 1; ; tried++) {
      try {
        return await this.obtainOnce();
      } catch (error) {
        if (!isOutage(error) || tried >= this.hosts.count) throw error;
      }
    }
  }

  /** Of a host that has broken a connection, the older ones are not to be trusted either. */
  private async obtainOnce(): Promise<PoolConnection> {
    for (;;) {
      const connection = await new Promise<Connection>((done, fail) => {
        this.take((error, taken) => (error ? fail(error) : done(taken as Connection)));
      });
      if (!this.opened.has(connection)) return this.prepare(connection);
      if (this.isSound(connection)) return connection;
      connection.destroy();
    }
  }

  /** Whether a connection is ready for use: prepared, and its host has not failed since it was opened. */
  private isSound(connection: Connection): boolean {
    const opened = this.opened.get(connection);
    return opened !== undefined && !this.hosts.hasFailedSince(connection.config, opened);
  }

  private async prepare(connection: Connection): Promise<PoolConnection> {
    this.opened.set(connection, Date.now());
    const broken = () => this.hosts.fail(connection.config);
    // mysql2 tells of a connection that the server has closed by its end only.
    for (const event of ['error', 'end']) connection.on(event, broken);
    try {
      if (this.hosts.count > 1) await joinCluster(connection);
      return connection;
    } catch (error) {
      broken();
      connection.destroy();
      throw error;
    }
  }

  private retire(connection: PoolConnection): void {
    const age = Date.now() - (this.opened.get(connection) ?? 0);
    if (this.hosts.count > 1 && age > RETIRE_MS) connection.destroy();
  }
}

/** A node that has lost the others lets us in, but says at the first statement that it cannot work. */
async function joinCluster(connection: PoolConnection): Promise<void> {
  await send(connection, SEE_ALL).catch((error) => {
    if (!isUnknownVariable(error)) throw error;
  });
  await send(connection, 'SELECT 1');
}

/** A statement without values, whose result nobody looks at. */
export function send(connection: PoolConnection, statement: string): Promise<void> {
  return new Promise((done, fail) => {
    connection.query(statement, (error: Error | null) => (error ? fail(error) : done()));
  });
}

function waitedTooLong(): Error {
  return Object.assign(new Error('no connection to the database became free'), { code: 'ETIMEDOUT' });
}
