import { bcryptCost, canonicalBcrypt, hashSteps, isAcceptableHash, withHashSteps } from './password-hash.js';

const SALT = 'c2FsdHNhbHRzYWx0c2FsdA';
const DIGEST = 'aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g';
const bcrypt = (prefix: string, tail = 'a'.repeat(53)) => prefix + tail;
const argon2 = (parameters: string, salt = SALT, digest = DIGEST) => `$argon2id$v=19$${parameters}$${salt}$${digest}`;
const base64 = (bytes: number) => Buffer.alloc(bytes, 1).toString('base64').replaceAll('=', '');

const OWN = { memory: 19_456, passes: 2 };

describe('isAcceptableHash', () => {
  it.each([
    bcrypt('$2a$04$'),
    bcrypt('$2b$10$'),
    bcrypt('$2y$15$'),
    bcrypt('hmac-sha256:$2b$10$'),
    bcrypt('$2b$09$', `${'./09'.repeat(13)}Z`),
    argon2('m=19456,t=2,p=1'),
    argon2('m=8,t=1,p=1'),
    argon2('m=128,t=1,p=16'),
    argon2('m=131072,t=4,p=1'),
    argon2('m=52428,t=10,p=4'),
    argon2('m=65536,t=3,p=4', base64(8), base64(16)),
    argon2('m=65536,t=3,p=4', base64(64), base64(64)),
  ])('accepts %s', (hash) => expect(isAcceptableHash(hash, OWN)).toBe(true));

  it.each([
    '',
    'password',
    bcrypt('$2$10$'),
    bcrypt('$2x$10$'),
    bcrypt('$2b$03$'),
    bcrypt('$2b$16$'),
    bcrypt('$2b$31$'),
    bcrypt('hmac-sha256:$2b$16$'),
    bcrypt('hmac-sha256:hmac-sha256:$2b$10$'),
    bcrypt('hmac-sha1:$2b$10$'),
    `hmac-sha256:${argon2('m=64,t=1,p=1')}`,
    bcrypt('$2b$4$'),
    bcrypt('$2b$10$', 'a'.repeat(52)),
    bcrypt('$2b$10$', 'a'.repeat(54)),
    bcrypt('$2b$10$', `${'a'.repeat(52)}=`),
    bcrypt('$2b$10$', `${'a'.repeat(52)}é`),
    `${bcrypt('$2b$10$')}\n`,
    ` ${bcrypt('$2b$10$')}`,
    argon2('m=7,t=1,p=1'),
    argon2('m=127,t=1,p=16'),
    argon2('m=131073,t=1,p=1'),
    argon2('m=131072,t=5,p=1'),
    argon2('m=52429,t=10,p=1'),
    argon2('m=64,t=11,p=1'),
    argon2('m=4096,t=1,p=17'),
    argon2('m=0,t=1,p=1'),
    argon2('m=64,t=0,p=1'),
    argon2('m=64,t=1,p=0'),
    argon2('m=064,t=1,p=1'),
    argon2('m=64,t=01,p=1'),
    argon2('m=-64,t=1,p=1'),
    argon2('m=1e3,t=1,p=1'),
    argon2('m=99999999999,t=1,p=1'),
    argon2('t=1,m=64,p=1'),
    argon2('m=64,t=1'),
    argon2('m=64,t=1,p=1,keyid=AA'),
    argon2('m=64,t=1,p=1,data=AA'),
    argon2('m=64,t=1,p=1', base64(7)),
    argon2('m=64,t=1,p=1', base64(65)),
    argon2('m=64,t=1,p=1', SALT, base64(15)),
    argon2('m=64,t=1,p=1', SALT, base64(65)),
    argon2('m=64,t=1,p=1', `${SALT}==`),
    argon2('m=64,t=1,p=1', SALT, `${DIGEST}=`),
    argon2('m=64,t=1,p=1', 'c2FsdHNhbHRzYWx0c2FsdB'),
    argon2('m=64,t=1,p=1', SALT, `${DIGEST.slice(0, -1)}h`),
    argon2('m=64,t=1,p=1', SALT.replace('c', '-')),
    argon2('m=64,t=1,p=1', ''),
    `${argon2('m=64,t=1,p=1')}\n`,
    `${argon2('m=64,t=1,p=1')}$`,
    argon2('m=64,t=1,p=1').replace('argon2id', 'argon2i'),
    argon2('m=64,t=1,p=1').replace('argon2id', 'argon2d'),
    argon2('m=64,t=1,p=1').replace('v=19', 'v=16'),
    argon2('m=64,t=1,p=1').replace('$v=19', ''),
    '$5$rounds=5000$usesomesillystri$KqJWpanXZHKq2BOB43TSaYhEWsQ1Lr5QNyPCDH/Tp.6',
    '$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjlO/O817G3uBnIFNjnQJuesI68OTLiBFdcbYEdFCoEOfaS35inz1',
    '$1$etNnh7FA$OlM7eljE/B7F1J4XYNnk81',
    '$7$C6..../....SodiumChloride$kBGj9fHznVYFQMEn/qDCfrDevf9YDtcDdKvEqHJLV8D',
    '$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E',
    '5f4dcc3b5aa765d61d8327deb882cf99',
    '{SSHA}DkMTwBl+a/3DQTxCYEApdUtNXGgdUac3',
  ])('rejects %j', (hash) => expect(isAcceptableHash(hash, OWN)).toBe(false));

  it('accepts a hash as expensive as those of the service itself, and no more', () => {
    const own = { memory: 262_144, passes: 3 };
    expect(isAcceptableHash(argon2('m=262144,t=3,p=1'), own)).toBe(true);
    expect(isAcceptableHash(argon2('m=262145,t=3,p=1'), own)).toBe(false);
    expect(isAcceptableHash(argon2('m=262144,t=4,p=1'), own)).toBe(false);
    expect(isAcceptableHash(argon2('m=1048577,t=1,p=1'), { memory: 2_000_000, passes: 1 })).toBe(false);
  });
});

describe('bcryptCost', () => {
  it.each([
    [`$2b$10$${'a'.repeat(53)}`, 10],
    [`$2a$04$${'a'.repeat(53)}`, 4],
    [`$2y$15$${'a'.repeat(53)}`, 15],
    [`hmac-sha256:$2b$11$${'a'.repeat(53)}`, 11],
    ['$2b$11$short', undefined],
    ['$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', undefined],
    ['', undefined],
  ])('returns for %s the cost %s', (hash, cost) => {
    expect(bcryptCost(hash)).toBe(cost);
  });
});

describe('hashSteps', () => {
  it.each([
    [`$2b$12$${'a'.repeat(53)}`, 4_096],
    [`hmac-sha256:$2b$12$${'a'.repeat(53)}`, 4_096],
    [argon2('m=19456,t=2,p=1'), 1_946],
    [argon2('m=65536,t=3,p=4'), 9_831],
    [argon2('m=131072,t=4,p=1'), 26_215],
    [argon2('m=8,t=1,p=1'), 16],
    [argon2('m=1048576,t=10,p=1'), 524_288],
    [argon2('m=9999999,t=9,p=1'), undefined],
    ['plain', undefined],
  ])('returns for %s the steps %s', (hash, steps) => {
    expect(hashSteps(hash)).toBe(steps);
  });
});

describe('withHashSteps', () => {
  it('adds the steps of a hash, null when there is no usable hash, and nothing when the values have no hash', () => {
    const passwordHash = bcrypt('$2b$05$');
    const user: { passwordHash: string; active: boolean } = { passwordHash, active: true };
    expect(withHashSteps(user)).toEqual({ passwordHash, active: true, hashSteps: 32 });
    expect(withHashSteps({ passwordHash: null })).toEqual({ passwordHash: null, hashSteps: null });
    expect(withHashSteps({ passwordHash: 'nonsense' })).toEqual({ passwordHash: 'nonsense', hashSteps: null });
    const changes: { passwordHash?: string; active: boolean } = { active: true };
    expect(withHashSteps(changes)).toEqual({ active: true });
  });
});

it('canonicalBcrypt clears the unused bits of a hash', () => {
  const head = '$2b$04$';
  expect(canonicalBcrypt(`${head}${'a'.repeat(21)}f${'b'.repeat(30)}f`)).toBe(
    `${head}${'a'.repeat(21)}e${'b'.repeat(30)}e`,
  );
  const written = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';
  expect(canonicalBcrypt(written)).toBe(written);
});
