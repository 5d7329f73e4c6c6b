import { constants, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { argon2Verify } from 'hash-wasm';
import { loadBcrypt } from './bcrypt-engine.js';
import { hashPassword, verifyPassword } from './bcrypt-input.js';
import { isArgon2 } from './password-hash.js';

/** What a hashing thread does; each job keeps a core busy for its whole length. */
export type HashJob =
  | { kind: 'hash'; password: string; cost: number }
  | { kind: 'verify'; password: string; hash: string };

// There is a thread like this for each core: what answers requests, here or in the database, goes first all the same. On
// Linux this is the priority of the calling thread; elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const bcrypt = loadBcrypt(workerData.bcryptEngine);

export default function run(job: HashJob): string | Promise<boolean> {
  return job.kind === 'hash' ? hashPassword(bcrypt, job.password, job.cost) : verify(job.password, job.hash);
}

/** A hash that cannot be verified belongs to no password. */
async function verify(password: string, hash: string): Promise<boolean> {
  try {
    return isArgon2(hash) ? await argon2Verify({ password, hash }) : verifyPassword(bcrypt, password, hash);
  } catch {
    return false;
  }
}
