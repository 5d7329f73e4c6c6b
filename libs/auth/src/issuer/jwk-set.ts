import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { ACCESS_ALGORITHM } from '../tokens/claims.js';

/** Limits the cost of a wrong answer: a real key set has a few keys. */
const MAX_KEYS = 100;

type Jwk = Pick<JsonWebKey, 'kty' | 'crv' | 'x' | 'y'> & { kid?: unknown; alg?: unknown; use?: unknown };

/**
 * The keys of a key set (RFC 7517) that sign access tokens; other keys are ignored. A known key stays the same object, so
 * that the cache of verified tokens stays valid.
 * @throws {Error} if there is no such key: the answer is not the key set of an issuer
 */
export function readJwkSet(text: string, known: ReadonlyMap<string, KeyObject>): Map<string, KeyObject> {
  const { keys } = Object(JSON.parse(text)) as { keys?: unknown };
  const read = new Map<string, KeyObject>();
  for (const jwk of Array.isArray(keys) ? (keys.slice(0, MAX_KEYS) as unknown[]) : []) {
    const { kid, ...facts } = Object(jwk) as Jwk;
    const key = typeof kid === 'string' && kid !== '' ? toKey(facts) : undefined;
    if (key) read.set(kid as string, reuseKnown(known.get(kid as string), key));
  }
  if (read.size === 0) throw new Error('There is no usable key in the key set.');
  return read;
}

/** Undefined for a key that does not sign access tokens. */
function toKey({ kty, crv, x, y, alg, use }: Omit<Jwk, 'kid'>): KeyObject | undefined {
  if (kty !== 'EC' || crv !== 'P-256' || alg !== ACCESS_ALGORITHM || use !== 'sig') return undefined;
  try {
    return createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
  } catch {
    return undefined;
  }
}

function reuseKnown(known: KeyObject | undefined, key: KeyObject): KeyObject {
  return known?.equals(key) ? known : key;
}
