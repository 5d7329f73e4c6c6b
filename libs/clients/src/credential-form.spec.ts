import { crc32 } from 'node:zlib';
import {
  apiKeysIn,
  base62,
  isClientId,
  isKeyId,
  keyIdIn,
  newApiKey,
  newClientId,
  newClientSecret,
  numberOf,
} from './credentials.js';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The number that digits mean, by another way than the product. */
const numberIn = (text: string) => [...text].reduce((sum, digit) => sum * 62n + BigInt(DIGITS.indexOf(digit)), 0n);

it('numbers in base62 have a fixed length, and are sorted as their texts', () => {
  expect(base62(0n, 3)).toBe('000');
  expect(base62(61n, 1)).toBe('z');
  expect(numberIn(base62(2n ** 256n - 1n, 43))).toBe(2n ** 256n - 1n);
  expect(numberOf(Buffer.from('0100', 'hex'))).toBe(256n);
  const texts = [9n, 10n, 35n, 36n, 61n, 62n].map((number) => base62(number, 2));
  expect([...texts].sort()).toEqual(texts);
});

it('an API key has its id and the checksum of all before', () => {
  const { keyId, key } = newApiKey();
  expect(key).toMatch(/^lk_[0-9A-Za-z]{22}_[0-9A-Za-z]{49}$/);
  expect(keyIdIn(key)).toBe(keyId);
  expect(isKeyId(keyId)).toBe(true);
  expect(numberIn(key.slice(-6))).toBe(BigInt(crc32(key.slice(0, -6))));
});

it('a key with any other character is no key', () => {
  const { key } = newApiKey();
  for (let at = 0; at < key.length; at += 1) {
    const other = key[at] === 'A' ? 'B' : 'A';
    expect(keyIdIn(key.slice(0, at) + other + key.slice(at + 1))).toBeUndefined();
  }
  for (const text of ['', ` ${key}`, `${key}\n`, key.slice(1), `${key}0`]) expect(keyIdIn(text)).toBeUndefined();
});

it('later keys and clients have greater ids, which no uid of a user equals', () => {
  const keys = Array.from({ length: 50 }, () => newApiKey().keyId);
  expect([...keys].sort()).toEqual(keys);
  const clients = Array.from({ length: 50 }, newClientId);
  expect([...clients].sort()).toEqual(clients);
  expect(clients.every(isClientId)).toBe(true);
});

it('keys are found anywhere in a text, but not as a part of a word', () => {
  const [one, two] = [newApiKey().key, newApiKey().key];
  expect(apiKeysIn(`const key = '${one}';\\n"${two}"`)).toEqual([one, two]);
  expect(apiKeysIn(`x${one} ${two}x`)).toEqual([]);
  expect(apiKeysIn(newClientSecret())).toEqual([]);
});
