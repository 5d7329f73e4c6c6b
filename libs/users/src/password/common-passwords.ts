import { dictionary } from '@zxcvbn-ts/language-common';

/** More than OWASP ASVS 5.0, 6.2.4, requires: the 3,000 most common passwords that the other rules would accept. */
const COUNT = 10_000;

const OUTER_SIGNS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/**
 * The most common passwords that have at least this many characters, in lower case. The texts are those of the list, which stays in
 * memory, so the set itself takes only 0.6 MB.
 */
export function commonPasswords(minCharacters: number): Set<string> {
  const listed = dictionary['passwords-common'].map((entry) => entry.toLowerCase());
  return new Set(listed.filter((entry) => [...entry].length >= minCharacters).slice(0, COUNT));
}

/** Whether a password is a common one in any case, also with signs before or after it: `Password1!`. */
export function isCommon(password: string, common: ReadonlySet<string>): boolean {
  const lowerCase = password.toLowerCase();
  return common.has(lowerCase) || common.has(lowerCase.replace(OUTER_SIGNS, ''));
}
