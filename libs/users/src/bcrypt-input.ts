import { createHmac } from 'node:crypto';

/** bcrypt reads no more than this of its input, and stops at a NUL byte. */
const BCRYPT_MAX_BYTES = 72;

/**
 * What is handed to bcrypt for a password: the password itself where bcrypt reads all of it, and a keyed digest of it
 * where bcrypt would cut it short. The key is no secret; it keeps the digest apart from any other use of SHA-256, so
 * that a leaked list of plain digests is of no use here. A hash that another system made of a password which bcrypt cuts
 * short does not match: whoever has such a password resets it.
 */
export function bcryptInput(password: string): string {
  const cut = Buffer.byteLength(password) > BCRYPT_MAX_BYTES || password.includes('\0');
  return cut ? createHmac('sha256', 'latchkey/long-password').update(password).digest('base64') : password;
}
