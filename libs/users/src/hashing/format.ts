import { hash, timingSafeEqual } from 'node:crypto';
import type { Argon2Cost } from '@app/config';
import type { Argon2Engine, BcryptEngine } from './own-hashes.js';

/** What is wrong with a hash. The message completes the sentence "The password hash …". */
export class FormatProblem extends Error {}

export function demand(fulfilled: boolean, what: string): asserts fulfilled {
  if (!fulfilled) throw new FormatProblem(what);
}

/** The engines of a hashing thread. */
export interface Engines {
  bcrypt: BcryptEngine;
  argon2: Argon2Engine;
}

/** A hash that can be verified as it is stored. */
export interface ReadHash {
  /** An upper bound of the time to verify it, in steps of bcrypt. */
  steps: number;
  verify: (password: string, engines: Engines) => boolean | Promise<boolean>;
}

/** The plain or salted digest of a password. Such a digest is never stored: it is the input of a new hash. */
export interface WeakDigest {
  algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512';
  /** The bytes before and after the password in the input of the digest. */
  before: Buffer;
  after: Buffer;
  digest: Buffer;
}

/** What all rows of the table have. */
interface Row {
  name: string;
  /** The beginning of its texts, or their whole form where they have no prefix of their own. */
  prefix: RegExp;
  /** The bounds that an import checks, in words. */
  bounds: string;
  /** Where the format is published. */
  source: string;
}

/** A format whose texts are stored as they are. */
interface StoredFormat extends Row {
  kind: 'stored';
  read: (text: string) => ReadHash;
  /** Checks of an import that stored hashes do not need. @param own the cost of new hashes of argon2id */
  check?: (text: string, own: Argon2Cost) => void;
}

/** A format whose texts are stored in another format of the table. */
interface RewrittenFormat extends Row {
  kind: 'rewritten';
  /** The name of the other format. */
  into: string;
  rewrite: (text: string) => string;
}

/** A format that is too weak to be stored. */
interface WeakFormat extends Row {
  kind: 'weak';
  digest: (text: string) => WeakDigest;
}

export type HashFormat = StoredFormat | RewrittenFormat | WeakFormat;

/** A row whose parser and verifier agree on the type of the parameters. All functions throw a `FormatProblem`. */
export function stored<P>({
  parse,
  steps,
  verify,
  ...row
}: Row & {
  parse: (text: string) => P;
  steps: (parameters: P) => number;
  verify: (parameters: P, password: string, engines: Engines) => boolean | Promise<boolean>;
  check?: (text: string, own: Argon2Cost) => void;
}): StoredFormat {
  const read = (text: string): ReadHash => {
    const parameters = parse(text);
    return { steps: steps(parameters), verify: (password, engines) => verify(parameters, password, engines) };
  };
  return { ...row, kind: 'stored', read };
}

export function rewritten(row: Omit<RewrittenFormat, 'kind'>): RewrittenFormat {
  return { ...row, kind: 'rewritten' };
}

export function weak(row: Omit<WeakFormat, 'kind'>): WeakFormat {
  return { ...row, kind: 'weak' };
}

const BASE64 = /^[A-Za-z0-9+./]*={0,2}$/;
const HEX = /^(?:[0-9a-f]{2})*$/i;
const INTEGER = /^[1-9]\d{0,9}$/;
const ITOA64 = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The least and the most bytes of a salt and of a digest. */
export const SALT = { min: 1, max: 64, name: 'salt' };
export const DIGEST = { min: 16, max: 64, name: 'digest' };

interface Size {
  min: number;
  max: number;
  name: string;
}

/** Reads Base64 with or without padding, also with a dot in the place of the plus, as Passlib writes it. */
export function fromBase64(text: string, size: Size): Buffer {
  const plain = text.replaceAll('=', '').replaceAll('.', '+');
  const bytes = Buffer.from(plain, 'base64');
  const canonical = bytes.toString('base64').replaceAll('=', '') === plain;
  const padded = plain.length === text.length || text.length % 4 === 0;
  demand(BASE64.test(text) && canonical && padded, `must have a ${size.name} in Base64`);
  return sized(bytes, size);
}

export function fromHex(text: string, size: Size): Buffer {
  demand(HEX.test(text), `must have a ${size.name} in hexadecimal digits`);
  return sized(Buffer.from(text, 'hex'), size);
}

/** A salt that is used as the text that it is. */
export function fromText(text: string, size: Size): Buffer {
  return sized(Buffer.from(text), size);
}

function sized(bytes: Buffer, { min, max, name }: Size): Buffer {
  const range = min === max ? `${max}` : `${min} to ${max}`;
  demand(bytes.length >= min && bytes.length <= max, `must have a ${name} of ${range} bytes`);
  return bytes;
}

/** A number without a sign and without leading zeros. */
export function integer(text: string | undefined, { min, max, name }: Size): number {
  const number = INTEGER.test(text ?? '') ? Number(text) : Number.NaN;
  demand(number >= min && number <= max, `must have ${name} from ${min} to ${max}`);
  return number;
}

/** The groups of a text. @param form the form in words, for the message */
export function groups(text: string, pattern: RegExp, form: string): string[] {
  const found = pattern.exec(text);
  demand(found !== null, `must have the form ${form}`);
  return found.slice(1).map((group) => group ?? '');
}

/** The Base64 of crypt(3): the low bits come first, in an alphabet of its own. */
export function toItoa64(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const [low = 0, middle, high] = bytes.subarray(index, index + 3);
    const value = low | ((middle ?? 0) << 8) | ((high ?? 0) << 16);
    const characters = middle === undefined ? 2 : high === undefined ? 3 : 4;
    for (let place = 0; place < characters; place++) text += ITOA64[(value >> (6 * place)) & 63];
  }
  return text;
}

/** The number that a character of this alphabet stands for. */
export function itoa64Value(character: string): number {
  return ITOA64.indexOf(character);
}

/** Compares in a time that depends only on the lengths. */
export function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Texts that are often met and not accepted, with the reason: they complete the sentence "The password hash …". */
export const REFUSED: readonly (readonly [prefix: RegExp, reason: string])[] = [
  [/^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i, 'names no algorithm: write md5$$digest, for example'],
  [/^\$1\$|^\$apr1\$|^\$md5-crypt\$/, 'is of MD5-crypt, which is not accepted'],
  [/^\$y\$|^\$7\$|^\$gy\$/, 'is of yescrypt, which is not accepted'],
];

/**
 * These formats digest the password again in each round, so that a long one multiplies their time. No password of ours has
 * more bytes: 256 characters of 4 bytes.
 */
export const MAX_PASSWORD_BYTES = 1_024;

export function digestsEveryRound(algorithm: string, parts: Uint8Array[]): Buffer {
  return hash(algorithm, Buffer.concat(parts), 'buffer');
}
