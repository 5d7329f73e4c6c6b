import { constants, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { argon2Verify } from 'hash-wasm';
import { loadBcrypt } from './bcrypt-engine.js';
import { hashPassword, verifyPassword } from './bcrypt-prehash.js';
import { hashSteps, isArgon2 } from './password-hash.js';

/** A job of a hashing thread. It keeps one core busy until it ends. */
export type HashJob =
  | { kind: 'hash'; password: string; cost: number }
  /** Without a hash every password is wrong. A wrong password takes at least the time of bcrypt with this cost. */
  | { kind: 'verify'; password: string; cost: number; hash: string | null };

export interface HashResult {
  /** The new hash, or whether the password belongs to the given hash. */
  result: string | boolean;
  /** The time on the thread. */
  milliseconds: number;
}

// There is one thread for each core, and the event loop and the database have to go first. Linux applies the priority to the
// calling thread; other systems would apply it to the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const bcrypt = loadBcrypt(workerData.bcryptEngine);

export default async function run(job: HashJob): Promise<HashResult> {
  const begun = performance.now();
  const result = job.kind === 'hash' ? hashPassword(bcrypt, job.password, job.cost) : await verify(job);
  return { result, milliseconds: performance.now() - begun };
}

async function verify({ password, cost, hash }: HashJob & { kind: 'verify' }): Promise<boolean> {
  if (hash !== null && (await matches(password, hash))) return true;
  spendRestOfCost(password, cost, hash === null ? undefined : hashSteps(hash));
  return false;
}

/** False also for a hash that cannot be verified. */
async function matches(password: string, hash: string): Promise<boolean> {
  try {
    return isArgon2(hash) ? await argon2Verify({ password, hash }) : verifyPassword(bcrypt, password, hash);
  } catch {
    return false;
  }
}

/** Hashes until the time of the cost is spent. Each cost takes twice as long as the next lower one. */
function spendRestOfCost(password: string, cost: number, spentSteps: number | undefined): void {
  if (spentSteps === undefined) hashPassword(bcrypt, password, cost);
  else for (let next = Math.ceil(Math.log2(spentSteps)); next < cost; next++) hashPassword(bcrypt, password, next);
}
