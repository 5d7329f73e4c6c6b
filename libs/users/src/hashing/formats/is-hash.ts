import { judgeHash } from './read-hash.js';
import { FormatProblem } from './reading/format.js';

/** A password generator writes texts of letters and digits alone. */
const PLAIN = /^[A-Za-z0-9]*$/;

/** The whole form of hashes that are not accepted, or only with another cost. Their digest has at least 128 bits. */
const WHOLE = [
  /^\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}$/,
  /^\$(?:1|5|6|7|y|gy|apr1|argon2(?:id|i|d)|scrypt|pbkdf2(?:-\w+)?|(?:md5|sha256|sha512)-crypt)\$[^$\s]+\$(?:[^$\s]+\$)*[./+A-Za-z0-9]{22,}={0,2}$/,
  /^(?:pbkdf2_\w+|scrypt|argon2)\$[^$\s]*\$(?:[^$\s]+\$)*[./+A-Za-z0-9]{22,}={0,2}$/,
];

/**
 * Whether a text is certainly the hash of a password, and no password: a person may choose any other text, also a digest in
 * hexadecimal.
 */
export function isHash(text: string): boolean {
  return !PLAIN.test(text) && (WHOLE.some((form) => form.test(text)) || isAccepted(text));
}

function isAccepted(text: string): boolean {
  try {
    return judgeHash(text, { memory: 0, passes: 0 }) !== undefined;
  } catch (error) {
    if (error instanceof FormatProblem) return false;
    throw error;
  }
}
