import { argon2Parameters, bcryptCost, MAX_STEPS, MIN_STEPS } from './own-hashes.js';
import { readHash } from './read-hash.js';

/**
 * The steps that hashes of all algorithms but argon2 can have: those of each cost of bcrypt, and one between each two of
 * them. A query finds the most of them without reading all rows.
 */
export const COMPARED_STEPS = Array.from({ length: Math.log2(MAX_STEPS / MIN_STEPS) }, (_none, index) => [
  MIN_STEPS * 2 ** index,
  1.5 * MIN_STEPS * 2 ** index,
])
  .flat()
  .concat(MAX_STEPS);

/** The time to verify a hash, in steps of bcrypt: exact for bcrypt, an upper bound for all others. */
export function hashSteps(hash: string): number | undefined {
  const steps = readHash(hash)?.steps;
  if (steps === undefined || argon2Parameters(hash) || bcryptCost(hash) !== undefined) return steps;
  return COMPARED_STEPS.find((each) => each >= steps) ?? Math.ceil(steps);
}

/** The values of a row, with the steps of the hash if the values contain one. */
export function withHashSteps<T extends { passwordHash: string | null }>(values: T): T & { hashSteps: number | null };
export function withHashSteps<T extends { passwordHash?: string | null }>(values: T): T & { hashSteps?: number | null };
export function withHashSteps<T extends { passwordHash?: string | null }>(values: T) {
  const { passwordHash } = values;
  return passwordHash === undefined ? values : { ...values, hashSteps: hashSteps(passwordHash ?? '') ?? null };
}
