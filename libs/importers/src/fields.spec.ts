import { ColumnNames, type Expected, Fields, wrongValue } from './fields.js';

describe('the columns of a table', () => {
  it.each(['Password_Hash', ' password_hash ', 'password-hash', 'PASSWORD HASH'])(
    'are found by another spelling of their name: %s',
    (name) => {
      const record = Fields.of({ [name]: 'x' }, '', new ColumnNames([name]));
      expect([record.has('password_hash'), record.text('password_hash')]).toEqual([true, 'x']);
    },
  );

  it('are found by their own name first', () => {
    const columns = new ColumnNames(['Email', 'email']);
    expect([columns.find('email'), columns.find('Email')]).toEqual(['email', 'Email']);
    expect(new ColumnNames(['Email']).find(' ')).toBeUndefined();
  });

  it('are refused if two have another spelling of a name', () => {
    expect(() => new ColumnNames(['Email', 'EMAIL']).find('email')).toThrow(
      'The columns "Email" and "EMAIL" are both "email": rename one.',
    );
  });

  it('are not read until a converter asks for them', () => {
    const columns = new ColumnNames(['Email', 'passwordHash', 'name', '']);
    expect([columns.has('name'), columns.find('email'), columns.find('password_hash')]).toEqual([
      true,
      'Email',
      undefined,
    ]);
    expect(columns.unread).toEqual(['passwordHash', 'name']);
  });
});

const read = (time: unknown) => Fields.of({ time }).time('time');
const MORNING = Date.parse('2024-03-01T10:20:30Z') / 1_000;

describe('a time of a record', () => {
  it.each([
    '2024-03-01T10:20:30Z',
    '2024-03-01t10:20:30.123z',
    '2024-03-01T11:20:30+01:00',
    '2024-03-01T15:50:30+0530',
    '2024-03-01 10:20:30',
    '2024-03-01 10:20:30.1+00',
    '2024-03-01 10:20:30.0000000 +00:00',
    MORNING,
    MORNING + 0.5,
    String(MORNING),
    MORNING * 1_000 + 999,
    String(MORNING * 1_000),
  ])('is read in ISO 8601, in the forms of databases, in seconds and in milliseconds: %s', (text) => {
    expect(read(text)).toBe(MORNING);
  });

  it('is the beginning of a day in UTC without an hour', () => {
    expect(read('2024-03-01')).toBe(Date.parse('2024-03-01T00:00:00Z') / 1_000);
  });

  it.each([null, '', 'NULL', 'null', '\\N', 0, '0', '0000-00-00 00:00:00', '0001-01-01T00:00:00Z'])(
    'is missing for what databases write for no time: %s',
    (text) => expect(read(text)).toBeUndefined(),
  );

  it.each([
    ...['01/02/2024', '2024/03/01', '-1', '20240301', '45352', '202403011020', 'March 1, 2024', '2024', '2024-3-1'],
    ...['2024-02-30', '2024-13-01', '2024-03-01T25:00:00Z', '2024-03-01T10:20:30+99', 'false', 'x', 'infinity'],
    ...[true, -1, 20_240_301, 1e20, {}, []],
  ])('is refused in any other form, instead of a guess: %s', (text) => {
    expect(() => read(text)).toThrow('time must be a time in ISO 8601, or seconds or milliseconds since 1970.');
  });
});

describe('a wrong value in a message', () => {
  it.each<[Expected, unknown, string]>([
    ['flag', 'ja', '"ja"'],
    ['flag', ' Verified ', '"Verified"'],
    ['flag', 2, '2'],
    ['time', '01.02.2024 10:20', '"01.02.2024 10:20"'],
    ['time', '1 March 2024', '"1 March 2024"'],
    ['time', '2024-13-01T10:20:30Z', '"2024-13-01T10:20:30Z"'],
    ['time', -5, '-5'],
    ['email', 'grace..hopper@example.com', '"grace..hopper@example.com"'],
    ['email', `${'a'.repeat(64)}@example.com`, `"${'a'.repeat(60)}…"`],
    ['other', null, 'null'],
    ['other', [1], 'a list'],
    ['other', {}, 'an object'],
  ])('is shown where it is harmless: %s %j', (expected, value, shown) => {
    expect(wrongValue(expected, value)).toBe(shown);
  });

  const SECRETS = [
    ...['hunter2', 'correct horse battery', 'P@ssw0rd', '12monkeys', 'T2024T', 'march', 'JBSWY3DPEHPK3PXP', '/9j+1A=='],
    ...['$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy', '5f4dcc3b5aa765d61d8327deb882cf99'],
    ...['lk_3f_secret', `-----BEGIN PRIVATE KEY-----\nMIIE`, 'x'.repeat(5_000), '\u001b[31mred', '4111111111111111'],
  ];

  it.each(SECRETS)('is never a secret, which a wrong mapping brings there: %j', (secret) => {
    for (const expected of ['flag', 'time', 'email', 'other'] as const)
      expect(wrongValue(expected, secret)).toBe(`a text of length ${secret.length}`);
    for (const expected of ['flag', 'email', 'other'] as const)
      expect(wrongValue(expected, 48_151_623)).toBe('a number');
  });
});
