/** The length of the column. */
const MAX_LENGTH = 255;

/** Marks the bcrypt hash of the digest of a password: see `hashPassword()`. */
export const PREHASH_PREFIX = 'hmac-sha256:';

const BCRYPT = /^(?:hmac-sha256:)?\$2[aby]\$(0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/;
const BCRYPT_ALPHABET = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The PHC string of argon2id: parameters in this order, numbers without leading zeros, Base64 without padding. */
const ARGON2ID =
  /^\$argon2id\$v=19\$m=([1-9]\d{0,9}),t=([1-9]\d{0,9}),p=([1-9]\d{0,9})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * The accepted parameters of argon2id. The most expensive hash takes a thread about a second, as the most expensive bcrypt
 * hash does, and 128 MiB.
 */
const ARGON2_LIMITS = {
  memory: { min: 8, max: 131_072 },
  passes: { max: 10 },
  lanes: { max: 16 },
  /** Memory times passes, which determines the time. */
  work: { max: 524_288 },
  salt: { min: 8, max: 64 },
  hash: { min: 16, max: 64 },
};

/** The accepted hashes, for messages. */
export const ACCEPTED_HASHES =
  'bcrypt ($2a$, $2b$ or $2y$, cost 4 to 15) or argon2id ($argon2id$v=19$, m at most ' +
  `${ARGON2_LIMITS.memory.max}, t at most ${ARGON2_LIMITS.passes.max}, p at most ${ARGON2_LIMITS.lanes.max}, ` +
  `m times t at most ${ARGON2_LIMITS.work.max})`;

/**
 * How many KiB argon2id writes in at most the time of one step of bcrypt: measurements gave 21 to 32. A bcrypt hash takes
 * 2^cost steps.
 */
const KIB_PER_BCRYPT_STEP = 20;
const MIN_BCRYPT_STEPS = 2 ** 4;

/** The work of an argon2id hash in KiB written; undefined for any other text and for parameters that are not accepted. */
function argon2Work(hash: string): number | undefined {
  const [, m, t, p, salt = '', digest = ''] = ARGON2ID.exec(hash) ?? [];
  const [memory, passes, lanes] = [Number(m), Number(t), Number(p)];
  const accepted =
    within(memory, { min: Math.max(ARGON2_LIMITS.memory.min, 8 * lanes), max: ARGON2_LIMITS.memory.max }) &&
    within(passes, ARGON2_LIMITS.passes) &&
    within(lanes, ARGON2_LIMITS.lanes) &&
    within(memory * passes, ARGON2_LIMITS.work) &&
    within(byteLength(salt), ARGON2_LIMITS.salt) &&
    within(byteLength(digest), ARGON2_LIMITS.hash);
  return accepted ? memory * passes : undefined;
}

/**
 * Whether a hash can be imported as it is: bcrypt, with or without the prefix, or argon2id (RFC 9106), with a cost that a
 * login may have.
 */
export function isAcceptableHash(hash: string): boolean {
  return hash.length <= MAX_LENGTH && (BCRYPT.test(hash) || argon2Work(hash) !== undefined);
}

export function isArgon2(hash: string): boolean {
  return argon2Work(hash) !== undefined;
}

/** The cost of a bcrypt hash; undefined for any other text. */
export function bcryptCost(hash: string): number | undefined {
  const cost = BCRYPT.exec(hash)?.[1];
  return cost === undefined ? undefined : Number(cost);
}

/** The time to verify a hash, in steps of bcrypt: exact for bcrypt, an upper bound for argon2id. */
export function hashSteps(hash: string): number | undefined {
  const work = argon2Work(hash);
  if (work !== undefined) return Math.max(MIN_BCRYPT_STEPS, Math.ceil(work / KIB_PER_BCRYPT_STEP));
  const cost = bcryptCost(hash);
  return cost === undefined ? undefined : 2 ** cost;
}

/** The values of a row, with the steps of the hash if the values contain one. */
export function withHashSteps<T extends { passwordHash: string | null }>(values: T): T & { hashSteps: number | null };
export function withHashSteps<T extends { passwordHash?: string | null }>(values: T): T & { hashSteps?: number | null };
export function withHashSteps<T extends { passwordHash?: string | null }>(values: T) {
  const { passwordHash } = values;
  return passwordHash === undefined ? values : { ...values, hashSteps: hashSteps(passwordHash ?? '') ?? null };
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

function within(number: number, { min = 1, max }: { min?: number; max: number }): boolean {
  return number >= min && number <= max;
}
