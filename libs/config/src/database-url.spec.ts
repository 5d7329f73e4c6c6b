import { describeLocation, parseDatabaseUrl } from './database-url.js';

const MYSQL = {
  type: 'mysql',
  hosts: [{ host: 'db', port: 3306 }],
  username: 'root',
  password: '',
  database: 'auth',
  tls: false,
};

const POSTGRES = {
  type: 'postgres',
  hosts: [{ host: 'db', port: 5432 }],
  username: 'postgres',
  password: '',
  database: 'auth',
  tls: undefined,
  schema: 'public',
  prepares: true,
};

const CLUSTER = [
  { host: 'a', port: 3306 },
  { host: 'b', port: 3307 },
  { host: 'c', port: 3306 },
];

describe('parseDatabaseUrl', () => {
  it.each([
    ['sqlite:./data/auth.sqlite', { type: 'sqlite', file: './data/auth.sqlite' }],
    ['sqlite:/var/lib/auth.sqlite', { type: 'sqlite', file: '/var/lib/auth.sqlite' }],
    ['sqlite::memory:', { type: 'sqlite', file: ':memory:' }],
    ['mysql://db/auth', MYSQL],
    ['mariadb://db/auth', MYSQL],
    ['mysql://db:3307/auth', { ...MYSQL, hosts: [{ host: 'db', port: 3307 }] }],
    ['mysql://[::1]/auth', { ...MYSQL, hosts: [{ host: '::1', port: 3306 }] }],
    ['mysql://app:pass@db/auth', { ...MYSQL, username: 'app', password: 'pass' }],
    ['mysql://a%40b:p%2Fw%25@db/auth', { ...MYSQL, username: 'a@b', password: 'p/w%' }],
    ['mysql://db/auth?ssl=true', { ...MYSQL, tls: true }],
    ['mysql://db/auth?ssl=false', MYSQL],
    ['mysql://a:3306,b:3307,c/auth', { ...MYSQL, hosts: CLUSTER }],
    ['mariadb://app:p,q@a,b:3307,c:3306/auth', { ...MYSQL, username: 'app', password: 'p,q', hosts: CLUSTER }],
    ['mysql://app:p%40a,b%2F@a,b:3307,c/auth', { ...MYSQL, username: 'app', password: 'p@a,b/', hosts: CLUSTER }],
    ['mysql://a,b:3307,c/auth?ssl=true', { ...MYSQL, hosts: CLUSTER, tls: true }],
    [
      'mysql://[::1],[fd00::2]:3307/auth',
      {
        ...MYSQL,
        hosts: [
          { host: '::1', port: 3306 },
          { host: 'fd00::2', port: 3307 },
        ],
      },
    ],
    ['postgres://db/auth', POSTGRES],
    ['postgresql://db/auth', POSTGRES],
    [
      'postgres://app:pass@db:5433/auth',
      { ...POSTGRES, username: 'app', password: 'pass', hosts: [{ host: 'db', port: 5433 }] },
    ],
    ['postgres://db/auth?sslmode=disable', POSTGRES],
    ['postgres://db/auth?sslmode=require', { ...POSTGRES, tls: 'require' }],
    ['postgres://db/auth?sslmode=verify-full&schema=latchkey', { ...POSTGRES, tls: 'verify-full', schema: 'latchkey' }],
    ['postgres://db/auth?prepare=off', { ...POSTGRES, prepares: false }],
    [
      'postgres://a,b:5433/auth?target_session_attrs=read-write',
      {
        ...POSTGRES,
        hosts: [
          { host: 'a', port: 5432 },
          { host: 'b', port: 5433 },
        ],
      },
    ],
    ['mysql://db/auth,more', { ...MYSQL, database: 'auth,more' }],
  ])('reads %s', (url, location) => {
    expect(parseDatabaseUrl(url)).toEqual(location);
  });

  it.each([
    'sqlite:',
    'sqlite://data/auth.sqlite',
    'auth.sqlite',
    'postgres://db/auth?ssl=true',
    'postgres://db/auth?sslmode=prefer',
    'postgres://db/auth?schema=Robert;drop',
    'postgres://db/auth?target_session_attrs=any',
    'postgres://db/auth?prepare=maybe',
    'http://db/auth',
    'mysql:',
    'mysql:///auth',
    'mysql://db',
    'mysql://db/',
    'mysql://db:0/auth',
    'mysql://db:65536/auth',
    'mysql://db/auth?ssl=yes',
    'mysql://db/auth?charset=latin1',
    'mysql://db/auth/more',
    'mysql://%zz@db/auth',
    'mysql://a,/auth',
    'mysql://,a/auth',
    'mysql://a,,b/auth',
    'mysql://a, b/auth',
    'mysql://a:0,b/auth',
    'mysql://a,b:65536/auth',
    'mysql://a,mysql://b/auth',
    'mysql://a/auth,b/auth',
    'postgres://a,mysql://b/auth',
  ])('rejects %s', (url) => {
    expect(attempt(url)).toBeUndefined();
  });
});

it('describeLocation omits the user and the password', () => {
  const describe = (url: string) => {
    const location = parseDatabaseUrl(url);
    return location && describeLocation(location);
  };
  expect(describe('mysql://app:pass@db:3307/auth')).toBe('mysql://db:3307/auth');
  expect(describe('mysql://app:pass@a,b:3307,[::1]/auth')).toBe('mysql://a:3306,b:3307,[::1]:3306/auth');
});

/** Undefined also when the parser throws: the settings reader rejects the value in both cases. */
function attempt(url: string) {
  try {
    return parseDatabaseUrl(url);
  } catch {
    return undefined;
  }
}
