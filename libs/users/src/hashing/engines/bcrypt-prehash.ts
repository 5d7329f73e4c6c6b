import { createHmac } from 'node:crypto';
import type { BcryptEngine } from './bcrypt-engine.js';
import { PREHASH_PREFIX } from './own-hashes.js';

/** bcrypt ignores all bytes after these, and all bytes after a NUL byte. */
const BCRYPT_MAX_BYTES = 72;
/** The two first bits of each byte of a character in UTF-8 that is not its first byte. */
const UTF8_MASK = 0xc0;
const UTF8_CONTINUATION = 0x80;

/** Whether bcrypt would ignore the end of a password, so that a digest of the password is hashed in its place. */
export function needsPrehash(password: string): boolean {
  return Buffer.byteLength(password) > BCRYPT_MAX_BYTES || password.includes('\0');
}

/**
 * Hashes a password of any length. The hash of a digest has a prefix: a login against such a hash digests every password, so
 * that the text of the digest itself is not accepted as a password.
 */
export function hashPassword(engine: BcryptEngine, password: string, cost: number): string {
  return needsPrehash(password) ? PREHASH_PREFIX + engine.hash(prehash(password), cost) : engine.hash(password, cost);
}

/**
 * Whether a password belongs to a hash. One without a prefix of a password that bcrypt cuts short is by another system. It
 * matches only if the cut is within a character: no password of ours has these bytes.
 */
export function verifyPassword(engine: BcryptEngine, password: string, hash: string): boolean {
  if (hash.startsWith(PREHASH_PREFIX)) return engine.verify(prehash(password), hash.slice(PREHASH_PREFIX.length));
  const isCompared = !needsPrehash(password) || isCutInCharacter(password);
  // A refusal takes the same time for every password.
  return engine.verify(isCompared ? password : prehash(password), hash) && isCompared;
}

/** Whether the last byte that bcrypt reads and the next one are of the same character. Other systems refuse a NUL. */
function isCutInCharacter(password: string): boolean {
  const next = Buffer.from(password)[BCRYPT_MAX_BYTES] ?? 0;
  return (next & UTF8_MASK) === UTF8_CONTINUATION && !password.includes('\0');
}

/** The key is not secret. It makes leaked lists of plain SHA-256 digests useless here. */
function prehash(password: string): string {
  return createHmac('sha256', 'latchkey/long-password').update(password).digest('base64');
}
