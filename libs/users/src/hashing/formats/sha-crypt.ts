import { createHash } from 'node:crypto';
import { digestsEveryRound, groups, integer, isEqual, MAX_PASSWORD_BYTES, toItoa64 } from '../format.js';
import { MAX_STEPS } from '../own-hashes.js';

/** Rounds in at most the time of one step of bcrypt, with the longest password. Measurements gave 4 to 10. */
const ROUNDS_PER_STEP = 4;
const ROUNDS = { min: 1_000, max: MAX_STEPS * ROUNDS_PER_STEP, name: 'rounds' };
const DEFAULT_ROUNDS = 5_000;
const FORM = /^\$([56])\$(?:rounds=(\d+)\$)?([!-#%-~]{0,16})\$([./A-Za-z0-9]+)$/;

const BOUNDS = `${ROUNDS.min} to ${ROUNDS.max} rounds`;

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

interface Parameters extends Variant {
  rounds: number;
  salt: Buffer;
  digest: string;
}

/** `$5$rounds=10000$salt$digest`, or without the rounds. */
function parse(text: string): Parameters {
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

function steps({ rounds }: Parameters): number {
  return rounds / ROUNDS_PER_STEP;
}

/** The steps of "Unix crypt using SHA-256 and SHA-512" by U. Drepper. */
function verify({ algorithm, rounds, salt, order, digest }: Parameters, text: string): boolean {
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

export const SHA_CRYPT = { bounds: BOUNDS, parse, steps, verify };

/** The bytes again and again, up to a length. */
function repeated(bytes: Uint8Array, length: number): Buffer {
  return Buffer.alloc(length, bytes);
}

function ofRepeated(algorithm: string, bytes: Uint8Array, times: number): Buffer {
  const hash = createHash(algorithm);
  for (let done = 0; done < times; done++) hash.update(bytes);
  return hash.digest();
}
