import { timingSafeEqual } from 'node:crypto';
import { demand } from './format.js';

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
