import { createHash } from 'node:crypto';
import { demand, digestsEveryRound, groups, isEqual, itoa64Value, MAX_PASSWORD_BYTES, toItoa64 } from '../format.js';
import { MAX_STEPS } from '../own-hashes.js';

/** Rounds in at most the time of one step of bcrypt, with the longest password. Measurements gave 5 to 11. */
const ROUNDS_PER_STEP = 4;
const LOG_ROUNDS = { min: 10, max: Math.log2(MAX_STEPS * ROUNDS_PER_STEP) };
/** The digest of `$S$` is cut to this. */
const SHA512_CHARACTERS = 43;

const BOUNDS = `2^${LOG_ROUNDS.min} to 2^${LOG_ROUNDS.max} rounds`;

interface Parameters {
  algorithm: 'md5' | 'sha512';
  /** Whether it is made of the MD5 of the password, as Drupal did when it upgraded hashes. */
  ofMd5: boolean;
  rounds: number;
  salt: Buffer;
  digest: string;
}

/** `$P$`, `$H$` (22 characters of digest) or `$S$` (43), the logarithm of the rounds in a character, and a salt of 8. */
function parse(text: string): Parameters {
  const pattern = /^(U?)\$(?:([PH])\$(.)(.{8})([./A-Za-z0-9]{22})|S\$(.)(.{8})([./A-Za-z0-9]{43}))$/;
  const form = '$P$, $H$ or $S$, a character of cost, 8 of salt, and 22 (for $S$ 43) of digest';
  const [upgraded, md5, ...fields] = groups(text, pattern, form);
  const [cost = '', salt = '', digest = ''] = md5 ? fields.slice(0, 3) : fields.slice(3);
  const logRounds = itoa64Value(cost);
  demand(logRounds >= LOG_ROUNDS.min && logRounds <= LOG_ROUNDS.max, `must have ${BOUNDS}`);
  const algorithm = md5 ? 'md5' : 'sha512';
  return { algorithm, ofMd5: upgraded === 'U', rounds: 2 ** logRounds, salt: Buffer.from(salt), digest };
}

function steps({ rounds }: Parameters): number {
  return rounds / ROUNDS_PER_STEP;
}

function verify({ algorithm, ofMd5, rounds, salt, digest }: Parameters, text: string): boolean {
  const password = Buffer.from(ofMd5 ? createHash('md5').update(text).digest('hex') : text);
  if (password.length > MAX_PASSWORD_BYTES) return false;
  let current = digestsEveryRound(algorithm, [salt, password]);
  for (let round = 0; round < rounds; round++) current = digestsEveryRound(algorithm, [current, password]);
  const made = toItoa64(current).slice(0, algorithm === 'sha512' ? SHA512_CHARACTERS : undefined);
  return isEqual(Buffer.from(made), Buffer.from(digest));
}

export const PHPASS = { bounds: BOUNDS, parse, steps, verify };
