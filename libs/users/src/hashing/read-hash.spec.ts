import { FormatProblem } from './format.js';
import { checkHash, FORMATS, readHash } from './read-hash.js';

const SALT = 'c2FsdHNhbHRzYWx0c2FsdA';
const DIGEST = 'aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g';
const bcrypt = (prefix: string, tail = 'a'.repeat(53)) => prefix + tail;
const argon2 = (parameters: string, salt = SALT, digest = DIGEST) => `$argon2id$v=19$${parameters}$${salt}$${digest}`;
const base64 = (bytes: number) => Buffer.alloc(bytes, 1).toString('base64').replaceAll('=', '');

const OWN = { memory: 19_456, passes: 2 };

describe('checkHash, for bcrypt and argon2,', () => {
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
  ])('accepts %s', (hash) => expect(checkHash(hash, OWN)).toEqual({ stored: hash }));

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
    argon2('m=64,t=1,p=1').replace('argon2id', 'argon2d'),
    argon2('m=64,t=1,p=1').replace('v=19', 'v=16'),
    argon2('m=64,t=1,p=1').replace('$v=19', ''),
    '$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjlO/O817G3uBnIFNjnQJuesI68OTLiBFdcbYEdFCoEOfaS35inz1',
    '$1$etNnh7FA$OlM7eljE/B7F1J4XYNnk81',
    '$7$C6..../....SodiumChloride$kBGj9fHznVYFQMEn/qDCfrDevf9YDtcDdKvEqHJLV8D',
    '5f4dcc3b5aa765d61d8327deb882cf99',
  ])('rejects %j', (hash) => expect(() => checkHash(hash, OWN)).toThrow(FormatProblem));

  it('accepts a hash as expensive as those of the service itself, and no more', () => {
    const own = { memory: 262_144, passes: 3 };
    expect(checkHash(argon2('m=262144,t=3,p=1'), own)).toHaveProperty('stored');
    expect(() => checkHash(argon2('m=262145,t=3,p=1'), own)).toThrow(FormatProblem);
    expect(() => checkHash(argon2('m=262144,t=4,p=1'), own)).toThrow(FormatProblem);
    expect(() => checkHash(argon2('m=1048577,t=1,p=1'), { memory: 2_000_000, passes: 1 })).toThrow(FormatProblem);
  });
});

const B64 = 'c2FsdHNhbHRzYWx0c2FsdA==';
const D64 = 'aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g=';
const TAIL = 'a'.repeat(53);
const firebase = (more: { n?: string; r?: string; ss?: string; sk?: string; salt?: string; hash?: string } = {}) => {
  const { n = '14', r = '8', ss = 'Bw==', sk = base64(64), salt = B64, hash = base64(64) } = more;
  return `$fbscrypt$v=1,n=${n},r=${r},p=1,ss=${ss},sk=${sk}$${salt}$${hash}`;
};
const aspNet = (prf: number, iterations: number, saltBytes: number, bytes = 61) => {
  const blob = Buffer.alloc(bytes, 7);
  blob[0] = 1;
  for (const [index, value] of [prf, iterations, saltBytes].entries()) blob.writeUInt32BE(value, 1 + 4 * index);
  return blob.toString('base64');
};

describe('checkHash, for other formats,', () => {
  it.each([
    `$pbkdf2-sha256$1000$${B64}$${D64}`,
    `$pbkdf2-sha256$i=1638400,l=32$${B64}$${D64}`,
    `$pbkdf2-sha1$i=2457600$${B64}$${D64}`,
    `pbkdf2_sha512$1310720$a text as salt$${D64}`,
    `any-salt:pbkdf2_sha512$1310720$a text as salt$${D64}`,
    `any-salt:pbkdf2_sha256$546133$a1b2c3d4$${D64}`,
    aspNet(2, 100_000, 16),
    aspNet(1, 10_000, 32, 77),
    Buffer.alloc(49).toString('base64'),
    `$scrypt$ln=17,r=8,p=1$${B64}$${D64}`,
    `scrypt$16384$text$8$5$${D64}`,
    `${'0a'.repeat(16)}:${'Bc'.repeat(64)}`,
    `$fbscrypt-stream$n=14,r=8,p=1,ss=$${B64}$${base64(64)}`,
    `$5$rounds=131072$salt$${'a'.repeat(43)}`,
    `$6$$${'a'.repeat(86)}`,
    `$P$F${'s'.repeat(8)}${'a'.repeat(22)}`,
    `U$S$D${'s'.repeat(8)}${'a'.repeat(43)}`,
    `sha512-hex:$2b$15$${TAIL}`,
    `bcrypt_sha256$$2b$12$${TAIL}`,
    `$bcrypt-sha256$2a,5$${'a'.repeat(22)}$${'b'.repeat(31)}`,
    `$wp$2y$10$${TAIL}`,
    `wrapped:sha1:${B64}::${argon2('m=19456,t=2,p=1')}`,
    `wrapped:sha512::${B64}:hmac-sha256:$2b$10$${TAIL}`,
  ])('accepts %s as it is', (hash) => {
    expect(checkHash(hash, OWN)).toEqual({ stored: hash });
    expect(readHash(hash)?.steps).toBeLessThanOrEqual(2 ** 15);
  });

  it.each([
    [`bcrypt$$2b$12$${TAIL}`, `$2b$12$${TAIL}`],
    [`argon2${argon2('m=102400,t=2,p=8')}`, argon2('m=102400,t=2,p=8')],
    [`$sha256-crypt$rounds=1000$salt$${'a'.repeat(43)}`, `$5$rounds=1000$salt$${'a'.repeat(43)}`],
    [`$sha512-crypt$salt$${'a'.repeat(86)}`, `$6$salt$${'a'.repeat(86)}`],
    [firebase(), `$fbscrypt-stream$n=14,r=8,p=1,ss=Bw==$${B64}$${Buffer.alloc(64).toString('base64')}`],
  ])('accepts %s and stores another text', (hash, stored) => {
    expect(checkHash(hash, OWN)).toEqual({ stored });
  });

  it('keeps no signer key of Firebase', () => {
    const sk = Buffer.from('the signer key of a project, which is secret'.padEnd(64, '.')).toString('base64');
    const { stored } = checkHash(firebase({ sk, hash: base64(64) }), OWN) as { stored: string };
    expect(stored).not.toContain(sk.slice(0, 8));
    expect(Buffer.from(stored, 'base64').toString()).not.toContain('signer');
  });

  it.each([
    [`{MD5}${base64(16)}`, 'md5', 0, 0],
    [`{SHA}${base64(20)}`, 'sha1', 0, 0],
    [`{SSHA512}${base64(64 + 8)}`, 'sha512', 0, 8],
    [`sha1$salt$${'ab'.repeat(20)}`, 'sha1', 4, 0],
    [`md5$$${'ab'.repeat(16)}`, 'md5', 0, 0],
    [`$sha256$${base64(32)}`, 'sha256', 0, 0],
    [`$md5$pf=${btoa('{SALT}-{PASSWORD}-{SALT}')}$${btoa('salt')}$${base64(16)}`, 'md5', 5, 5],
  ])('marks %s as weak', (hash, algorithm, before, after) => {
    const { weak } = checkHash(hash, OWN) as { weak: { algorithm: string; before: Buffer; after: Buffer } };
    expect([weak.algorithm, weak.before.length, weak.after.length]).toEqual([algorithm, before, after]);
    expect(readHash(hash)).toBeUndefined();
  });
});

describe('checkHash refuses', () => {
  it.each([
    ['hours of PBKDF2', `$pbkdf2-sha256$4294967295$${B64}$${D64}`, 'iterations from 1000 to 1638400'],
    ['PBKDF2 of no cost', `pbkdf2_sha256$1$salt$${D64}`, 'iterations from 1000'],
    ['PBKDF2 with three readings that take hours', `any-salt:pbkdf2_sha256$546134$a1b2c3d4$${D64}`, 'to 546133'],
    ['a negative number', `pbkdf2_sha256$-1$salt$${D64}`, 'form'],
    ['a salt of a megabyte', `pbkdf2_sha256$1000$${'s'.repeat(2 ** 20)}$${D64}`, 'at most 1024 characters'],
    ['a long salt', `pbkdf2_sha256$1000$${'s'.repeat(65)}$${D64}`, 'salt of 1 to 64 bytes'],
    ['no salt', `$pbkdf2-sha256$1000$$${D64}`, 'salt of 1 to 64 bytes'],
    ['another length than announced', `$pbkdf2-sha256$i=1000,l=64$${B64}$${D64}`, 'digest of l bytes'],
    ['wrong Base64', `$pbkdf2-sha256$1000$${B64}$*${D64}`, 'digest in Base64'],
    ['Base64 that is not canonical', `$pbkdf2-sha256$1000$${B64}$${D64.replace('g=', 'h=')}`, 'digest in Base64'],
    ['wrong padding', `$pbkdf2-sha256$1000$${B64}$${D64}=`, 'digest in Base64'],
    ['a short digest', `$pbkdf2-sha256$1000$${B64}$${base64(15)}`, 'digest of 16 to 64 bytes'],
    ['an unknown function', `$pbkdf2-md5$1000$${B64}$${D64}`, 'form'],
    ['a property of Object', `$pbkdf2-constructor$1000$${B64}$${D64}`, 'form'],
    ['ASP.NET with hours', aspNet(2, 4_294_967_295, 16), 'iterations'],
    ['ASP.NET with an unknown function', aspNet(3, 10_000, 16), 'HMAC'],
    ['ASP.NET with a salt that has no end', aspNet(1, 10_000, 4_294_967_295), 'digest'],
    ['4 GiB of scrypt', `$scrypt$ln=22,r=8,p=1$${B64}$${D64}`, 'log2 of N from 10 to 20'],
    ['256 MiB of scrypt', `$scrypt$ln=18,r=8,p=1$${B64}$${D64}`, 'N times r of at most 1048576'],
    ['hours of scrypt', `$scrypt$ln=17,r=8,p=32$${B64}$${D64}`, 'N times r times p'],
    ['an N that is no power of 2', `scrypt$16383$salt$8$1$${D64}`, 'power of 2'],
    ['hours of Firebase', firebase({ n: '20', r: '8' }), 'N times r'],
    ['Firebase without a signer key', firebase({ sk: '' }), 'signer key of 32 to 64 bytes'],
    ['Firebase with a key of another length', firebase({ sk: base64(32) }), 'as long as the signer key'],
    ['a week of SHA-crypt', `$6$rounds=999999999$salt$${'a'.repeat(86)}`, 'rounds from 1000 to 131072'],
    ['a week of SHA-crypt of Kratos', `$sha512-crypt$rounds=999999999$salt$${'a'.repeat(86)}`, 'rounds from 1000'],
    ['MD5-crypt of Kratos', '$md5-crypt$etNnh7FA$OlM7eljE/B7F1J4XYNnk81', 'MD5-crypt'],
    ['few rounds of SHA-crypt', `$5$rounds=10$salt$${'a'.repeat(43)}`, 'rounds from 1000'],
    ['a cut SHA-crypt', `$5$salt$${'a'.repeat(42)}`, '43 characters'],
    ['hours of PHPass', `$P$z${'s'.repeat(8)}${'a'.repeat(22)}`, '2^10 to 2^17 rounds'],
    ['a cut PHPass', `$P$B${'s'.repeat(8)}${'a'.repeat(21)}`, 'form'],
    ['a day of bcrypt after a digest', `sha256-hex:$2b$31$${TAIL}`, 'cost 4 to 15'],
    ['a digest within a digest', `sha256-hex:sha256-hex:$2b$10$${TAIL}`, 'hash of bcrypt'],
    ['bcrypt around PBKDF2', `bcrypt$$pbkdf2-sha256$i=27500$c2FsdA$${'A'.repeat(43)}`, 'prefix announces'],
    ['argon2 around bcrypt', `argon2$2b$12$${TAIL}`, 'prefix announces'],
    ['Django around Django', `bcrypt$bcrypt$$2b$12$${TAIL}`, 'prefix announces'],
    ['a wrapped hash with hours', `wrapped:md5:::$2b$31$${TAIL}`, 'cost'],
    ['a wrapped weak hash', `wrapped:md5:::md5$$${'ab'.repeat(16)}`, 'cost'],
    ['a digest without its name', '5f4dcc3b5aa765d61d8327deb882cf99', 'names no algorithm'],
    ['a digest of another length', `md5$$${'ab'.repeat(20)}`, 'digest of 16 bytes'],
    ['a digest with a long salt', `sha1$${'s'.repeat(65)}$${'ab'.repeat(20)}`, 'salt of 0 to 64 bytes'],
    ['a template that multiplies', `$md5$pf=${btoa('{PASSWORD}{PASSWORD}')}$${B64}$${base64(16)}`, 'once'],
    ['a template of many salts', `$md5$pf=${btoa('{SALT}'.repeat(9))}$${B64}$${base64(16)}`, '{PASSWORD}'],
    ['MD5-crypt', '$1$etNnh7FA$OlM7eljE/B7F1J4XYNnk81', 'MD5-crypt'],
    ['yescrypt', '$y$j9T$F5Jx5fExrKuPp53xLKQ..1$X3DX6M94c7o.9agCG9G317fhZg9SqC.5i5rd.RhAtQ7', 'yescrypt'],
    ['a prototype key', '__proto__', 'unknown form'],
    ['another one', 'constructor$1$2$3', 'unknown form'],
  ])('%s, and names the reason', (_title, hash, reason) => {
    expect(() => checkHash(hash, OWN)).toThrow(reason);
    expect(() => checkHash(hash, OWN)).toThrow(FormatProblem);
    expect(readHash(hash)).toBeUndefined();
  });
});

it('checkHash refuses a wrapped hash of 1 GiB, which a setting may allow, so that a stored one can be read', () => {
  const hash = `wrapped:md5:::${argon2('m=1048576,t=1,p=1')}`;
  expect(() => checkHash(hash, OWN)).toThrow('m at most');
  expect(checkHash(hash, { memory: 1_048_576, passes: 1 })).toEqual({ stored: hash });
  expect(readHash(hash)?.steps).toBeGreaterThan(2 ** 15);
});

it('each row of the table has a name of its own, bounds and a source', () => {
  expect(new Set(FORMATS.map(({ name }) => name)).size).toBe(FORMATS.length);
  for (const { bounds, source } of FORMATS) expect([bounds, source]).not.toContain('');
});
