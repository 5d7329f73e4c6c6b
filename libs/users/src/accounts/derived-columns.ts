import { withHashSteps } from '../hashing/hash-steps.js';
import type { User } from './user.entity.js';

type Written = Partial<Pick<User, 'passwordHash' | 'adminScopes'>>;
type Derived = Pick<User, 'hashSteps' | 'listPassword' | 'listAdmin'>;

/** The values of a row, with those that follow from the hash and from the admin scopes if the values contain them. */
export function withDerived<T extends Required<Written>>(values: T): T & Derived;
export function withDerived<T extends Written>(values: T): T & Partial<Derived>;
export function withDerived(values: Written) {
  const { passwordHash, adminScopes } = values;
  return {
    ...withHashSteps(values),
    ...(passwordHash !== undefined && { listPassword: passwordHash !== null }),
    ...(adminScopes !== undefined && { listAdmin: adminScopes !== '' }),
  };
}
