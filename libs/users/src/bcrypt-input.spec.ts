import { bcryptInput } from './bcrypt-input.js';

const SEVENTY_TWO = 'p'.repeat(72);

describe('bcryptInput', () => {
  it.each([
    ['a short password', 'correct horse'],
    ['exactly 72 bytes', SEVENTY_TWO],
    ['72 bytes of 3-byte characters', '€'.repeat(24)],
    ['an empty one', ''],
  ])('hands over %s as it is', (_name, password) => {
    expect(bcryptInput(password)).toBe(password);
  });

  it.each([
    ['73 bytes', `${SEVENTY_TWO}p`],
    ['25 characters of 3 bytes each', '€'.repeat(25)],
    ['a NUL at the end', 'password\0'],
    ['nothing but a NUL', '\0'],
  ])('hands over a digest of %s, short and without a NUL', (_name, password) => {
    expect(bcryptInput(password)).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  });

  it.each([
    ['after the 72nd byte', `${SEVENTY_TWO}a`, `${SEVENTY_TWO}b`],
    ['by a 73rd byte', SEVENTY_TWO, `${SEVENTY_TWO}p`],
    ['after a NUL', 'password\0a', 'password\0b'],
    ['by a NUL', 'password', 'password\0'],
    ['in where a NUL stands', 'pass\0word', 'passw\0ord'],
  ])('tells passwords apart that differ only %s', (_name, one, other) => {
    expect(bcryptInput(one)).not.toBe(bcryptInput(other));
  });
});
