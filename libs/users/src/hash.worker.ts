import { workerData } from 'node:worker_threads';
import { loadBcrypt } from './bcrypt-engine.js';
import { bcryptInput } from './bcrypt-input.js';

/** What a hashing thread does; each job keeps a core busy for its whole length. */
export type HashJob =
  | { kind: 'hash'; password: string; cost: number }
  | { kind: 'verify'; password: string; hash: string };

const bcrypt = loadBcrypt(workerData.bcryptEngine);

export default function run(job: HashJob): string | boolean {
  const input = bcryptInput(job.password);
  return job.kind === 'hash' ? bcrypt.hash(input, job.cost) : bcrypt.verify(input, job.hash);
}
