import type { Argon2Cost } from '@app/config';
import {
  demand,
  FormatProblem,
  type HashFormat,
  REFUSED,
  type ReadHash,
  rewritten,
  stored,
  type WeakDigest,
  weak,
} from './format.js';
import { parseAspNetV2, parseAspNetV3 } from './formats/aspnet.js';
import {
  BCRYPT_DIGEST,
  parseDigestBcrypt,
  parseDjangoBcrypt,
  parsePasslibBcrypt,
  parseWordPress,
} from './formats/bcrypt-digests.js';
import { parseFirebase, verifyFirebase, withoutSignerKey } from './formats/firebase.js';
import { ARGON2, BCRYPT, WRAPPED } from './formats/own-formats.js';
import { ANY_SALT, PBKDF2, parseAnySalt, parseDjangoPbkdf2, parsePbkdf2 } from './formats/pbkdf2.js';
import { PHPASS } from './formats/phpass.js';
import { parseBetterAuth, parseDjangoScrypt, parseScrypt, SCRYPT, verifyBetterAuth } from './formats/scrypt.js';
import { SHA_CRYPT } from './formats/sha-crypt.js';
import { readDjangoDigest, readKratosDigest, readLdapDigest, WEAK_BOUNDS } from './formats/weak-digests.js';
import { argon2Parameters, bcryptCost, MAX_STEPS, MIN_STEPS } from './own-hashes.js';

const ASPNET = 'github.com/dotnet/aspnetcore/blob/main/src/Identity/Extensions.Core/src/PasswordHasher.cs';
const BETTER_AUTH = 'github.com/better-auth/better-auth/blob/main/packages/better-auth/src/crypto/password.ts';
const DJANGO = 'docs.djangoproject.com/en/stable/topics/auth/passwords/';
const DRUPAL = 'api.drupal.org/api/drupal/includes!password.inc/7.x';
const FIREBASE = 'github.com/firebase/scrypt';
const HERE = 'docs/hash-formats.md';
const KRATOS = 'www.ory.com/docs/kratos/manage-identities/import-user-accounts-identities';
const LDAP = 'www.rfc-editor.org/rfc/rfc2307';
const PASSLIB_BCRYPT = 'passlib.readthedocs.io/en/stable/lib/passlib.hash.bcrypt_sha256.html';
const PASSLIB_PBKDF2 = 'passlib.readthedocs.io/en/stable/lib/passlib.hash.pbkdf2_digest.html';
const PASSLIB_SCRYPT = 'passlib.readthedocs.io/en/stable/lib/passlib.hash.scrypt.html';
const RFC_ARGON2 = 'www.rfc-editor.org/rfc/rfc9106';
const SHA_CRYPT_TEXT = 'www.akkadia.org/drepper/SHA-crypt.txt';
const USENIX_BCRYPT = 'www.usenix.org/legacy/events/usenix99/provos.html';
const WORDPRESS = 'make.wordpress.org/core/2025/02/17/wordpress-6-8-will-use-bcrypt-for-password-hashing/';

/**
 * Every format of a password hash that the service accepts. The first row whose prefix a text has decides about it. All costs
 * are bounded by the time of bcrypt with cost 15 on a thread, and by 128 MiB.
 */
export const FORMATS: readonly HashFormat[] = [
  stored({ name: 'bcrypt', prefix: /^(?:hmac-sha256:)?\$2/, source: USENIX_BCRYPT, ...BCRYPT }),
  stored({ name: 'argon2', prefix: /^\$argon2/, source: RFC_ARGON2, ...ARGON2 }),
  stored({ name: 'wrapped digest', prefix: /^wrapped:/, source: HERE, ...WRAPPED }),

  stored({ name: 'PBKDF2', prefix: /^\$pbkdf2/, source: PASSLIB_PBKDF2, parse: parsePbkdf2, ...PBKDF2 }),
  stored({ name: 'PBKDF2 of Django', prefix: /^pbkdf2_/, source: DJANGO, parse: parseDjangoPbkdf2, ...PBKDF2 }),
  stored({ name: 'PBKDF2 with any salt', prefix: /^any-salt:/, source: HERE, parse: parseAnySalt, ...ANY_SALT }),
  stored({ name: 'ASP.NET Identity v3', prefix: /^AQAAAA/, source: ASPNET, parse: parseAspNetV3, ...PBKDF2 }),
  stored({
    name: 'ASP.NET Identity v2',
    prefix: /^A[A-P][A-Za-z0-9+/]{64}(?:==)?$/,
    source: ASPNET,
    parse: parseAspNetV2,
    ...PBKDF2,
  }),

  stored({ name: 'scrypt', prefix: /^\$scrypt\$/, source: PASSLIB_SCRYPT, parse: parseScrypt, ...SCRYPT }),
  stored({ name: 'scrypt of Django', prefix: /^scrypt\$/, source: DJANGO, parse: parseDjangoScrypt, ...SCRYPT }),
  stored({
    name: 'Better Auth',
    prefix: /^[0-9a-f]{32}:[0-9a-f]{128}$/i,
    source: BETTER_AUTH,
    parse: parseBetterAuth,
    ...SCRYPT,
    verify: verifyBetterAuth,
  }),
  rewritten({
    name: 'Firebase with the signer key',
    prefix: /^\$fbscrypt\$/,
    source: FIREBASE,
    bounds: SCRYPT.bounds,
    into: 'Firebase',
    rewrite: withoutSignerKey,
  }),
  stored({
    name: 'Firebase',
    prefix: /^\$fbscrypt-stream\$/,
    source: FIREBASE,
    parse: parseFirebase,
    ...SCRYPT,
    verify: verifyFirebase,
  }),

  stored({ name: 'SHA-crypt', prefix: /^\$[56]\$/, source: SHA_CRYPT_TEXT, ...SHA_CRYPT }),
  rewritten({
    name: 'SHA-crypt of Kratos',
    prefix: /^\$sha(?:256|512)-crypt\$/,
    source: KRATOS,
    bounds: SHA_CRYPT.bounds,
    into: 'SHA-crypt',
    rewrite: (text) => text.replace(/^\$sha(256|512)-crypt/, (_all, bits) => (bits === '256' ? '$5' : '$6')),
  }),
  stored({ name: 'PHPass', prefix: /^U?\$[PHS]\$/, source: DRUPAL, ...PHPASS }),

  stored({
    name: 'bcrypt of a digest',
    prefix: /^sha(?:256|384|512)-(?:hex|base64):/,
    source: HERE,
    parse: parseDigestBcrypt,
    ...BCRYPT_DIGEST,
  }),
  stored({
    name: 'bcrypt_sha256 of Django',
    prefix: /^bcrypt_sha256\$/,
    source: DJANGO,
    parse: parseDjangoBcrypt,
    ...BCRYPT_DIGEST,
  }),
  stored({
    name: 'bcrypt-sha256 of Passlib',
    prefix: /^\$bcrypt-sha256\$/,
    source: PASSLIB_BCRYPT,
    parse: parsePasslibBcrypt,
    ...BCRYPT_DIGEST,
  }),
  stored({ name: 'WordPress 6.8', prefix: /^\$wp\$/, source: WORDPRESS, parse: parseWordPress, ...BCRYPT_DIGEST }),
  rewritten({
    name: 'bcrypt of Django',
    prefix: /^bcrypt\$/,
    source: DJANGO,
    bounds: BCRYPT.bounds,
    into: 'bcrypt',
    rewrite: (text) => text.slice('bcrypt$'.length),
  }),
  rewritten({
    name: 'argon2 of Django',
    prefix: /^argon2\$/,
    source: DJANGO,
    bounds: ARGON2.bounds,
    into: 'argon2',
    rewrite: (text) => text.slice('argon2'.length),
  }),

  weak({ name: 'LDAP digest', prefix: /^\{S?(?:MD5|SHA)/, source: LDAP, bounds: WEAK_BOUNDS, digest: readLdapDigest }),
  weak({
    name: 'digest of Django',
    prefix: /^(?:md5|sha1|sha256|sha512)\$/,
    source: DJANGO,
    bounds: WEAK_BOUNDS,
    digest: readDjangoDigest,
  }),
  weak({
    name: 'digest of Kratos',
    prefix: /^\$(?:md5|sha1|sha256|sha512)\$/,
    source: KRATOS,
    bounds: WEAK_BOUNDS,
    digest: readKratosDigest,
  }),
];

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
