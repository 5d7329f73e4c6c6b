/** The database that `DATABASE_URL` names. */
export type DatabaseLocation = SqliteLocation | MysqlLocation;

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

export interface MysqlLocation {
  type: 'mysql';
  /** One server, or the nodes of one cluster, each of which accepts reads and writes. */
  hosts: DatabaseHost[];
  username: string;
  password: string;
  database: string;
  /** Whether the connection must be encrypted, with a valid certificate of the server. */
  tls: boolean;
}

export const DEFAULT_DATABASE_URL = 'sqlite:./data/auth.sqlite';

/** The valid forms of `DATABASE_URL`, for messages. */
export const DATABASE_URL_FORMS =
  'sqlite:./path/to/file, sqlite::memory:, mysql://user:password@host:3306/database or mariadb://… (add ?ssl=true for TLS; the nodes of a cluster as host1:3306,host2:3306)';

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

function parseServerUrl(url: URL): MysqlLocation | undefined {
  const database = decodeURIComponent(url.pathname.slice(1));
  if (!['mysql:', 'mariadb:'].includes(url.protocol) || !url.hostname || url.port === '0') return undefined;
  if (database === '' || database.includes('/')) return undefined;
  const options = [...url.searchParams];
  if (options.some(([name, value]) => name !== 'ssl' || !['true', 'false'].includes(value))) return undefined;
  return {
    type: 'mysql',
    hosts: [{ host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port === '' ? 3306 : Number(url.port) }],
    username: decodeURIComponent(url.username) || 'root',
    password: decodeURIComponent(url.password),
    database,
    tls: url.searchParams.get('ssl') === 'true',
  };
}

/** The location for a log line, without user and password. */
export function describeLocation(location: DatabaseLocation): string {
  if (location.type === 'sqlite') return `sqlite:${location.file}`;
  return `mysql://${location.hosts.map(describeHost).join()}/${location.database}`;
}

function describeHost({ host, port }: DatabaseHost): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
