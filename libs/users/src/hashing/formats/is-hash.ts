import { checkHash } from './read-hash.js';
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

/** What a column of hashes has, also cut, damaged or in an unknown form. A person could have chosen some of these texts. */
const SIMILAR = [
  // A digest of MD5, SHA-1 or SHA-2 in hexadecimal, with a salt or as MySQL's PASSWORD().
  /^(?:0x|\*)?(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{56}|[\da-f]{64}|[\da-f]{96}|[\da-f]{128})(?::\S*)?$/i,
  // The same digests in Base64.
  /^(?:[\w+/-]{22}==|[\w+/-]{27}=|[\w+/-]{43}=|[\w+/-]{86}==)$/,
  /^AQAAAA[A-Za-z0-9+/]{40,}={0,2}$/,
  // crypt(3) and LDAP.
  /^U?\$[a-z\d-]{1,20}\$\S{8,}$/i,
  /^\{[a-z][\w.-]*\}\S{8,}$/i,
  // Django.
  /^(?:pbkdf2_\w+|bcrypt\w*|scrypt|argon2\w*|md5|sha\d+)\$\S{8,}$/,
];

/**
 * Whether a value of an import may be the hash of a password, and not the password itself: then anyone who has read the old
 * table could sign in with it, and its owner could not.
 */
export function looksLikeHash(text: string): boolean {
  // Python writes bytes as b'…'.
  const bare = text.trim().replace(/^b?(['"])(.*)\1$/, '$2');
  return isHash(bare) || SIMILAR.some((form) => form.test(bare));
}

function isAccepted(text: string): boolean {
  try {
    return checkHash(text, { memory: 0, passes: 0 }) !== undefined;
  } catch (error) {
    if (error instanceof FormatProblem) return false;
    throw error;
  }
}
