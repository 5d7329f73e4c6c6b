import type { VerifyingKey } from '../issuer/keys.js';
import { InvalidToken } from '../refusals.js';
import { ACCESS_ALGORITHM } from './claims.js';

/** The longest access token that is read. Those of the service have about 400 characters. */
const MAX_TOKEN_LENGTH = 4_096;

/** The types of access tokens in the header, in lower case (RFC 9068, section 4). */
const ACCESS_TYPES = ['at+jwt', 'application/at+jwt'];

const utf8 = new TextEncoder();

/** The `kid` of an access token; empty for a token of another type, and where `keyIdOf()` is. */
export function accessKeyIdOf(token: string): string {
  if (token.length > MAX_TOKEN_LENGTH) return '';
  const { typ } = headerOf(token);
  return typeof typ === 'string' && ACCESS_TYPES.includes(typ.toLowerCase()) ? keyIdOf(token) : '';
}

/**
 * The `kid` in the header; empty for another algorithm than ES256, or with a critical header. Keys in the header (`jwk`, `jku`,
 * `x5u`) are never used.
 */
export function keyIdOf(token: string): string {
  const { alg, kid, crit } = headerOf(token);
  return typeof kid === 'string' && alg === ACCESS_ALGORITHM && crit === undefined ? kid : '';
}

function headerOf(token: string): Record<string, unknown> {
  try {
    return Object(parse(token.slice(0, token.indexOf('.'))));
  } catch {
    return {};
  }
}

/**
 * Verifies a token (RFC 7515, section 5.2) and returns its claims. The algorithm is ES256; the header cannot choose another.
 * @throws {InvalidToken} when this key has not signed it
 */
export async function verifyJws(token: string, key: VerifyingKey): Promise<unknown> {
  const [header, payload = '', signature = '', ...more] = token.split('.');
  try {
    const good = more.length === 0 && (await key.verify(utf8.encode(`${header}.${payload}`), decode(signature)));
    if (good) return parse(payload);
  } catch {
    // Not base64url, or not JSON.
  }
  throw new InvalidToken('This key has not signed the token.');
}

function parse(part: string): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(decode(part)));
}

/** Reads base64url (RFC 4648, section 5), without padding. */
function decode(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text)) throw new TypeError('This is not base64url.');
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
