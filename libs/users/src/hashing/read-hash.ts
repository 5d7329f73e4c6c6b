import type { Argon2Cost } from '@app/config';
import { DERIVED_FORMATS } from './derived-formats.js';
import { DIGEST_FORMATS, OWN_FORMATS } from './digest-formats.js';
import { demand, FormatProblem, type HashFormat, REFUSED, type ReadHash, type WeakDigest } from './format.js';
import { argon2Parameters, bcryptCost, MAX_STEPS, MIN_STEPS } from './own-hashes.js';

/**
 * Every format of a password hash that the service accepts. The first row whose prefix a text has decides about it. All costs
 * are bounded by the time of bcrypt with cost 15 on a thread, and by 128 MiB.
 */
export const FORMATS: readonly HashFormat[] = [...OWN_FORMATS, ...DERIVED_FORMATS, ...DIGEST_FORMATS];

/** The longest text of an import. */
const MAX_GIVEN = 1_024;
/** The length of the column. */
const MAX_STORED = 255;

/** A hash by another system, checked: the text to store, or the digest that a new hash must hide. */
export type CheckedHash = { stored: string } | { weak: WeakDigest };

/** A stored hash; undefined for a text that verifies no password. */
export function readHash(text: string): ReadHash | undefined {
  const format = formatOf(text);
  try {
    return format?.kind === 'stored' ? format.read(text) : undefined;
  } catch (error) {
    if (error instanceof FormatProblem) return undefined;
    throw error;
  }
}

/**
 * Checks the hash of an import.
 * @param own the cost of new hashes of argon2id, which is accepted in any case
 * @throws {FormatProblem} with a message that names the format and what is wrong with the hash
 */
export function checkHash(text: string, own: Argon2Cost): CheckedHash {
  demand(text.length <= MAX_GIVEN, `must have at most ${MAX_GIVEN} characters`);
  const format = formatOf(text);
  if (!format) throw new FormatProblem(reasonFor(text));
  try {
    return checkBy(format, text, own);
  } catch (error) {
    throw error instanceof FormatProblem ? new FormatProblem(`(${format.name}) ${error.message}`) : error;
  }
}

function checkBy(format: HashFormat, text: string, own: Argon2Cost): CheckedHash {
  if (format.kind === 'weak') return { weak: format.digest(text) };
  const kept = format.kind === 'rewritten' ? format.rewrite(text) : text;
  const target = format.kind === 'rewritten' ? formatOf(kept) : format;
  const isAnnounced = format.kind === 'stored' || target?.name === format.into;
  demand(target?.kind === 'stored' && isAnnounced, 'must contain the hash that the prefix announces');
  demand(kept.length <= MAX_STORED, `must have at most ${MAX_STORED} characters`);
  target.read(kept);
  target.check?.(kept, own);
  return { stored: kept };
}

/** The name of the format of a stored hash. */
export function formatNameOf(text: string): string | undefined {
  return formatOf(text)?.name;
}

function formatOf(text: string): HashFormat | undefined {
  return FORMATS.find(({ prefix }) => prefix.test(text));
}

function reasonFor(text: string): string {
  return REFUSED.find(([prefix]) => prefix.test(text))?.[1] ?? 'has an unknown form: see docs/hash-formats.md';
}

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

/**
 * The steps that hashes of all algorithms but argon2 can have: those of each cost of bcrypt, and one between each two of
 * them. A query finds the most of them without reading all rows.
 */
export const COMPARED_STEPS = Array.from({ length: Math.log2(MAX_STEPS / MIN_STEPS) }, (_none, index) => [
  MIN_STEPS * 2 ** index,
  1.5 * MIN_STEPS * 2 ** index,
])
  .flat()
  .concat(MAX_STEPS);

/** The time to verify a hash, in steps of bcrypt: exact for bcrypt, an upper bound for all others. */
export function hashSteps(hash: string): number | undefined {
  const steps = readHash(hash)?.steps;
  if (steps === undefined || argon2Parameters(hash) || bcryptCost(hash) !== undefined) return steps;
  return COMPARED_STEPS.find((each) => each >= steps) ?? Math.ceil(steps);
}

/** The values of a row, with the steps of the hash if the values contain one. */
export function withHashSteps<T extends { passwordHash: string | null }>(values: T): T & { hashSteps: number | null };
export function withHashSteps<T extends { passwordHash?: string | null }>(values: T): T & { hashSteps?: number | null };
export function withHashSteps<T extends { passwordHash?: string | null }>(values: T) {
  const { passwordHash } = values;
  return passwordHash === undefined ? values : { ...values, hashSteps: hashSteps(passwordHash ?? '') ?? null };
}
