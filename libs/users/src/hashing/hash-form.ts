import type { Argon2Cost, Env } from '@app/config';
import { argon2Parameters, argon2Steps, bcryptCost, needsPrehash, PREHASH_PREFIX } from './own-hashes.js';

/** The algorithm and the cost of new hashes. */
export type HashForm = { kind: 'bcrypt'; cost: number } | ({ kind: 'argon2id' } & Argon2Cost);

export function hashFormOf({ passwordHash, bcryptCost, argon2 }: Env): HashForm {
  return passwordHash === 'bcrypt' ? { kind: 'bcrypt', cost: bcryptCost } : { kind: 'argon2id', ...argon2 };
}

/** The time of a hash of this form, in steps of bcrypt: exact for bcrypt, an upper bound for argon2id. */
export function stepsOfForm(form: HashForm): number {
  return form.kind === 'bcrypt' ? 2 ** form.cost : argon2Steps(form);
}

/** Whether a hash has this algorithm and cost. */
export function hasForm(hash: string, form: HashForm): boolean {
  if (form.kind === 'bcrypt') return bcryptCost(hash) === form.cost;
  const { kind, memory, passes, lanes } = argon2Parameters(hash) ?? {};
  return kind === 'argon2id' && memory === form.memory && passes === form.passes && lanes === 1;
}

/** Whether a new hash of this password would have another form. @param password the right one for the hash */
export function needsRehash(hash: string, password: string, form: HashForm): boolean {
  if (!hasForm(hash, form)) return true;
  return form.kind === 'bcrypt' && needsPrehash(password) && !hash.startsWith(PREHASH_PREFIX);
}
