import { type KeyObject, verify } from 'node:crypto';

/** The longest access token that is looked at: ours are about 400 characters long. */
const MAX_TOKEN_LENGTH = 4_096;

/** The `kid` of the header, and nothing else of it: keys that a token brings along (`jwk`, `jku`, `x5u`) never count. */
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
 * What a token says that is signed with this key, by ES256 whatever its header names (RFC 7515, section 5.2).
 * @throws {Error} when it is not
 */
export function readSigned(token: string, key: KeyObject): unknown {
  const [header, payload = '', signature = '', ...more] = token.split('.');
  const signed = Buffer.from(`${header}.${payload}`);
  const by = { key, dsaEncoding: 'ieee-p1363' } as const;
  if (more.length > 0 || !verify('sha256', signed, by, Buffer.from(signature, 'base64url')))
    throw new Error('The signature is not of this key.');
  return parse(payload);
}

function parse(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
}
