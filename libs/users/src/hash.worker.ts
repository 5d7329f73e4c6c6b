import { constants, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { argon2Verify } from 'hash-wasm';
import { loadBcrypt } from './bcrypt-engine.js';
import { hashPassword, verifyPassword } from './bcrypt-input.js';
import { hashSteps, isArgon2 } from './password-hash.js';

/** What a hashing thread does; each job keeps a core busy for its whole length. */
export type HashJob =
  | { kind: 'hash'; password: string; cost: number }
  /** Without a hash the password is wrong. A wrong password takes at least the time of bcrypt with this cost. */
  | { kind: 'verify'; password: string; cost: number; hash: string | null };

export interface HashResult {
  /** The new hash, or whether the password belongs to the given one. */
  result: string | boolean;
  /** The time on the thread. */
  milliseconds: number;
}

// There is such a thread for each core, and the event loop and the database go first. On Linux this is the priority of the
// calling thread; elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const bcrypt = loadBcrypt(workerData.bcryptEngine);

export default async function run(job: HashJob): Promise<HashResult> {
  const begun = performance.now();
  const result = job.kind === 'hash' ? hashPassword(bcrypt, job.password, job.cost) : await verify(job);
  return { result, milliseconds: performance.now() - begun };
}

async function verify({ password, cost, hash }: HashJob & { kind: 'verify' }): Promise<boolean> {
  if (hash !== null && (await matches(password, hash))) return true;
  makeUp(password, cost, hash === null ? undefined : hashSteps(hash));
  return false;
}

/** A hash that cannot be verified belongs to no password. */
async function matches(password: string, hash: string): Promise<boolean> {
  try {
    return isArgon2(hash) ? await argon2Verify({ password, hash }) : verifyPassword(bcrypt, password, hash);
  } catch {
    return false;
  }
}

/** Each cost takes twice as long as the one below, so these hashes take the time that a cheap one left. */
function makeUp(password: string, cost: number, spent: number | undefined): void {
  if (spent === undefined) hashPassword(bcrypt, password, cost);
  else for (let next = Math.ceil(Math.log2(spent)); next < cost; next++) hashPassword(bcrypt, password, next);
}
