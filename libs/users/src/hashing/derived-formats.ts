import { createCipheriv, createHash, pbkdf2Sync, scryptSync } from 'node:crypto';
import {
  DIGEST,
  demand,
  digestsEveryRound,
  FormatProblem,
  fromBase64,
  fromHex,
  fromText,
  groups,
  type HashFormat,
  integer,
  isEqual,
  itoa64Value,
  MAX_PASSWORD_BYTES,
  rewritten,
  SALT,
  stored,
  toItoa64,
} from './format.js';
import { MAX_STEPS } from './own-hashes.js';

const ASPNET = 'github.com/dotnet/aspnetcore/blob/main/src/Identity/Extensions.Core/src/PasswordHasher.cs';
const BETTER_AUTH = 'github.com/better-auth/better-auth/blob/main/packages/better-auth/src/crypto/password.ts';
const DJANGO = 'docs.djangoproject.com/en/stable/topics/auth/passwords/';
const DRUPAL = 'api.drupal.org/api/drupal/includes!password.inc/7.x';
const FIREBASE = 'github.com/firebase/scrypt';
const HERE = 'docs/hash-formats.md';
const KRATOS = 'www.ory.com/docs/kratos/manage-identities/import-user-accounts-identities';
const PASSLIB_PBKDF2 = 'passlib.readthedocs.io/en/stable/lib/passlib.hash.pbkdf2_digest.html';
const PASSLIB_SCRYPT = 'passlib.readthedocs.io/en/stable/lib/passlib.hash.scrypt.html';
const SHA_CRYPT_TEXT = 'www.akkadia.org/drepper/SHA-crypt.txt';

const PBKDF2_ALGORITHMS = ['sha1', 'sha256', 'sha512'] as const;
type Pbkdf2Algorithm = (typeof PBKDF2_ALGORITHMS)[number];

const PBKDF2_BYTES = { sha1: 20, sha256: 32, sha512: 64 };

/** Iterations in at most the time of one step of bcrypt. Measurements gave 170, 170 and 64. */
const ITERATIONS_PER_STEP = { sha1: 75, sha256: 50, sha512: 40 };
/** RFC 2898 recommends at least these. */
const MIN_ITERATIONS = 1_000;

interface Pbkdf2 {
  algorithm: Pbkdf2Algorithm;
  iterations: number;
  salt: Buffer;
  digest: Buffer;
}

const mostOf = (algorithm: Pbkdf2Algorithm) => MAX_STEPS * ITERATIONS_PER_STEP[algorithm];

const PBKDF2_BOUNDS = `${MIN_ITERATIONS} to ${PBKDF2_ALGORITHMS.map(
  (algorithm) => `${mostOf(algorithm)} (${algorithm})`,
).join(', ')} iterations`;

function iterationsOf(text: string | undefined, algorithm: Pbkdf2Algorithm): number {
  return integer(text, { min: MIN_ITERATIONS, max: mostOf(algorithm), name: 'iterations' });
}

/** `$pbkdf2-sha256$29000$salt$digest` (Passlib) and `$pbkdf2-sha256$i=27500,l=32$salt$digest` (PHC). */
function parsePbkdf2(text: string): Pbkdf2 {
  const form = '$pbkdf2-sha256$iterations$salt$digest, with sha1, sha256 or sha512';
  const pattern = /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d+)(?:,l=(\d+))?\$([^$]*)\$([^$]*)$/;
  const [name, iterations, length, salt = '', digest = ''] = groups(text, pattern, form);
  const algorithm = (name || 'sha1') as Pbkdf2Algorithm;
  const bytes = fromBase64(digest, DIGEST);
  demand(!length || Number(length) === bytes.length, 'must have a digest of l bytes');
  return { algorithm, iterations: iterationsOf(iterations, algorithm), salt: fromBase64(salt, SALT), digest: bytes };
}

/** `pbkdf2_sha256$870000$salt$digest`, whose salt is a text. */
function parseDjangoPbkdf2(text: string): Pbkdf2 {
  const form = 'pbkdf2_sha256$iterations$salt$digest, with sha1, sha256 or sha512';
  const pattern = /^pbkdf2_(sha1|sha256|sha512)\$(\d+)\$([^$]*)\$([^$]*)$/;
  const [name, iterations, salt = '', digest = ''] = groups(text, pattern, form);
  const algorithm = name as Pbkdf2Algorithm;
  return {
    algorithm,
    iterations: iterationsOf(iterations, algorithm),
    salt: fromText(salt, SALT),
    digest: fromBase64(digest, DIGEST),
  };
}

const ANY_SALT_PREFIX = 'any-salt:';

/** `any-salt:pbkdf2_sha256$…`, where nothing says whether the salt is a text, Base64 or hexadecimal: a right password decides. */
function parseAnySalt(text: string): Pbkdf2[] {
  const asText = parseDjangoPbkdf2(text.slice(ANY_SALT_PREFIX.length));
  const others = [fromBase64, fromHex].flatMap((read) => {
    const salt = readIfPossible(() => read(asText.salt.toString(), SALT));
    return salt ? [{ ...asText, salt }] : [];
  });
  const most = Math.floor(mostOf(asText.algorithm) / (1 + others.length));
  demand(asText.iterations <= most, `must have iterations from ${MIN_ITERATIONS} to ${most}`);
  return [asText, ...others];
}

function readIfPossible(read: () => Buffer): Buffer | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatProblem) return undefined;
    throw error;
  }
}

function pbkdf2Steps({ algorithm, iterations }: Pbkdf2): number {
  return iterations / ITERATIONS_PER_STEP[algorithm];
}

/** What all rows of PBKDF2 share. */
const PBKDF2 = { bounds: PBKDF2_BOUNDS, steps: pbkdf2Steps, verify: verifyPbkdf2 };

/** A wrong password takes the time of all readings. */
const ANY_SALT = {
  bounds: `${PBKDF2_BOUNDS}, divided by the number of readings`,
  steps: (readings: Pbkdf2[]) => readings.reduce((sum, reading) => sum + pbkdf2Steps(reading), 0),
  verify: (readings: Pbkdf2[], password: string) => readings.some((reading) => verifyPbkdf2(reading, password)),
};

/** Compares the first block only: each further one would take the same time again, and the first one suffices. */
function verifyPbkdf2({ algorithm, iterations, salt, digest }: Pbkdf2, password: string): boolean {
  const expected = digest.subarray(0, PBKDF2_BYTES[algorithm]);
  return isEqual(pbkdf2Sync(password, salt, iterations, expected.length, algorithm), expected);
}

const V2_BYTES = 49;
const V2_ITERATIONS = 1_000;
const V2_SALT_END = 17;
const V3_HEADER_BYTES = 13;
/** By the numbers of KeyDerivationPrf. */
const V3_ALGORITHMS = ['sha1', 'sha256', 'sha512'] as const;

/** The Base64 of a byte 0, a salt of 16 bytes and a key of 32 bytes. */
function parseAspNetV2(text: string): Pbkdf2 {
  const bytes = fromBase64(text, { min: V2_BYTES, max: V2_BYTES, name: 'value' });
  const salt = bytes.subarray(1, V2_SALT_END);
  return { algorithm: 'sha1', iterations: V2_ITERATIONS, salt, digest: bytes.subarray(V2_SALT_END) };
}

/** The Base64 of a byte 1, three numbers of 4 bytes (function, iterations, length of the salt), the salt and the key. */
function parseAspNetV3(text: string): Pbkdf2 {
  const most = V3_HEADER_BYTES + SALT.max + DIGEST.max;
  const bytes = fromBase64(text, { min: V3_HEADER_BYTES + SALT.min + DIGEST.min, max: most, name: 'value' });
  const algorithm = V3_ALGORITHMS[bytes.readUInt32BE(1)];
  demand(algorithm !== undefined, 'must be made with HMAC-SHA1, HMAC-SHA256 or HMAC-SHA512');
  const iterations = iterationsOf(String(bytes.readUInt32BE(5)), algorithm);
  const saltEnd = V3_HEADER_BYTES + bytes.readUInt32BE(9);
  const salt = bytes.subarray(V3_HEADER_BYTES, saltEnd);
  const digest = bytes.subarray(saltEnd);
  demand(salt.length >= SALT.min && salt.length <= SALT.max, `must have a salt of ${SALT.min} to ${SALT.max} bytes`);
  const fits = digest.length >= DIGEST.min && digest.length <= DIGEST.max;
  demand(fits, `must have a digest of ${DIGEST.min} to ${DIGEST.max} bytes`);
  return { algorithm, iterations, salt, digest };
}

/** N times r times p in at most the time of one step of bcrypt. Measurements gave 120 to 150. */
const WORK_PER_STEP = 70;
const MAX_WORK = WORK_PER_STEP * MAX_STEPS;
/** scrypt needs 128 bytes times N times r: at most 128 MiB. */
const MAX_BLOCKS = 2 ** 20;
const BLOCK_BYTES = 128;
const LOG_N = { min: 10, max: 20, name: 'log2 of N' };
const SMALL = { min: 1, max: 32 };

const SCRYPT_BOUNDS = `N from 1024, N times r at most ${MAX_BLOCKS}, N times r times p at most ${MAX_WORK}`;

/** The parameters of RFC 7914. */
interface ScryptCost {
  n: number;
  r: number;
  p: number;
}

interface Scrypt extends ScryptCost {
  salt: Buffer;
  digest: Buffer;
}

/** @param logN the logarithm of N, in decimal digits, as `r` and `p` */
function scryptCostOf(logN: string | undefined, r: string | undefined, p: string | undefined): ScryptCost {
  const cost = {
    n: 2 ** integer(logN, LOG_N),
    r: integer(r, { ...SMALL, name: 'r' }),
    p: integer(p, { ...SMALL, name: 'p' }),
  };
  demand(cost.n * cost.r <= MAX_BLOCKS, `must have N times r of at most ${MAX_BLOCKS}`);
  demand(cost.n * cost.r * cost.p <= MAX_WORK, `must have N times r times p of at most ${MAX_WORK}`);
  return cost;
}

/** `$scrypt$ln=16,r=8,p=1$salt$digest` */
function parseScrypt(text: string): Scrypt {
  const form = '$scrypt$ln=16,r=8,p=1$salt$digest';
  const pattern = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]*)\$([^$]*)$/;
  const [logN, r, p, salt = '', digest = ''] = groups(text, pattern, form);
  return { ...scryptCostOf(logN, r, p), salt: fromBase64(salt, SALT), digest: fromBase64(digest, DIGEST) };
}

/** `scrypt$16384$salt$8$1$digest`: N, a salt that is a text, r and p. */
function parseDjangoScrypt(text: string): Scrypt {
  const form = 'scrypt$N$salt$r$p$digest';
  const [n, salt = '', r, p, digest = ''] = groups(text, /^scrypt\$(\d+)\$([^$]*)\$(\d+)\$(\d+)\$([^$]*)$/, form);
  const logN = Math.log2(Number(n));
  demand(Number.isInteger(logN), 'must have an N that is a power of 2');
  return { ...scryptCostOf(String(logN), r, p), salt: fromText(salt, SALT), digest: fromBase64(digest, DIGEST) };
}

/** `salt:key`: the salt is used as the text of hexadecimal digits that it is. */
function parseBetterAuth(text: string): Scrypt {
  const [salt = '', key = ''] = text.split(':');
  return { n: 16_384, r: 16, p: 1, salt: Buffer.from(salt), digest: fromHex(key, DIGEST) };
}

function scryptSteps({ n, r, p }: ScryptCost): number {
  return (n * r * p) / WORK_PER_STEP;
}

function verifyScrypt(scrypt: Scrypt, password: string): boolean {
  return isEqual(deriveScrypt(scrypt, password, scrypt.digest.length), scrypt.digest);
}

/** What all rows of scrypt share. */
const SCRYPT = { bounds: SCRYPT_BOUNDS, steps: scryptSteps, verify: verifyScrypt };

/** Better Auth normalises passwords before it hashes them. */
function verifyBetterAuth(scrypt: Scrypt, password: string): boolean {
  return verifyScrypt(scrypt, password.normalize('NFKC'));
}

function deriveScrypt({ n, r, p, salt }: Omit<Scrypt, 'digest'>, password: string, bytes: number): Buffer {
  // The bound that Node compares with its own estimate, which is a little more than the memory of RFC 7914.
  return scryptSync(password, salt, bytes, { N: n, r, p, maxmem: 2 * BLOCK_BYTES * (n + p) * r });
}

const KEY_BYTES = 32;
const IV_BYTES = 16;
const SIGNER_KEY = { min: 32, max: 64, name: 'signer key' };
const FIREBASE_HASH = { min: 32, max: 64, name: 'digest' };
const SEPARATOR = { min: 0, max: 16, name: 'salt separator' };

/**
 * Firebase encrypts the signer key of the project with AES-CTR under a key that scrypt derives from the password. The
 * difference of the hash and the signer key is the key stream, which verifies a password without the signer key: the secret
 * of a project that may still be in use is not stored.
 * `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=signer key$salt$hash` becomes `$fbscrypt-stream$n=14,r=8,p=1,ss=Bw==$salt$stream`.
 */
function withoutSignerKey(text: string): string {
  const form = '$fbscrypt$v=1,n=14,r=8,p=1,ss=salt separator,sk=signer key$salt$hash';
  const pattern = /^\$fbscrypt\$v=1,n=(\d+),r=(\d+),p=(\d+)(?:,ss=([^$,]*))?,sk=([^$,]*)\$([^$]*)\$([^$]*)$/;
  const [n, r, p, separator = '', key = '', salt = '', digest = ''] = groups(text, pattern, form);
  const signerKey = fromBase64(key, SIGNER_KEY);
  const hash = fromBase64(digest, FIREBASE_HASH);
  demand(hash.length === signerKey.length, 'must have a digest as long as the signer key');
  const stream = Buffer.from(hash.map((byte, index) => byte ^ (signerKey[index] ?? 0)));
  return `$fbscrypt-stream$n=${n},r=${r},p=${p},ss=${separator}$${salt}$${stream.toString('base64')}`;
}

function parseFirebase(text: string): Scrypt {
  const form = '$fbscrypt-stream$n=14,r=8,p=1,ss=salt separator$salt$key stream';
  const pattern = /^\$fbscrypt-stream\$n=(\d+),r=(\d+),p=(\d+),ss=([^$,]*)\$([^$]*)\$([^$]*)$/;
  const [n, r, p, separator = '', salt = '', stream = ''] = groups(text, pattern, form);
  return {
    ...scryptCostOf(n, r, p),
    salt: Buffer.concat([fromBase64(salt, SALT), fromBase64(separator, SEPARATOR)]),
    digest: fromBase64(stream, FIREBASE_HASH),
  };
}

function verifyFirebase(scrypt: Scrypt, password: string): boolean {
  const key = deriveScrypt(scrypt, password, KEY_BYTES);
  const zeros = Buffer.alloc(scrypt.digest.length);
  return isEqual(createCipheriv('aes-256-ctr', key, Buffer.alloc(IV_BYTES)).update(zeros), scrypt.digest);
}

/** Rounds of SHA-crypt and PHPass in at most the time of one step of bcrypt, with the longest password. Measurements gave 4 to 11. */
const ROUNDS_PER_STEP = 4;

const stepsOfRounds = ({ rounds }: { rounds: number }) => rounds / ROUNDS_PER_STEP;

const LOG_ROUNDS = { min: 10, max: Math.log2(MAX_STEPS * ROUNDS_PER_STEP) };
/** The digest of `$S$` is cut to this. */
const SHA512_CHARACTERS = 43;

const PHPASS_BOUNDS = `2^${LOG_ROUNDS.min} to 2^${LOG_ROUNDS.max} rounds`;

interface Phpass {
  algorithm: 'md5' | 'sha512';
  /** Whether it is made of the MD5 of the password, as Drupal did when it upgraded hashes. */
  ofMd5: boolean;
  rounds: number;
  salt: Buffer;
  digest: string;
}

/** `$P$`, `$H$` (22 characters of digest) or `$S$` (43), the logarithm of the rounds in a character, and a salt of 8. */
function parsePhpass(text: string): Phpass {
  const pattern = /^(U?)\$(?:([PH])\$(.)(.{8})([./A-Za-z0-9]{22})|S\$(.)(.{8})([./A-Za-z0-9]{43}))$/;
  const form = '$P$, $H$ or $S$, a character of cost, 8 of salt, and 22 (for $S$ 43) of digest';
  const [upgraded, md5, ...fields] = groups(text, pattern, form);
  const [cost = '', salt = '', digest = ''] = md5 ? fields.slice(0, 3) : fields.slice(3);
  const logRounds = itoa64Value(cost);
  demand(logRounds >= LOG_ROUNDS.min && logRounds <= LOG_ROUNDS.max, `must have ${PHPASS_BOUNDS}`);
  const algorithm = md5 ? 'md5' : 'sha512';
  return { algorithm, ofMd5: upgraded === 'U', rounds: 2 ** logRounds, salt: Buffer.from(salt), digest };
}

function verifyPhpass({ algorithm, ofMd5, rounds, salt, digest }: Phpass, text: string): boolean {
  const password = Buffer.from(ofMd5 ? createHash('md5').update(text).digest('hex') : text);
  if (password.length > MAX_PASSWORD_BYTES) return false;
  let current = digestsEveryRound(algorithm, [salt, password]);
  for (let round = 0; round < rounds; round++) current = digestsEveryRound(algorithm, [current, password]);
  const made = toItoa64(current).slice(0, algorithm === 'sha512' ? SHA512_CHARACTERS : undefined);
  return isEqual(Buffer.from(made), Buffer.from(digest));
}

const PHPASS = { bounds: PHPASS_BOUNDS, parse: parsePhpass, steps: stepsOfRounds, verify: verifyPhpass };

const ROUNDS = { min: 1_000, max: MAX_STEPS * ROUNDS_PER_STEP, name: 'rounds' };
const DEFAULT_ROUNDS = 5_000;
const FORM = /^\$([56])\$(?:rounds=(\d+)\$)?([!-#%-~]{0,16})\$([./A-Za-z0-9]+)$/;

const SHA_CRYPT_BOUNDS = `${ROUNDS.min} to ${ROUNDS.max} rounds`;

interface Variant {
  algorithm: 'sha256' | 'sha512';
  /** The length of the digest in characters. */
  characters: number;
  order: number[];
}

/** Groups of three bytes, each made from the group before it. */
function orderOf(first: number[], count: number, next: (group: number[]) => number[], last: number[]): number[] {
  const order: number[] = [];
  for (let group = first, done = 0; done < count; done++, group = next(group)) order.push(...group.toReversed());
  return [...order, ...last];
}

const rotate = (group: number[], places: number) => [...group.slice(places), ...group.slice(0, places)];
const plusOne = (group: number[]) => group.map((index) => index + 1);

const VARIANTS: Record<string, Variant> = {
  5: {
    algorithm: 'sha256',
    characters: 43,
    order: orderOf([0, 10, 20], 10, (group) => plusOne(rotate(group, 2)), [30, 31]),
  },
  6: {
    algorithm: 'sha512',
    characters: 86,
    order: orderOf([0, 21, 42], 21, (group) => plusOne(rotate(group, 1)), [63]),
  },
};

interface ShaCrypt extends Variant {
  rounds: number;
  salt: Buffer;
  digest: string;
}

/** `$5$rounds=10000$salt$digest`, or without the rounds. */
function parseShaCrypt(text: string): ShaCrypt {
  const [kind = '', rounds, salt = '', digest = ''] = groups(text, FORM, '$5$rounds=N$salt$digest');
  const variant = VARIANTS[kind] as Variant;
  groups(
    digest,
    new RegExp(`^(.{${variant.characters}})$`),
    `$${kind}$, with ${variant.characters} characters of digest`,
  );
  const given = rounds === '' ? DEFAULT_ROUNDS : integer(rounds, ROUNDS);
  return { ...variant, rounds: given, salt: Buffer.from(salt), digest };
}

/** The steps of "Unix crypt using SHA-256 and SHA-512" by U. Drepper. */
function verifyShaCrypt({ algorithm, rounds, salt, order, digest }: ShaCrypt, text: string): boolean {
  const password = Buffer.from(text);
  if (password.length > MAX_PASSWORD_BYTES) return false;
  const hash = (...parts: Uint8Array[]) => digestsEveryRound(algorithm, parts);
  const alternate = hash(password, salt, password);
  const bits: Uint8Array[] = [];
  for (let rest = password.length; rest > 0; rest >>= 1) bits.push(rest & 1 ? alternate : password);
  let current = hash(password, salt, repeated(alternate, password.length), ...bits);
  const p = repeated(ofRepeated(algorithm, password, password.length), password.length);
  const s = repeated(ofRepeated(algorithm, salt, 16 + (current[0] ?? 0)), salt.length);
  for (let round = 0; round < rounds; round++) {
    const odd = round % 2 === 1;
    const middle = [...(round % 3 === 0 ? [] : [s]), ...(round % 7 === 0 ? [] : [p])];
    current = hash(odd ? p : current, ...middle, odd ? current : p);
  }
  const made = toItoa64(Uint8Array.from(order, (index) => current[index] ?? 0));
  return isEqual(Buffer.from(made), Buffer.from(digest));
}

const SHA_CRYPT = { bounds: SHA_CRYPT_BOUNDS, parse: parseShaCrypt, steps: stepsOfRounds, verify: verifyShaCrypt };

/** The bytes again and again, up to a length. */
function repeated(bytes: Uint8Array, length: number): Buffer {
  return Buffer.alloc(length, bytes);
}

function ofRepeated(algorithm: string, bytes: Uint8Array, times: number): Buffer {
  const hash = createHash(algorithm);
  for (let done = 0; done < times; done++) hash.update(bytes);
  return hash.digest();
}

/** PBKDF2, scrypt, and the digests of many rounds that crypt(3) and PHP have. */
export const DERIVED_FORMATS: readonly HashFormat[] = [
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
];
