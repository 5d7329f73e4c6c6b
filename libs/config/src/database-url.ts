/** The database that `DATABASE_URL` names. */
export type DatabaseLocation = SqliteLocation | MysqlLocation | PostgresLocation;

export interface SqliteLocation {
  type: 'sqlite';
  /** The path of the file, or `:memory:`. */
  file: string;
}

/** The address of a database server. */
export interface DatabaseHost {
  host: string;
  port: number;
}

/** A database of one or several servers. */
interface ServerLocation {
  /** One server; the nodes of one cluster, each of which accepts reads and writes; or a primary and its replicas. */
  hosts: DatabaseHost[];
  username: string;
  password: string;
  database: string;
}

export interface MysqlLocation extends ServerLocation {
  type: 'mysql';
  /** Whether the connection must be encrypted, with a valid certificate of the server. */
  tls: boolean;
}

export interface PostgresLocation extends ServerLocation {
  type: 'postgres';
  /** `require` encrypts; `verify-full` asks for a valid certificate of the server, too. Undefined without encryption. */
  tls: 'require' | 'verify-full' | undefined;
  /** The schema of the tables. */
  schema: string;
  /** Whether statements may be prepared: not behind a pooler that gives each transaction another connection and is old. */
  prepares: boolean;
}

export const DEFAULT_DATABASE_URL = 'sqlite:./data/auth.sqlite';

/** The valid forms of `DATABASE_URL`, for messages. */
export const DATABASE_URL_FORMS =
  'sqlite:./path/to/file, sqlite::memory:, postgres://user:password@host:5432/database (add ?sslmode=verify-full for TLS), mysql://user:password@host:3306/database or mariadb://… (add ?ssl=true for TLS); several hosts as host1:5432,host2:5432';

/** Reads `DATABASE_URL`; undefined when it is invalid. */
export function parseDatabaseUrl(text: string): DatabaseLocation | undefined {
  if (text.startsWith('sqlite:')) {
    const file = text.slice('sqlite:'.length);
    return file === '' || file.startsWith('//') ? undefined : { type: 'sqlite', file };
  }
  const nodes = onePerHost(text).map(parseServerUrl);
  const [first] = nodes;
  if (first === undefined || nodes.some((node) => node === undefined)) return undefined;
  return { ...first, hosts: nodes.flatMap((node) => node?.hosts ?? []) };
}

/** One URL for each listed host, since `URL` does not accept a list. */
function onePerHost(text: string): URL[] {
  const [, before, hosts = '', after] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? [];
  if (before === undefined) return [new URL(text)];
  return hosts.split(',').map((host) => new URL(before + host + after));
}

function parseServerUrl(url: URL): MysqlLocation | PostgresLocation | undefined {
  const kind = KINDS[url.protocol];
  const database = decodeURIComponent(url.pathname.slice(1));
  if (kind === undefined || !url.hostname || url.port === '0') return undefined;
  if (database === '' || database.includes('/')) return undefined;
  const { port, allowed, locate } = kind;
  const options = Object.fromEntries(url.searchParams);
  if ([...url.searchParams].some(([name, value]) => !allowed[name]?.test(value))) return undefined;
  return locate(options, {
    hosts: [{ host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port === '' ? port : Number(url.port) }],
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database,
  });
}

/** What the URLs of a kind of server are like. */
interface ServerKind {
  port: number;
  /** The options and their values. */
  allowed: Record<string, RegExp>;
  locate(options: Record<string, string>, server: ServerLocation): MysqlLocation | PostgresLocation;
}

const MYSQL: ServerKind = {
  port: 3306,
  allowed: { ssl: /^(?:true|false)$/ },
  locate: ({ ssl }, server) => ({
    type: 'mysql',
    ...server,
    username: server.username || 'root',
    tls: ssl === 'true',
  }),
};

const POSTGRES: ServerKind = {
  port: 5432,
  allowed: {
    sslmode: /^(?:disable|require|verify-full)$/,
    schema: /^[a-z_][a-z0-9_]{0,62}$/,
    prepare: /^(?:on|off)$/,
    // The only one that the service can use, and its own default.
    target_session_attrs: /^read-write$/,
  },
  locate: ({ sslmode, schema = 'public', prepare }, server) => ({
    type: 'postgres',
    ...server,
    username: server.username || 'postgres',
    tls: sslmode === 'require' || sslmode === 'verify-full' ? sslmode : undefined,
    schema,
    prepares: prepare !== 'off',
  }),
};

const KINDS: Record<string, ServerKind> = {
  'mysql:': MYSQL,
  'mariadb:': MYSQL,
  'postgres:': POSTGRES,
  'postgresql:': POSTGRES,
};

/** The location for a log line, without user and password. */
export function describeLocation(location: DatabaseLocation): string {
  if (location.type === 'sqlite') return `sqlite:${location.file}`;
  return `${location.type}://${location.hosts.map(describeHost).join()}/${location.database}`;
}

function describeHost({ host, port }: DatabaseHost): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
