import { type KeyObject, verify } from 'node:crypto';

/** The longest access token that is read. Those of the service have about 400 characters. */
const MAX_TOKEN_LENGTH = 4_096;

/**
 * The header's `typ` of access tokens, in lower case (RFC 9068, section 4). `jwt` is the type in tokens of older issuers. The
 * claim `typ` distinguishes those from the other tokens of the issuer.
 */
const ACCESS_TYPES: unknown[] = ['at+jwt', 'application/at+jwt', 'jwt'];

interface Header {
  kid?: unknown;
  typ?: unknown;
  crit?: unknown;
}

/** The `kid` in the header of an access token; empty for a token of another type. */
export function accessKeyIdOf(token: string): string {
  if (token.length > MAX_TOKEN_LENGTH) return '';
  const { typ } = headerOf(token);
  return typeof typ === 'string' && ACCESS_TYPES.includes(typ.toLowerCase()) ? keyIdOf(token) : '';
}

/** The `kid` in the header. Keys in the header (`jwk`, `jku`, `x5u`) are never used. */
export function keyIdOf(token: string): string {
  const { kid, crit } = headerOf(token);
  return typeof kid === 'string' && crit === undefined ? kid : '';
}

function headerOf(token: string): Header {
  try {
    return Object(parse(token.slice(0, token.indexOf('.'))));
  } catch {
    return {};
  }
}

/**
 * Verifies a token (RFC 7515, section 5.2) and returns its claims. The algorithm is ES256; the header cannot choose another.
 * @throws {Error} when this key has not signed it
 */
export function verifyJws(token: string, key: KeyObject): unknown {
  const [header, payload = '', signature = '', ...more] = token.split('.');
  const signed = Buffer.from(`${header}.${payload}`);
  const by = { key, dsaEncoding: 'ieee-p1363' } as const;
  if (more.length > 0 || !verify('sha256', signed, by, Buffer.from(signature, 'base64url')))
    throw new Error('This key has not signed the token.');
  return parse(payload);
}

function parse(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
}
