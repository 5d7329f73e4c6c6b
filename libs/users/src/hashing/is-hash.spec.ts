import { isHash, looksLikeHash } from './read-hash.js';

const B64 = 'c2FsdHNhbHRzYWx0c2FsdA==';
const D64 = 'aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g=';
const TAIL = 'a'.repeat(53);

describe('isHash', () => {
  it.each([
    `$2b$10$${TAIL}`,
    `$2y$12$${TAIL}`,
    `hmac-sha256:$2b$10$${TAIL}`,
    `$argon2id$v=19$m=19456,t=2,p=1$${B64.replaceAll('=', '')}$${D64.replaceAll('=', '')}`,
    `pbkdf2_sha256$870000$text$${D64}`,
    `$pbkdf2-sha256$29000$${B64}$${D64}`,
    `$scrypt$ln=16,r=8,p=1$${B64}$${D64}`,
    `${'0a'.repeat(16)}:${'Bc'.repeat(64)}`,
    `$5$salt$${'a'.repeat(43)}`,
    `$sha512-crypt$salt$${'a'.repeat(86)}`,
    `$P$B${'s'.repeat(8)}${'a'.repeat(22)}`,
    `$wp$2y$10$${TAIL}`,
    `bcrypt_sha256$$2b$12$${TAIL}`,
    `md5$$${'ab'.repeat(16)}`,
    `{SSHA}${'a'.repeat(40)}`,
    Buffer.alloc(49).toString('base64'),
    'AQAAAAEAACcQAAAAEAABAgMEBQYHCAkKCwwNDg+yWU7rLgUwPZb1Itsmra7cbxw2EFpwpVFIEtP+JIuUEw==',
  ])('is true for a hash that an import accepts: %s', (text) => expect(isHash(text)).toBe(true));

  it.each([
    `$2b$31$${TAIL}`,
    `$2x$10$${TAIL}`,
    '$1$etNnh7FA$OlM7eljE/B7F1J4XYNnk81',
    `$6$rounds=999999999$salt$${'a'.repeat(86)}`,
    `$argon2d$v=16$m=4194304,t=9,p=1$${B64}$${D64}`,
    `pbkdf2_sha256$1$salt$${D64}`,
    '$y$j9T$F5Jx5fExrKuPp53xLKQ..1$X3DX6M94c7o.9agCG9G317fhZg9SqC.5i5rd.RhAtQ7',
  ])('is true for a hash of a form or a cost that is not accepted: %s', (text) => expect(isHash(text)).toBe(true));

  it.each([
    '',
    'correct horse battery staple',
    '$2b$10$',
    '$2 bills are lucky',
    `$2b$10$${'a'.repeat(52)}`,
    `$2b$10$${'a'.repeat(54)}`,
    `$2b$10$${TAIL} `,
    '$6$mySecretPassword',
    '$1$two$dollars',
    `$5$${'a'.repeat(43)}`,
    '{SHA} is weak',
    'argon2$is$great',
    'scrypt$and$a$long$sentence',
    'a=1$b=2$c=3',
    // As password generators and `openssl rand` write them.
    '5f4dcc3b5aa765d61d8327deb882cf99',
    '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
    `AA${'Z9x'.repeat(21)}a`,
    `AQAAAA${'b'.repeat(78)}`,
    'Xk9+/vQ2m4L0pRz7YcWq1g==',
    `$${'x'.repeat(100_000)}$`,
    `$6$${'x$'.repeat(50_000)}`,
  ])('is false for what a person may have chosen: %s', (text) => expect(isHash(text)).toBe(false));
});

describe('looksLikeHash', () => {
  it.each([
    ...[32, 40, 56, 64, 96, 128].map((length) => 'aB'.repeat(length / 2)),
    `${'ab'.repeat(16)}:salt`,
    `*${'AB'.repeat(20)}`,
    ...[16, 20, 32, 64].map((bytes) => Buffer.alloc(bytes, 250).toString('base64')),
    `$2b$10$${TAIL}`,
    ` $2b$10$${TAIL}\t`,
    `$2b$03$${TAIL}`,
    `$2b$10$${'a'.repeat(52)}`,
    `$2b$10$${'a'.repeat(54)}`,
    `b'$2b$10$${TAIL}'`,
    '$y$j9T$F5Jx5fExrKuPp53xLKQ..1$',
    `{CRYPT}$2b$10$${TAIL}`,
    '{SSHA}ZiagWDkTqRb5dGI8jN',
    '$P$Bsssssssaaaaaaaa',
    '$argon2id$v=19$m=4096',
    'sha1$salt$0a1b',
    'AQAAAAIAAYagAAAAEAARIjNEVWZ3iJmqu8zd7v/bBRWaJgDx2P5E',
  ])('is true for a hash, also a bare, cut or damaged one: %s', (text) => expect(looksLikeHash(text)).toBe(true));

  it.each([
    '',
    'correct horse battery staple',
    '$2 bills are lucky',
    '{SHA} is weak',
    'a=1$b=2$c=3',
    'deadbeef',
    "b'day",
    'Xk9vQ2m4L0pRz7YcWq1g',
    `$${'x'.repeat(100_000)}$`,
  ])('is false for a password: %s', (text) => expect(looksLikeHash(text)).toBe(false));
});
