/** Where the data is kept, as `DATABASE_URL` says. */
export type DatabaseLocation = SqliteLocation | MysqlLocation;

export interface SqliteLocation {
  type: 'sqlite';
  /** Path of the file, or `:memory:`. */
  file: string;
}

export interface MysqlLocation {
  type: 'mysql';
  host: string;
  port: number;
  username: string;
  password: string;
  database: string;
  /** Whether the connection must be encrypted and the server's certificate valid. */
  tls: boolean;
}

/** What `parseDatabaseUrl` understands, for messages. */
export const DATABASE_URL_FORMS =
  'sqlite:./path/to/file, sqlite::memory:, mysql://user:password@host:3306/database or mariadb://… (add ?ssl=true for TLS)';

/** Reads a `DATABASE_URL`; undefined when it is none of the supported forms. */
export function parseDatabaseUrl(text: string): DatabaseLocation | undefined {
  if (text.startsWith('sqlite:')) {
    const file = text.slice('sqlite:'.length);
    return file === '' || file.startsWith('//') ? undefined : { type: 'sqlite', file };
  }
  const url = new URL(text);
  const database = decodeURIComponent(url.pathname.slice(1));
  if (!['mysql:', 'mariadb:'].includes(url.protocol) || !url.hostname || url.port === '0') return undefined;
  if (database === '' || database.includes('/')) return undefined;
  const options = [...url.searchParams];
  if (options.some(([name, value]) => name !== 'ssl' || !['true', 'false'].includes(value))) return undefined;
  return {
    type: 'mysql',
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 3306 : Number(url.port),
    username: decodeURIComponent(url.username) || 'root',
    password: decodeURIComponent(url.password),
    database,
    tls: url.searchParams.get('ssl') === 'true',
  };
}

/** The location in words for a log line: without user and password. */
export function describeLocation(location: DatabaseLocation): string {
  return location.type === 'sqlite'
    ? `sqlite:${location.file}`
    : `mysql://${location.host}:${location.port}/${location.database}`;
}
