import { pbkdf2Sync } from 'node:crypto';
import {
  DIGEST,
  demand,
  FormatProblem,
  fromBase64,
  fromHex,
  fromText,
  groups,
  integer,
  isEqual,
  SALT,
} from '../format.js';
import { MAX_STEPS } from '../own-hashes.js';

const ALGORITHMS = ['sha1', 'sha256', 'sha512'] as const;
type Algorithm = (typeof ALGORITHMS)[number];

const BYTES = { sha1: 20, sha256: 32, sha512: 64 };

/** Iterations in at most the time of one step of bcrypt. Measurements gave 170, 170 and 64. */
const ITERATIONS_PER_STEP = { sha1: 75, sha256: 50, sha512: 40 };
/** RFC 2898 recommends at least these. */
const MIN_ITERATIONS = 1_000;

export interface Pbkdf2 {
  algorithm: Algorithm;
  iterations: number;
  salt: Buffer;
  digest: Buffer;
}

const mostOf = (algorithm: Algorithm) => MAX_STEPS * ITERATIONS_PER_STEP[algorithm];

const BOUNDS = `${MIN_ITERATIONS} to ${ALGORITHMS.map((algorithm) => `${mostOf(algorithm)} (${algorithm})`).join(
  ', ',
)} iterations`;

export function iterationsOf(text: string | undefined, algorithm: Algorithm): number {
  return integer(text, { min: MIN_ITERATIONS, max: mostOf(algorithm), name: 'iterations' });
}

/** `$pbkdf2-sha256$29000$salt$digest` (Passlib) and `$pbkdf2-sha256$i=27500,l=32$salt$digest` (PHC). */
export function parsePbkdf2(text: string): Pbkdf2 {
  const form = '$pbkdf2-sha256$iterations$salt$digest, with sha1, sha256 or sha512';
  const pattern = /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d+)(?:,l=(\d+))?\$([^$]*)\$([^$]*)$/;
  const [name, iterations, length, salt = '', digest = ''] = groups(text, pattern, form);
  const algorithm = (name || 'sha1') as Algorithm;
  const bytes = fromBase64(digest, DIGEST);
  demand(!length || Number(length) === bytes.length, 'must have a digest of l bytes');
  return { algorithm, iterations: iterationsOf(iterations, algorithm), salt: fromBase64(salt, SALT), digest: bytes };
}

/** `pbkdf2_sha256$870000$salt$digest`, whose salt is a text. */
export function parseDjangoPbkdf2(text: string): Pbkdf2 {
  const form = 'pbkdf2_sha256$iterations$salt$digest, with sha1, sha256 or sha512';
  const pattern = /^pbkdf2_(sha1|sha256|sha512)\$(\d+)\$([^$]*)\$([^$]*)$/;
  const [name, iterations, salt = '', digest = ''] = groups(text, pattern, form);
  const algorithm = name as Algorithm;
  return {
    algorithm,
    iterations: iterationsOf(iterations, algorithm),
    salt: fromText(salt, SALT),
    digest: fromBase64(digest, DIGEST),
  };
}

const ANY_SALT_PREFIX = 'any-salt:';

/** `any-salt:pbkdf2_sha256$…`, where nothing says whether the salt is a text, Base64 or hexadecimal: a right password decides. */
export function parseAnySalt(text: string): Pbkdf2[] {
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

function steps({ algorithm, iterations }: Pbkdf2): number {
  return iterations / ITERATIONS_PER_STEP[algorithm];
}

/** What all rows of PBKDF2 share. */
export const PBKDF2 = { bounds: BOUNDS, steps, verify };

/** A wrong password takes the time of all readings. */
export const ANY_SALT = {
  bounds: `${BOUNDS}, divided by the number of readings`,
  steps: (readings: Pbkdf2[]) => readings.reduce((sum, reading) => sum + steps(reading), 0),
  verify: (readings: Pbkdf2[], password: string) => readings.some((reading) => verify(reading, password)),
};

/** Compares the first block only: each further one would take the same time again, and the first one suffices. */
function verify({ algorithm, iterations, salt, digest }: Pbkdf2, password: string): boolean {
  const expected = digest.subarray(0, BYTES[algorithm]);
  return isEqual(pbkdf2Sync(password, salt, iterations, expected.length, algorithm), expected);
}
