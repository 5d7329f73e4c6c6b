import { formatNameOf } from '../hashing/formats/read-hash.js';
import type { CheckedAccount } from './user-administration.js';

/** The form in which a new account brings its password, for the report of an import. */
export function passwordFormatOf({ password, weak, passwordHash }: CheckedAccount): string {
  if (password !== undefined) return 'password';
  if (weak !== undefined) return weak.algorithm;
  return passwordHash === null ? 'none' : (formatNameOf(passwordHash) ?? 'other');
}
