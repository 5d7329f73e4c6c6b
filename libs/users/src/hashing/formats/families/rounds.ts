import { hash } from 'node:crypto';

/**
 * These formats digest the password again in each round, so that a long one multiplies their time. No password of ours has
 * more bytes: 256 characters of 4 bytes.
 */
export const MAX_PASSWORD_BYTES = 1_024;

export function digestsEveryRound(algorithm: string, parts: Uint8Array[]): Buffer {
  return hash(algorithm, Buffer.concat(parts), 'buffer');
}
