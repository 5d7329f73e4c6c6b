import { createHmac } from 'node:crypto';
import type { BcryptEngine } from './bcrypt-engine.js';
import { DIGEST_MARK } from './password-hash.js';

/** bcrypt reads no more than this of its input, and stops at a NUL byte. */
const BCRYPT_MAX_BYTES = 72;

/** Whether bcrypt would ignore the end of a password. Its digest is hashed instead. */
export function needsDigest(password: string): boolean {
  return Buffer.byteLength(password) > BCRYPT_MAX_BYTES || password.includes('\0');
}

/**
 * Hashes a password of any length. The hash of a digest is marked: a login against it digests every password, so the text of
 * the digest is not a password of its own.
 */
export function hashPassword(engine: BcryptEngine, password: string, cost: number): string {
  return needsDigest(password) ? DIGEST_MARK + engine.hash(digestOf(password), cost) : engine.hash(password, cost);
}

/**
 * Whether a password belongs to a hash. Older versions did not mark the hash of a digest. A hash that another system made of
 * a password that bcrypt cuts short does not match.
 */
export function verifyPassword(engine: BcryptEngine, password: string, hash: string): boolean {
  if (hash.startsWith(DIGEST_MARK)) return engine.verify(digestOf(password), hash.slice(DIGEST_MARK.length));
  return engine.verify(needsDigest(password) ? digestOf(password) : password, hash);
}

/** The key is not secret. It makes leaked lists of plain SHA-256 digests useless here. */
function digestOf(password: string): string {
  return createHmac('sha256', 'latchkey/long-password').update(password).digest('base64');
}
