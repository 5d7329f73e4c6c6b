import { describeLocation, parseDatabaseUrl } from './database-url.js';

const MYSQL = {
  type: 'mysql',
  host: 'db',
  port: 3306,
  username: 'root',
  password: '',
  database: 'auth',
  tls: false,
};

describe('parseDatabaseUrl', () => {
  it.each([
    ['sqlite:./data/auth.sqlite', { type: 'sqlite', file: './data/auth.sqlite' }],
    ['sqlite:/var/lib/auth.sqlite', { type: 'sqlite', file: '/var/lib/auth.sqlite' }],
    ['sqlite::memory:', { type: 'sqlite', file: ':memory:' }],
    ['mysql://db/auth', MYSQL],
    ['mariadb://db/auth', MYSQL],
    ['mysql://db:3307/auth', { ...MYSQL, port: 3307 }],
    ['mysql://[::1]/auth', { ...MYSQL, host: '::1' }],
    ['mysql://app:pass@db/auth', { ...MYSQL, username: 'app', password: 'pass' }],
    ['mysql://a%40b:p%2Fw%25@db/auth', { ...MYSQL, username: 'a@b', password: 'p/w%' }],
    ['mysql://db/auth?ssl=true', { ...MYSQL, tls: true }],
    ['mysql://db/auth?ssl=false', MYSQL],
  ])('reads %s', (url, location) => {
    expect(parseDatabaseUrl(url)).toEqual(location);
  });

  it.each([
    'sqlite:',
    'sqlite://data/auth.sqlite',
    'auth.sqlite',
    'postgres://db/auth',
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
  ])('does not understand %s', (url) => {
    expect(attempt(url)).toBeUndefined();
  });
});

it('describes a location without its user and password', () => {
  const location = parseDatabaseUrl('mysql://app:pass@db:3307/auth');
  expect(location && describeLocation(location)).toBe('mysql://db:3307/auth');
});

/** It may throw, too, for what is not even a URL. */
function attempt(url: string) {
  try {
    return parseDatabaseUrl(url);
  } catch {
    return undefined;
  }
}
