import { createHmac, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Argon2Cost, Env } from '@app/config';
import bcryptjs from 'bcryptjs';
import { argon2id, argon2Verify } from 'hash-wasm';

const ARGON2_SALT_BYTES = 16;
const ARGON2_HASH_BYTES = 32;
/** The value of argon2id in the enumeration of the native engine, which exists only as a type. */
const ARGON2ID = 2;

/** argon2id (RFC 9106) for the hashing threads, which do one job at a time. Writes and reads PHC strings. */
export interface Argon2Engine {
  name: 'native' | 'wasm';
  hash(password: string, cost: Argon2Cost): Promise<string> | string;
  /** @throws when the engine cannot read the hash */
  verify(password: string, hash: string): Promise<boolean> | boolean;
}

const wasm: Argon2Engine = {
  name: 'wasm',
  hash: (password, { memory, passes }) =>
    argon2id({
      password: Buffer.from(password),
      salt: randomBytes(ARGON2_SALT_BYTES),
      memorySize: memory,
      iterations: passes,
      parallelism: 1,
      hashLength: ARGON2_HASH_BYTES,
      outputType: 'encoded',
    }),
  verify: (password, hash) => argon2Verify({ password: Buffer.from(password), hash }),
};

/**
 * The native engine where it loads, otherwise WebAssembly.
 * @throws when the value is `native` and the native engine does not load on this machine
 */
export function loadArgon2(engine: 'auto' | 'native' | 'wasm'): Argon2Engine {
  if (engine === 'wasm') return wasm;
  try {
    return nativeEngine(createRequire(import.meta.url)('@node-rs/argon2'));
  } catch (error) {
    if (engine === 'native') throw error;
    return wasm;
  }
}

function nativeEngine(native: typeof import('@node-rs/argon2')): Argon2Engine {
  return {
    name: 'native',
    hash: (password, { memory, passes }) =>
      native.hashSync(password, {
        algorithm: ARGON2ID,
        memoryCost: memory,
        timeCost: passes,
        parallelism: 1,
        outputLen: ARGON2_HASH_BYTES,
      }),
    verify: (password, hash) => {
      try {
        return native.verifySync(hash, password);
      } catch {
        // Its parser refuses salts of more than 48 bytes, which other systems may have written.
        return wasm.verify(password, hash);
      }
    },
  };
}

/** Marks the bcrypt hash of the digest of a password: see `hashPassword()`. */
const PREHASH_PREFIX = 'hmac-sha256:';

const BCRYPT = /^(?:hmac-sha256:)?\$2[aby]\$(0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/;
const BCRYPT_ALPHABET = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The PHC string of argon2: parameters in this order, numbers without leading zeros, Base64 without padding. */
const ARGON2 =
  /^\$(argon2id?)\$v=19\$m=([1-9]\d{0,9}),t=([1-9]\d{0,9}),p=([1-9]\d{0,9})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * The parameters of argon2 that an import accepts. The most expensive hash takes a thread about a second, as the most
 * expensive bcrypt hash does, and 128 MiB.
 */
export const IMPORT_LIMITS = {
  memory: 131_072,
  passes: 10,
  lanes: 16,
  /** Memory times passes, which determines the time. */
  work: 524_288,
};

/** The parameters that a stored hash may have: also those of `ARGON2_MEMORY` and `ARGON2_PASSES`, now or earlier. */
const STORED_LIMITS = { ...IMPORT_LIMITS, memory: 1_048_576, work: 10 * 1_048_576 };

const MIN_MEMORY = 8;
const SALT_BYTES = { min: 8, max: 64 };
const HASH_BYTES = { min: 16, max: 64 };

/**
 * How many KiB argon2id writes in at most the time of one step of bcrypt: measurements gave 21 to 32. A bcrypt hash takes
 * 2^cost steps.
 */
const KIB_PER_BCRYPT_STEP = 20;
/** The steps of the cheapest and of the most expensive hash of bcrypt. */
export const MIN_STEPS = 2 ** 4;
export const MAX_STEPS = 2 ** 15;

/** The parameters of a hash of argon2. */
export interface Argon2Parameters extends Argon2Cost {
  kind: 'argon2id' | 'argon2i';
  lanes: number;
}

/** Undefined for any other text, and for parameters that no stored hash may have. */
export function argon2Parameters(hash: string): Argon2Parameters | undefined {
  const [, kind, m, t, p, salt = '', digest = ''] = ARGON2.exec(hash) ?? [];
  const [memory, passes, lanes] = [Number(m), Number(t), Number(p)];
  const known =
    memory >= Math.max(MIN_MEMORY, 8 * lanes) &&
    isWithin({ memory, passes, lanes }, STORED_LIMITS) &&
    within(byteLength(salt), SALT_BYTES) &&
    within(byteLength(digest), HASH_BYTES);
  return known ? { kind: kind as Argon2Parameters['kind'], memory, passes, lanes } : undefined;
}

type Argon2Work = Omit<Argon2Parameters, 'kind'>;

function isWithin({ memory, passes, lanes }: Argon2Work, limits: typeof IMPORT_LIMITS): boolean {
  const { work } = limits;
  return memory <= limits.memory && passes <= limits.passes && lanes <= limits.lanes && memory * passes <= work;
}

/**
 * Whether a login may take the time and the memory of a hash of argon2 by another system.
 * @param own a cost that is accepted in any case: that of new hashes
 */
export function isImportable(parameters: Argon2Parameters, own: Argon2Cost): boolean {
  const memory = Math.max(IMPORT_LIMITS.memory, own.memory);
  const work = Math.max(IMPORT_LIMITS.work, own.memory * own.passes);
  return isWithin(parameters, { ...IMPORT_LIMITS, memory, work });
}

/** The cost of a bcrypt hash; undefined for any other text. */
export function bcryptCost(hash: string): number | undefined {
  const cost = BCRYPT.exec(hash)?.[1];
  return cost === undefined ? undefined : Number(cost);
}

/** An upper bound of the time of argon2, in steps of bcrypt. */
export function argon2Steps({ memory, passes }: Argon2Cost): number {
  return Math.max(MIN_STEPS, Math.ceil((memory * passes) / KIB_PER_BCRYPT_STEP));
}

/**
 * A bcrypt hash in the form that its engines write. The last characters of salt and digest have unused bits. Some systems set
 * these bits, and an engine that compares texts would then reject the right password.
 */
export function canonicalBcrypt(hash: string): string {
  return hash.slice(0, 28) + masked(hash[28], 0x30) + hash.slice(29, 59) + masked(hash[59], 0x3c);
}

function masked(character = '', mask: number): string {
  return BCRYPT_ALPHABET[BCRYPT_ALPHABET.indexOf(character) & mask] ?? '';
}

/** The number of bytes of a Base64 text without padding; NaN when the text is not canonical. */
function byteLength(base64: string): number {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64').replaceAll('=', '') === base64 ? bytes.length : Number.NaN;
}

function within(number: number, { min, max }: { min: number; max: number }): boolean {
  return number >= min && number <= max;
}

/** bcrypt for the hashing threads. Synchronous, since each thread does one job at a time. */
export interface BcryptEngine {
  name: 'native' | 'js';
  hash(password: string, cost: number): string;
  verify(password: string, hash: string): boolean;
}

const js: BcryptEngine = {
  name: 'js',
  hash: (password, cost) => bcryptjs.hashSync(password, cost),
  verify: (password, hash) => bcryptjs.compareSync(password, canonicalBcrypt(hash)),
};

/**
 * The engine for a value of `BCRYPT_ENGINE`. Both engines write and read the same `$2b$` hashes.
 * @throws when the value is `native` and the native engine does not load on this machine
 */
export function loadBcrypt(setting: 'auto' | 'native' | 'js'): BcryptEngine {
  if (setting === 'js') return js;
  try {
    const native: typeof import('@node-rs/bcrypt') = createRequire(import.meta.url)('@node-rs/bcrypt');
    return {
      name: 'native',
      hash: (password, cost) => native.hashSync(password, { cost }),
      verify: (password, hash) => native.verifySync(password, canonicalBcrypt(hash)),
    };
  } catch (error) {
    if (setting === 'native') throw error;
    return js;
  }
}

/** bcrypt ignores all bytes after these, and all bytes after a NUL byte. */
const BCRYPT_MAX_BYTES = 72;
/** The two first bits of each byte of a character in UTF-8 that is not its first byte. */
const UTF8_MASK = 0xc0;
const UTF8_CONTINUATION = 0x80;

/** Whether bcrypt would ignore the end of a password, so that a digest of the password is hashed in its place. */
export function needsPrehash(password: string): boolean {
  return Buffer.byteLength(password) > BCRYPT_MAX_BYTES || password.includes('\0');
}

/**
 * Hashes a password of any length. The hash of a digest has a prefix: a login against such a hash digests every password, so
 * that the text of the digest itself is not accepted as a password.
 */
export function hashPassword(engine: BcryptEngine, password: string, cost: number): string {
  return needsPrehash(password) ? PREHASH_PREFIX + engine.hash(prehash(password), cost) : engine.hash(password, cost);
}

/**
 * Whether a password belongs to a hash. One without a prefix of a password that bcrypt cuts short is by another system. It
 * matches only if the cut is within a character: no password of ours has these bytes.
 */
export function verifyPassword(engine: BcryptEngine, password: string, hash: string): boolean {
  if (hash.startsWith(PREHASH_PREFIX)) return engine.verify(prehash(password), hash.slice(PREHASH_PREFIX.length));
  const isCompared = !needsPrehash(password) || isCutInCharacter(password);
  // A refusal takes the same time for every password.
  return engine.verify(isCompared ? password : prehash(password), hash) && isCompared;
}

/** Whether the last byte that bcrypt reads and the next one are of the same character. Other systems refuse a NUL. */
function isCutInCharacter(password: string): boolean {
  const next = Buffer.from(password)[BCRYPT_MAX_BYTES] ?? 0;
  return (next & UTF8_MASK) === UTF8_CONTINUATION && !password.includes('\0');
}

/** The key is not secret. It makes leaked lists of plain SHA-256 digests useless here. */
function prehash(password: string): string {
  return createHmac('sha256', 'latchkey/long-password').update(password).digest('base64');
}

/** The algorithm and the cost of new hashes. */
export type HashForm = { kind: 'bcrypt'; cost: number } | ({ kind: 'argon2id' } & Argon2Cost);

export function hashFormOf({ passwordHash, bcryptCost, argon2 }: Env): HashForm {
  return passwordHash === 'bcrypt' ? { kind: 'bcrypt', cost: bcryptCost } : { kind: 'argon2id', ...argon2 };
}

/** The time of a hash of this form, in steps of bcrypt: exact for bcrypt, an upper bound for argon2id. */
export function stepsOfForm(form: HashForm): number {
  return form.kind === 'bcrypt' ? 2 ** form.cost : argon2Steps(form);
}

/** Whether a hash has this algorithm and cost. */
export function hasForm(hash: string, form: HashForm): boolean {
  if (form.kind === 'bcrypt') return bcryptCost(hash) === form.cost;
  const { kind, memory, passes, lanes } = argon2Parameters(hash) ?? {};
  return kind === 'argon2id' && memory === form.memory && passes === form.passes && lanes === 1;
}

/** Whether a new hash of this password would have another form. @param password the right one for the hash */
export function needsRehash(hash: string, password: string, form: HashForm): boolean {
  if (!hasForm(hash, form)) return true;
  return form.kind === 'bcrypt' && needsPrehash(password) && !hash.startsWith(PREHASH_PREFIX);
}

/** The most characters of a password, in code points (NIST SP 800-63B). */
export const MAX_CHARACTERS = 256;

/**
 * NFD writes a character with at most this many UTF-16 units. A longer text is never the one of a password of ours, and is
 * compared as it was sent: sorting the marks of a long text takes quadratic time.
 */
const MOST_UNITS = 4;

/**
 * The text in which a password is judged and hashed. Systems write the same characters in several ways: `é` is one code point
 * on one keyboard, and a letter with a mark on another. NFC as in RFC 8265, OpaqueString, without its other mappings.
 */
export function passwordText(given: string): string {
  return normalised(given, 'NFC');
}

/**
 * The texts that are compared with a hash: as sent, since another system may have hashed any form, then in NFC and NFD. Their
 * number depends on the given text only, so the time of a comparison reveals nothing about the account.
 */
export function comparedTexts(given: string): string[] {
  return [...new Set([given, normalised(given, 'NFC'), normalised(given, 'NFD')])];
}

function normalised(given: string, form: 'NFC' | 'NFD'): string {
  return given.length > MAX_CHARACTERS * MOST_UNITS ? given : given.normalize(form);
}
