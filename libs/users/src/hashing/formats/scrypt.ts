import { scryptSync } from 'node:crypto';
import { DIGEST, demand, fromBase64, fromHex, fromText, groups, integer, isEqual, SALT } from '../format.js';
import { MAX_STEPS } from '../own-hashes.js';

/** N times r times p in at most the time of one step of bcrypt. Measurements gave 120 to 150. */
const WORK_PER_STEP = 70;
const MAX_WORK = WORK_PER_STEP * MAX_STEPS;
/** scrypt needs 128 bytes times N times r: at most 128 MiB. */
const MAX_BLOCKS = 2 ** 20;
const BLOCK_BYTES = 128;
const LOG_N = { min: 10, max: 20, name: 'log2 of N' };
const SMALL = { min: 1, max: 32 };

const BOUNDS = `N from 1024, N times r at most ${MAX_BLOCKS}, N times r times p at most ${MAX_WORK}`;

/** The parameters of RFC 7914. */
interface ScryptCost {
  n: number;
  r: number;
  p: number;
}

export interface Scrypt extends ScryptCost {
  salt: Buffer;
  digest: Buffer;
}

/** @param logN the logarithm of N, in decimal digits, as `r` and `p` */
export function scryptCostOf(logN: string | undefined, r: string | undefined, p: string | undefined): ScryptCost {
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
export function parseScrypt(text: string): Scrypt {
  const form = '$scrypt$ln=16,r=8,p=1$salt$digest';
  const pattern = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]*)\$([^$]*)$/;
  const [logN, r, p, salt = '', digest = ''] = groups(text, pattern, form);
  return { ...scryptCostOf(logN, r, p), salt: fromBase64(salt, SALT), digest: fromBase64(digest, DIGEST) };
}

/** `scrypt$16384$salt$8$1$digest`: N, a salt that is a text, r and p. */
export function parseDjangoScrypt(text: string): Scrypt {
  const form = 'scrypt$N$salt$r$p$digest';
  const [n, salt = '', r, p, digest = ''] = groups(text, /^scrypt\$(\d+)\$([^$]*)\$(\d+)\$(\d+)\$([^$]*)$/, form);
  const logN = Math.log2(Number(n));
  demand(Number.isInteger(logN), 'must have an N that is a power of 2');
  return { ...scryptCostOf(String(logN), r, p), salt: fromText(salt, SALT), digest: fromBase64(digest, DIGEST) };
}

/** `salt:key`: the salt is used as the text of hexadecimal digits that it is. */
export function parseBetterAuth(text: string): Scrypt {
  const [salt = '', key = ''] = text.split(':');
  return { n: 16_384, r: 16, p: 1, salt: Buffer.from(salt), digest: fromHex(key, DIGEST) };
}

function steps({ n, r, p }: ScryptCost): number {
  return (n * r * p) / WORK_PER_STEP;
}

function verify(scrypt: Scrypt, password: string): boolean {
  return isEqual(deriveScrypt(scrypt, password, scrypt.digest.length), scrypt.digest);
}

/** What all rows of scrypt share. */
export const SCRYPT = { bounds: BOUNDS, steps, verify };

/** Better Auth normalises passwords before it hashes them. */
export function verifyBetterAuth(scrypt: Scrypt, password: string): boolean {
  return verify(scrypt, password.normalize('NFKC'));
}

export function deriveScrypt({ n, r, p, salt }: Omit<Scrypt, 'digest'>, password: string, bytes: number): Buffer {
  // The bound that Node compares with its own estimate, which is a little more than the memory of RFC 7914.
  return scryptSync(password, salt, bytes, { N: n, r, p, maxmem: 2 * BLOCK_BYTES * (n + p) * r });
}
