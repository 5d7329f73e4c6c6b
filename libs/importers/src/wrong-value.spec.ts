import { type Expected, wrongValue } from './fields.js';

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
