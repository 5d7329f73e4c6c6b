import { constants, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import type { HashForm } from './own-hashes.js';
import { hashPassword, loadArgon2, loadBcrypt } from './own-hashes.js';
import { hashSteps, readHash } from './read-hash.js';

/** A job of a hashing thread. It keeps one core busy until it ends. */
export type HashJob =
  | { kind: 'hash'; password: string; form: HashForm }
  /** Whether one of the texts is right. Without a hash each is wrong, and takes the time of a new hash. */
  | { kind: 'verify'; texts: string[]; form: HashForm; hash: string | null };

export interface HashResult {
  /** The new hash, or whether a text belongs to the given hash. */
  result: string | boolean;
  /** The time on the thread of one text. */
  milliseconds: number;
}

// There is one thread for each core, and the event loop and the database have to go first. Linux applies the priority to the
// calling thread; other systems would apply it to the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const bcrypt = loadBcrypt(workerData.bcryptEngine);
const argon2 = loadArgon2('auto');
const engines = { bcrypt, argon2 };

export default async function run(job: HashJob): Promise<HashResult> {
  const begun = performance.now();
  if (job.kind === 'hash') {
    return { result: await hashNew(job.password, job.form), milliseconds: performance.now() - begun };
  }
  let compared = 0;
  let result = false;
  for (const text of job.texts) {
    compared += 1;
    result = await verify(text, job.hash, job.form);
    if (result) break;
  }
  return { result, milliseconds: (performance.now() - begun) / compared };
}

async function hashNew(password: string, form: HashForm): Promise<string> {
  return form.kind === 'bcrypt' ? hashPassword(bcrypt, password, form.cost) : argon2.hash(password, form);
}

async function verify(password: string, hash: string | null, form: HashForm): Promise<boolean> {
  if (hash !== null && (await matches(password, hash))) return true;
  const spentSteps = hash === null ? undefined : hashSteps(hash);
  if (spentSteps === undefined) await hashNew(password, form);
  else if (form.kind === 'bcrypt') spendRestOfCost(password, form.cost, spentSteps);
  return false;
}

/** False also for a hash that cannot be verified. */
async function matches(password: string, hash: string): Promise<boolean> {
  try {
    return (await readHash(hash)?.verify(password, engines)) ?? false;
  } catch {
    return false;
  }
}

/** Hashes until the time of the cost is spent. Each cost takes twice as long as the next lower one. */
function spendRestOfCost(password: string, cost: number, spentSteps: number): void {
  for (let next = Math.ceil(Math.log2(spentSteps)); next < cost; next++) hashPassword(bcrypt, password, next);
}
