import { createHmac } from 'node:crypto';
import { loadBcrypt } from './bcrypt-engine.js';
import { hashPassword, needsDigest, verifyPassword } from './bcrypt-input.js';

const SEVENTY_TWO = 'p'.repeat(72);

/** What older versions gave to bcrypt for a long password, and did not mark in the hash. */
const digestOf = (password: string) => createHmac('sha256', 'latchkey/long-password').update(password).digest('base64');

describe('needsDigest', () => {
  it.each([
    ['a short password', 'correct horse'],
    ['exactly 72 bytes', SEVENTY_TWO],
    ['72 bytes of 3-byte characters', '€'.repeat(24)],
    ['an empty one', ''],
  ])('is false for %s', (_name, password) => {
    expect(needsDigest(password)).toBe(false);
  });

  it.each([
    ['73 bytes', `${SEVENTY_TWO}p`],
    ['25 characters of 3 bytes each', '€'.repeat(25)],
    ['a NUL at the end', 'password\0'],
    ['nothing but a NUL', '\0'],
  ])('is true for %s', (_name, password) => {
    expect(needsDigest(password)).toBe(true);
  });
});

describe.each(['native', 'js'] as const)('with the %s engine', (name) => {
  const engine = loadBcrypt(name);
  const long = `${SEVENTY_TWO} and more`;

  it.each([
    ['after the 72nd byte', `${SEVENTY_TWO}a`, `${SEVENTY_TWO}b`],
    ['by a 73rd byte', SEVENTY_TWO, `${SEVENTY_TWO}p`],
    ['after a NUL', 'password\0a', 'password\0b'],
    ['by a NUL', 'password', 'password\0'],
    ['in the place of a NUL', 'pass\0word', 'passw\0ord'],
  ])('distinguishes passwords that differ only %s', (_name, one, other) => {
    expect(verifyPassword(engine, one, hashPassword(engine, one, 4))).toBe(true);
    expect(verifyPassword(engine, other, hashPassword(engine, one, 4))).toBe(false);
    expect(verifyPassword(engine, one, hashPassword(engine, other, 4))).toBe(false);
  });

  it('marks the hash of a digest, and no other', () => {
    expect(hashPassword(engine, long, 4)).toMatch(/^hmac-sha256:\$2b\$04\$[./A-Za-z0-9]{53}$/);
    expect(hashPassword(engine, SEVENTY_TWO, 4)).toMatch(/^\$2b\$04\$[./A-Za-z0-9]{53}$/);
  });

  it('does not accept the digest of a long password as a password', () => {
    const hash = hashPassword(engine, long, 4);
    expect(verifyPassword(engine, long, hash)).toBe(true);
    expect(verifyPassword(engine, digestOf(long), hash)).toBe(false);
    expect(verifyPassword(engine, digestOf(digestOf(long)), hash)).toBe(false);
  });

  it('verifies a long password against an unmarked hash of an older version', () => {
    const hash = engine.hash(digestOf(long), 4);
    expect(verifyPassword(engine, long, hash)).toBe(true);
    expect(verifyPassword(engine, `${long}.`, hash)).toBe(false);
  });

  it('accepts a short password that looks like a digest', () => {
    const password = digestOf('any text');
    expect(verifyPassword(engine, password, hashPassword(engine, password, 4))).toBe(true);
  });
});
