import { createHmac } from 'node:crypto';
import { hashPassword, loadBcrypt, needsPrehash, verifyPassword } from './own-hashes.js';

const SEVENTY_TWO = 'p'.repeat(72);

/** The input of bcrypt for a long password. */
const digestOf = (password: string) => createHmac('sha256', 'latchkey/long-password').update(password).digest('base64');

describe('needsPrehash', () => {
  it.each([
    ['a short password', 'correct horse'],
    ['exactly 72 bytes', SEVENTY_TWO],
    ['72 bytes of 3-byte characters', '€'.repeat(24)],
    ['an empty password', ''],
  ])('is false for %s', (_name, password) => {
    expect(needsPrehash(password)).toBe(false);
  });

  it.each([
    ['73 bytes', `${SEVENTY_TWO}p`],
    ['25 characters of 3 bytes each', '€'.repeat(25)],
    ['a NUL at the end', 'password\0'],
    ['nothing but a NUL', '\0'],
  ])('is true for %s', (_name, password) => {
    expect(needsPrehash(password)).toBe(true);
  });
});

describe.each(['native', 'js'] as const)('hashPassword and verifyPassword with the %s engine', (name) => {
  const engine = loadBcrypt(name);
  const long = `${SEVENTY_TWO} and more`;

  it.each([
    ['after the 72nd byte', `${SEVENTY_TWO}a`, `${SEVENTY_TWO}b`],
    ['by a 73rd byte', SEVENTY_TWO, `${SEVENTY_TWO}p`],
    ['after a NUL', 'password\0a', 'password\0b'],
    ['by a NUL', 'password', 'password\0'],
    ['in the position of a NUL', 'pass\0word', 'passw\0ord'],
  ])('distinguish passwords that differ only %s', (_name, one, other) => {
    expect(verifyPassword(engine, one, hashPassword(engine, one, 4))).toBe(true);
    expect(verifyPassword(engine, other, hashPassword(engine, one, 4))).toBe(false);
    expect(verifyPassword(engine, one, hashPassword(engine, other, 4))).toBe(false);
  });

  it('write the prefix only before the hash of a digest', () => {
    expect(hashPassword(engine, long, 4)).toMatch(/^hmac-sha256:\$2b\$04\$[./A-Za-z0-9]{53}$/);
    expect(hashPassword(engine, SEVENTY_TWO, 4)).toMatch(/^\$2b\$04\$[./A-Za-z0-9]{53}$/);
  });

  it('do not accept the digest of a long password as a password', () => {
    const hash = hashPassword(engine, long, 4);
    expect(verifyPassword(engine, long, hash)).toBe(true);
    expect(verifyPassword(engine, digestOf(long), hash)).toBe(false);
    expect(verifyPassword(engine, digestOf(digestOf(long)), hash)).toBe(false);
  });

  it('verify no long password against a hash without the prefix', () => {
    for (const hash of [engine.hash(digestOf(long), 4), engine.hash(long, 4)])
      expect(verifyPassword(engine, long, hash)).toBe(false);
  });

  // Made by the crypt_blowfish of libxcrypt, which `password_hash()` of PHP has, too.
  it.each([
    '$2y$04$abcdefghijklmnopqrstuujoFcYfWxT3TLcbxrGFB.ouXE8mxin3i',
    '$2b$04$abcdefghijklmnopqrstuujoFcYfWxT3TLcbxrGFB.ouXE8mxin3i',
  ])('verify a password whose 72nd byte falls within a character by its bytes: %s', (hash) => {
    const password = `${'p'.repeat(71)}é and more`;
    expect(verifyPassword(engine, password, hash)).toBe(true);
    expect(verifyPassword(engine, `x${password.slice(1)}`, hash)).toBe(false);
    // These 72 bytes, or 71, are a password of their own.
    for (const other of ['p'.repeat(71), SEVENTY_TWO, `${SEVENTY_TWO}é`, `${'p'.repeat(71)}\0é`])
      expect(verifyPassword(engine, other, hash)).toBe(false);
  });

  it('accept a short password that looks like a digest', () => {
    const password = digestOf('any text');
    expect(verifyPassword(engine, password, hashPassword(engine, password, 4))).toBe(true);
  });
});
