/** The column holds no more. */
const MAX_LENGTH = 255;

/** Stands before the bcrypt hash of a password's digest: see `hashPassword()`. */
export const DIGEST_MARK = 'hmac-sha256:';

const BCRYPT = /^(?:hmac-sha256:)?\$2[aby]\$(0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/;
const BCRYPT_ALPHABET = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The PHC string of argon2id: parameters in this order, numbers without leading zeros, Base64 without padding. */
const ARGON2ID =
  /^\$argon2id\$v=19\$m=([1-9]\d{0,9}),t=([1-9]\d{0,9}),p=([1-9]\d{0,9})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * What an argon2id hash may ask for. A login computes it in a thread of ours: the worst takes a second or so, as does
 * the dearest bcrypt, and 128 MiB for each thread.
 */
const LIMITS = {
  memory: { min: 8, max: 131_072 },
  passes: { max: 10 },
  lanes: { max: 16 },
  /** Memory times passes: what the time depends on. */
  work: { max: 524_288 },
  salt: { min: 8, max: 64 },
  hash: { min: 16, max: 64 },
};

/**
 * How much argon2id, in KiB written, takes at most as long as one step of bcrypt: measured from 21 to 32. Of bcrypt, a hash
 * takes 2^cost steps.
 */
const KIB_PER_BCRYPT_STEP = 20;
const LEAST_BCRYPT_STEPS = 2 ** 4;

/** How much work an argon2id hash takes, in KiB written; undefined when it is none that we verify. */
function argon2Work(hash: string): number | undefined {
  const [, m, t, p, salt = '', digest = ''] = ARGON2ID.exec(hash) ?? [];
  const [memory, passes, lanes] = [Number(m), Number(t), Number(p)];
  const sane =
    within(memory, { min: Math.max(LIMITS.memory.min, 8 * lanes), max: LIMITS.memory.max }) &&
    within(passes, LIMITS.passes) &&
    within(lanes, LIMITS.lanes) &&
    within(memory * passes, LIMITS.work) &&
    within(byteLength(salt), LIMITS.salt) &&
    within(byteLength(digest), LIMITS.hash);
  return sane ? memory * passes : undefined;
}

/**
 * Whether a hash can be imported as it is: bcrypt, also with our mark, or argon2id (RFC 9106), at a cost that a login may
 * have.
 */
export function isAcceptableHash(hash: string): boolean {
  return hash.length <= MAX_LENGTH && (BCRYPT.test(hash) || argon2Work(hash) !== undefined);
}

export function isArgon2(hash: string): boolean {
  return argon2Work(hash) !== undefined;
}

/** The cost inside a bcrypt hash, or undefined when it is none. */
export function bcryptCost(hash: string): number | undefined {
  const cost = BCRYPT.exec(hash)?.[1];
  return cost === undefined ? undefined : Number(cost);
}

/** How many steps of bcrypt take as long as to verify a hash: exact for bcrypt, at least that for argon2id. */
export function hashSteps(hash: string): number | undefined {
  const work = argon2Work(hash);
  if (work !== undefined) return Math.max(LEAST_BCRYPT_STEPS, Math.ceil(work / KIB_PER_BCRYPT_STEP));
  const cost = bcryptCost(hash);
  return cost === undefined ? undefined : 2 ** cost;
}

/** The values of a row, with the steps of the hash where a hash is among them. */
export function withHashSteps<T extends { passwordHash: string | null }>(values: T): T & { hashSteps: number | null };
export function withHashSteps<T extends { passwordHash?: string | null }>(values: T): T & { hashSteps?: number | null };
export function withHashSteps<T extends { passwordHash?: string | null }>(values: T) {
  const { passwordHash } = values;
  return passwordHash === undefined ? values : { ...values, hashSteps: hashSteps(passwordHash ?? '') ?? null };
}

/**
 * A bcrypt hash as its engines write it. The last characters of salt and digest carry bits that mean nothing; some
 * systems left them set, and an engine that compares texts would find such a hash to belong to no password.
 */
export function canonicalBcrypt(hash: string): string {
  return hash.slice(0, 28) + masked(hash[28], 0x30) + hash.slice(29, 59) + masked(hash[59], 0x3c);
}

function masked(character = '', mask: number): string {
  return BCRYPT_ALPHABET[BCRYPT_ALPHABET.indexOf(character) & mask] ?? '';
}

/** How many bytes a text of Base64 stands for; NaN when it is not the one way to write them. */
function byteLength(base64: string): number {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64').replaceAll('=', '') === base64 ? bytes.length : Number.NaN;
}

function within(number: number, { min = 1, max }: { min?: number; max: number }): boolean {
  return number >= min && number <= max;
}
