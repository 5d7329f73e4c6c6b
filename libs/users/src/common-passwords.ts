import { dictionary } from '@zxcvbn-ts/language-common';

/** OWASP ASVS 5.0, 6.2.4, asks for the 3,000 most common passwords that the other rules would let pass. */
const REFUSED = 10_000;

const EDGE_SIGNS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/**
 * The most common of the listed passwords that have at least this many characters, in lower case. The texts are those that
 * zxcvbn keeps in the same thread, so the set itself takes 0.6 MB.
 */
export function commonPasswords(minCharacters: number): Set<string> {
  const listed = dictionary['passwords-common'].map((entry) => entry.toLowerCase());
  return new Set(listed.filter((entry) => [...entry].length >= minCharacters).slice(0, REFUSED));
}

/** Whether a password is one of these, case aside, as it is or without signs before and behind it: `Password1!`. */
export function isCommon(password: string, common: ReadonlySet<string>): boolean {
  const folded = password.toLowerCase();
  return common.has(folded) || common.has(folded.replace(EDGE_SIGNS, ''));
}
