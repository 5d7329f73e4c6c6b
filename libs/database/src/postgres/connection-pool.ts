import type { Socket } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import type { DatabaseHost, PostgresLocation } from '@app/config';
import { Client, type ClientConfig, Pool, type PoolClient, type PoolConfig, types } from 'pg';
import { isFull, isOutage, WRONG_PASSWORD } from '../driver-errors.js';
import { CONNECT_TIMEOUT_MS, HostFailover, limitSilence, POOL_SIZE, WAIT_MS } from '../hosts.js';
import type { ConnectionUse } from '../sql-client.js';

/** After this long, a connection to one of several servers is replaced: one that came back gets its share of connections. */
const RETIRE_SECONDS = 300;

/** The types whose values fit into a number here: `bigint`, and the `numeric` of a sum. */
const NUMBERS: number[] = [types.builtins.INT8, types.builtins.NUMERIC];

const parsers = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    NUMBERS.includes(type) ? Number : types.getTypeParser(type, format as 'text'),
};

/** pg's client with the stream that its types leave out. */
interface Streamed {
  connection: { stream: Socket };
}

/** TypeORM's options for PostgreSQL. They name the first host. */
export function postgresOptions({ hosts, username, password, database, tls, schema }: PostgresLocation) {
  return {
    type: 'postgres' as const,
    ...hosts[0],
    username,
    password,
    database,
    poolSize: POOL_SIZE,
    installExtensions: false,
    applicationName: 'latchkey',
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    // A setting of the start of a connection: behind a pooler, a later one would be that of somebody else.
    ...(schema === 'public' ? {} : { extra: { options: `-c search_path=${schema}` } }),
    // `require` encrypts only. For `verify-full`, see the client of the pool.
    ...(tls && { ssl: { rejectUnauthorized: tls === 'verify-full' } }),
  };
}

/** One pool of connections to all hosts of a database: each leads to the server that accepts writes. */
export class ConnectionPool {
  /** Whether connections are given up on which no answer comes: not while a migration changes large tables. */
  limitsSilence = false;
  private pool: Pool | undefined;
  private readonly hosts: HostFailover;
  /** When each connection was opened, in milliseconds, and to which host. */
  private readonly opened = new WeakMap<object, { at: number; host: string; port: number }>();
  private readonly busy = new Set<PoolClient>();

  constructor(
    hosts: DatabaseHost[],
    private readonly readOnly = false,
  ) {
    this.hosts = new HostFailover(hosts);
  }

  get use(): ConnectionUse {
    if (!this.pool) return { busy: 0, idle: 0, waiting: 0 };
    const { totalCount, idleCount, waitingCount, options } = this.pool;
    // pg counts everyone who has asked in this turn of the event loop: those for whom there is a connection do not wait for it.
    const leasing = Math.min(waitingCount, idleCount + options.max - totalCount);
    const busy = totalCount - idleCount + leasing;
    return { busy, idle: Math.max(0, totalCount - busy), waiting: waitingCount - leasing };
  }

  /** TypeORM makes one of these when it connects, with the options of pg. */
  poolClass(): new (options: PoolConfig) => Pool {
    const more = {
      Client: this.clientClass(),
      types: parsers,
      keepAlive: true,
      connectionTimeoutMillis: WAIT_MS,
      idleTimeoutMillis: 0,
      ...(this.hosts.count > 1 && { maxLifetimeSeconds: RETIRE_SECONDS }),
    };
    const made = (pool: Pool) => {
      this.pool = pool;
      // pg itself takes a connection out that breaks while it is idle.
      pool.on('error', () => undefined);
    };
    return class extends Pool {
      constructor(options: PoolConfig) {
        super({ ...options, ...more });
        made(this);
      }
    };
  }

  /** A connection that works, which the caller releases. @throws when none becomes free in time */
  async lease(): Promise<PoolClient> {
    for (let tried = 1; ; tried++) {
      try {
        return await this.leaseOnce();
      } catch (error) {
        // Nothing has been sent yet: when one host does not answer, another may.
        if (!isOutage(error) || tried >= this.hosts.count) throw error;
      }
    }
  }

  release(client: PoolClient): void {
    if (this.busy.delete(client)) client.release();
  }

  /** Closes a connection that its host has broken. Other connections to it are not used either. */
  lose(client: PoolClient): void {
    const opened = this.opened.get(client);
    if (opened) this.hosts.fail(opened);
    this.discard(client);
  }

  /** Closes a connection instead of returning it to the pool. */
  discard(client: PoolClient): void {
    if (this.busy.delete(client)) client.release(true);
  }

  /** The next statement on the connection fails. Of an idle one nothing is lost: pg takes it out of the pool. */
  private broke(client: Client): void {
    const opened = this.opened.get(client);
    if (opened && this.busy.has(client as PoolClient)) this.hosts.fail(opened);
  }

  /** Skips connections to a host that has failed since they were opened. */
  private async leaseOnce(): Promise<PoolClient> {
    if (!this.pool) throw new Error('The database is not connected yet.');
    for (;;) {
      const client = await this.pool.connect();
      this.busy.add(client);
      const opened = this.opened.get(client);
      if (!opened || !this.hosts.hasFailedSince(opened, opened.at)) return client;
      this.discard(client);
    }
  }

  /** pg makes a client for each connection: this one goes to the next host, and asks it whether it accepts writes. */
  private clientClass(): new (config?: ClientConfig) => Client {
    const { hosts, opened } = this;
    const prepare = (client: Client) => this.prepare(client);
    const broke = (client: Client) => this.broke(client);
    return class extends Client {
      constructor(config?: ClientConfig) {
        const host = hosts.next();
        // The certificate must be for this host: anyone can get one for a name of their own. pg itself asks for an address as `localhost`.
        const identity = (_name: string, certificate: PeerCertificate) => checkServerIdentity(host.host, certificate);
        const ssl = typeof config?.ssl === 'object' ? { ...config.ssl, checkServerIdentity: identity } : false;
        // pg hides the password from a copy of the settings.
        const { password } = config ?? {};
        super({ ...config, password, ...host, ssl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
        opened.set(this, { at: Date.now(), ...host });
        // A server that ends says so between two statements, too. Without a listener, the error would end the process.
        this.on('error', () => broke(this));
      }

      // biome-ignore lint/suspicious/noExplicitAny: pg calls it with a callback, and we do with none.
      override connect(done?: any): any {
        const connected = super
          .connect()
          .then(() => prepare(this))
          .catch((error) => {
            // pg refuses by itself to sign in without a password.
            if (/^SASL: .* client password must be/.test(error.message)) error.code = WRONG_PASSWORD;
            const host = opened.get(this);
            // Connections that are open go on to work on a server that accepts no more.
            if (host && isOutage(error) && !isFull(error)) hosts.fail(host);
            throw error;
          });
        if (done === undefined) return connected;
        connected.then(() => done(null), done);
      }
    };
  }

  private async prepare(client: Client): Promise<Client> {
    const { stream } = (client as Client & Streamed).connection;
    limitSilence(stream, () => this.limitsSilence && this.busy.has(client as PoolClient));
    if (this.hosts.count > 1 && !this.readOnly) await requireWrites(client);
    return client;
  }
}

/** As `target_session_attrs=read-write` asks for it. @throws for a replica, which is passed over like a host that is down */
async function requireWrites(client: Client): Promise<void> {
  const { rows } = await client.query('SHOW transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'on') return;
  await client.end();
  throw Object.assign(new Error('the server is read-only'), { code: '25006' });
}
