import { createHash, createHmac } from 'node:crypto';
import type { Argon2Cost } from '@app/config';
import {
  demand,
  type Engines,
  fromBase64,
  fromHex,
  fromText,
  groups,
  type HashFormat,
  type ReadHash,
  rewritten,
  stored,
  type WeakDigest,
  weak,
} from './format.js';
import {
  type Argon2Parameters,
  argon2Parameters,
  argon2Steps,
  bcryptCost,
  IMPORT_LIMITS,
  isImportable,
  verifyPassword,
} from './own-hashes.js';

const DJANGO = 'docs.djangoproject.com/en/stable/topics/auth/passwords/';
const HERE = 'docs/hash-formats.md';
const KRATOS = 'www.ory.com/docs/kratos/manage-identities/import-user-accounts-identities';
const LDAP = 'www.rfc-editor.org/rfc/rfc2307';
const PASSLIB_BCRYPT = 'passlib.readthedocs.io/en/stable/lib/passlib.hash.bcrypt_sha256.html';
const RFC_ARGON2 = 'www.rfc-editor.org/rfc/rfc9106';
const USENIX_BCRYPT = 'www.usenix.org/legacy/events/usenix99/provos.html';
const WORDPRESS = 'make.wordpress.org/core/2025/02/17/wordpress-6-8-will-use-bcrypt-for-password-hashing/';

const DIGEST_BYTES = { md5: 16, sha1: 20, sha256: 32, sha512: 64 };
const NONE = Buffer.alloc(0);
const MAX_SALT_BYTES = 64;
const WEAK_SALT = { min: 0, max: MAX_SALT_BYTES, name: 'salt' };
const TEMPLATE = { min: 1, max: 128, name: 'pf' };

const WEAK_BOUNDS = `salt of at most ${MAX_SALT_BYTES} bytes`;

/** `{SSHA}…`: the Base64 of the digest and of the salt, which stands behind the password. */
function readLdapDigest(text: string): WeakDigest {
  const [salted, name = '', value = ''] = groups(text, /^\{(S?)(MD5|SHA(?:256|512)?)\}(.*)$/, '{SSHA}Base64');
  const algorithm = (name === 'SHA' ? 'sha1' : name.toLowerCase()) as WeakDigest['algorithm'];
  const length = DIGEST_BYTES[algorithm];
  const size = { min: salted ? length + 1 : length, max: length + (salted ? MAX_SALT_BYTES : 0), name: 'value' };
  const bytes = fromBase64(value, size);
  return { algorithm, before: NONE, after: bytes.subarray(length), digest: bytes.subarray(0, length) };
}

/** `sha1$salt$digest`: the salt is a text before the password, and may be empty. */
function readDjangoDigest(text: string): WeakDigest {
  const form = 'sha1$salt$hexadecimal digits, with md5, sha1, sha256 or sha512';
  const [name, salt = '', digest = ''] = groups(text, /^(md5|sha1|sha256|sha512)\$([^$]*)\$([^$]*)$/, form);
  const algorithm = name as WeakDigest['algorithm'];
  return { algorithm, before: fromText(salt, WEAK_SALT), after: NONE, digest: fromHex(digest, sizeOf(algorithm)) };
}

/** `$sha1$digest` and `$sha1$pf=template$salt$digest` in Base64; the template has the words {SALT} and {PASSWORD}. */
function readKratosDigest(text: string): WeakDigest {
  const form = '$sha1$pf=template$salt$digest or $sha1$digest, with md5, sha1, sha256 or sha512';
  const pattern = /^\$(md5|sha1|sha256|sha512)\$(?:pf=([^$]*)\$([^$]*)\$)?([^$]*)$/;
  const [name, template, salt = '', digest = ''] = groups(text, pattern, form);
  const algorithm = name as WeakDigest['algorithm'];
  const bytes = fromBase64(digest, sizeOf(algorithm));
  if (!template) return { algorithm, before: NONE, after: NONE, digest: bytes };
  const [start = '', end, ...more] = fromBase64(template, TEMPLATE).toString().split('{PASSWORD}');
  demand(end !== undefined && more.length === 0, 'must have a template with {PASSWORD} once');
  const fill = (part: string) => filled(part, fromBase64(salt, WEAK_SALT));
  const [before, after] = [fill(start), fill(end)];
  demand(before.length + after.length <= MAX_SALT_BYTES, `must have a ${WEAK_BOUNDS}`);
  return { algorithm, before, after, digest: bytes };
}

function sizeOf(algorithm: WeakDigest['algorithm']) {
  return { min: DIGEST_BYTES[algorithm], max: DIGEST_BYTES[algorithm], name: 'digest' };
}

function filled(part: string, salt: Buffer): Buffer {
  const [first = '', ...others] = part.split('{SALT}');
  return Buffer.concat([Buffer.from(first), ...others.flatMap((text) => [salt, Buffer.from(text)])]);
}

/** The text that our own hash is made of. */
export function textOf(digest: Buffer): string {
  return digest.toString('base64');
}

export function digestOf({ algorithm, before, after }: Omit<WeakDigest, 'digest'>, password: string): Buffer {
  return createHash(algorithm).update(before).update(password).update(after).digest();
}

const { memory, passes, lanes, work } = IMPORT_LIMITS;
const WRAPPED_SALT = { min: 0, max: 64, name: 'salt' };

const BCRYPT_BOUNDS = 'cost 4 to 15';
const ARGON2_BOUNDS =
  `v=19, m at most ${memory}, t at most ${passes}, p at most ${lanes}, m times t at most ${work}, ` +
  'or as much as the settings ARGON2_MEMORY and ARGON2_PASSES';

/** bcrypt, also the one of a long password that new hashes have. */
function parseBcrypt(text: string): { hash: string; cost: number } {
  const cost = bcryptCost(text);
  demand(cost !== undefined, 'must have a cost from 04 to 15, and 53 characters of salt and digest');
  return { hash: text, cost };
}

/** With the bounds of stored hashes, which may be those of the settings. */
function parseArgon2(text: string): Argon2Parameters & { hash: string } {
  const parameters = argon2Parameters(text);
  demand(parameters !== undefined, `must be a PHC string with ${ARGON2_BOUNDS}`);
  return { ...parameters, hash: text };
}

function checkArgon2(text: string, own: Argon2Cost): void {
  demand(isImportable(parseArgon2(text), own), `must have ${ARGON2_BOUNDS}`);
}

/** A weak digest, hidden in a hash of ours. */
interface Wrapped extends ReadHash {
  weak: Omit<WeakDigest, 'digest'>;
  hash: string;
}

/** The text that is stored in the place of a weak digest. @param hash a new hash of `textOf(digest)` */
export function wrappedText({ algorithm, before, after }: WeakDigest, hash: string): string {
  return `wrapped:${algorithm}:${before.toString('base64')}:${after.toString('base64')}:${hash}`;
}

function parseWrapped(text: string): Wrapped {
  const pattern = /^wrapped:(md5|sha1|sha256|sha512):([^:]*):([^:]*):(.*)$/;
  const [algorithm, before = '', after = '', hash = ''] = groups(text, pattern, 'wrapped:md5:before:after:hash');
  const weak = {
    algorithm: algorithm as WeakDigest['algorithm'],
    before: fromBase64(before, WRAPPED_SALT),
    after: fromBase64(after, WRAPPED_SALT),
  };
  const inner = argon2Parameters(hash);
  if (inner)
    return { weak, hash, steps: argon2Steps(inner), verify: (text, engines) => engines.argon2.verify(text, hash) };
  const { cost } = parseBcrypt(hash);
  return { weak, hash, steps: 2 ** cost, verify: (text, { bcrypt }) => verifyPassword(bcrypt, text, hash) };
}

function checkWrapped(text: string, own: Argon2Cost): void {
  const { hash } = parseWrapped(text);
  if (argon2Parameters(hash)) checkArgon2(hash, own);
}

const BCRYPT = {
  bounds: BCRYPT_BOUNDS,
  parse: parseBcrypt,
  steps: ({ cost }: { cost: number }) => 2 ** cost,
  verify: ({ hash }: { hash: string }, text: string, { bcrypt }: Engines) => verifyPassword(bcrypt, text, hash),
};

const ARGON2 = {
  bounds: ARGON2_BOUNDS,
  parse: parseArgon2,
  steps: argon2Steps,
  verify: ({ hash }: { hash: string }, text: string, { argon2 }: Engines) => argon2.verify(text, hash),
  check: checkArgon2,
};

const WRAPPED = {
  bounds: 'those of the hash inside',
  parse: parseWrapped,
  steps: ({ steps }: Wrapped) => steps,
  verify: ({ weak, verify }: Wrapped, text: string, engines: Engines) => verify(textOf(digestOf(weak, text)), engines),
  check: checkWrapped,
};

/** What PHP removes from both ends of a text. */
const PHP_BLANKS = /^[ \n\r\t\v\0]+|[ \n\r\t\v\0]+$/g;
const WORDPRESS_KEY = 'wp-sha384';

/** The bcrypt hash of a digest of the password. */
interface BcryptDigest {
  hash: string;
  digest: (password: string) => string;
}

/** `sha256-hex:$2b$…`, and the same with sha384, sha512 and base64. */
function parseDigestBcrypt(text: string): BcryptDigest {
  const form = 'sha256-hex:$2b$… with sha256, sha384 or sha512 and hex or base64';
  const [algorithm = '', encoding, hash = ''] = groups(text, /^(sha256|sha384|sha512)-(hex|base64):(.*)$/, form);
  const written = encoding === 'hex' ? 'hex' : 'base64';
  return { hash: plainBcrypt(hash), digest: (password) => createHash(algorithm).update(password).digest(written) };
}

/** `bcrypt_sha256$$2b$12$…` is the bcrypt hash of the SHA-256 in hexadecimal digits. */
function parseDjangoBcrypt(text: string): BcryptDigest {
  return parseDigestBcrypt(text.replace('bcrypt_sha256$', 'sha256-hex:'));
}

/** `$bcrypt-sha256$v=2,t=2b,r=12$salt$digest`, whose digest has the salt as key, and `$bcrypt-sha256$2b,12$salt$digest`. */
function parsePasslibBcrypt(text: string): BcryptDigest {
  const form = '$bcrypt-sha256$v=2,t=2b,r=12$salt$digest';
  const pattern = /^\$bcrypt-sha256\$(?:(v=2),t=)?(2[aby])(?:,r=|,)(\d{1,2})\$([^$]*)\$([^$]*)$/;
  const [keyed, kind, cost = '', salt = '', tail] = groups(text, pattern, form);
  const hash = plainBcrypt(`$${kind}$${cost.padStart(2, '0')}$${salt}${tail}`);
  const made = () => (keyed ? createHmac('sha256', salt) : createHash('sha256'));
  return { hash, digest: (password) => made().update(password).digest('base64') };
}

/** `$wp$2y$10$…` is the bcrypt hash of an HMAC. WordPress removes blanks around a password. */
function parseWordPress(text: string): BcryptDigest {
  const digest = (password: string) =>
    createHmac('sha384', WORDPRESS_KEY).update(password.replace(PHP_BLANKS, '')).digest('base64');
  return { hash: plainBcrypt(text.replace('$wp', '')), digest };
}

/** What all rows of bcrypt after a digest share. */
const BCRYPT_DIGEST = {
  bounds: BCRYPT_BOUNDS,
  steps: ({ hash }: BcryptDigest) => 2 ** (bcryptCost(hash) ?? 0),
  verify: ({ hash, digest }: BcryptDigest, password: string, { bcrypt }: Engines) =>
    bcrypt.verify(digest(password), hash),
};

/** A plain hash of bcrypt. */
function plainBcrypt(hash: string): string {
  demand(hash.startsWith('$2') && bcryptCost(hash) !== undefined, `must contain a hash of bcrypt, ${BCRYPT_BOUNDS}`);
  return hash;
}

/** The formats of new hashes. */
export const OWN_FORMATS: readonly HashFormat[] = [
  stored({ name: 'bcrypt', prefix: /^(?:hmac-sha256:)?\$2/, source: USENIX_BCRYPT, ...BCRYPT }),
  stored({ name: 'argon2', prefix: /^\$argon2/, source: RFC_ARGON2, ...ARGON2 }),
  stored({ name: 'wrapped digest', prefix: /^wrapped:/, source: HERE, ...WRAPPED }),
];

/** bcrypt and argon2 as others write them, and digests that are hidden in a hash of ours. */
export const DIGEST_FORMATS: readonly HashFormat[] = [
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
