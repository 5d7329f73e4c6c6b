import { type KeyObject, verify } from 'node:crypto';

/** The longest access token that is read. Those of the service have about 400 characters. */
const MAX_TOKEN_LENGTH = 4_096;

/** The `kid` of the header. Keys in the header (`jwk`, `jku`, `x5u`) are never used. */
export function keyIdOf(token: string, maxLength = MAX_TOKEN_LENGTH): string {
  if (token.length > maxLength) return '';
  try {
    const { kid, crit } = parse(token.slice(0, token.indexOf('.'))) as { kid?: unknown; crit?: unknown };
    return typeof kid === 'string' && crit === undefined ? kid : '';
  } catch {
    return '';
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
