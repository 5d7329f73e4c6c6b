import { ACCESS_ALGORITHM } from '../tokens/claims.js';
import type { ImportKey, PublicJwk, VerifyingKey } from './keys.js';

/** Limits the cost of a wrong answer: a real key set has a few keys. */
const MAX_KEYS = 100;

/** A key of a key set, with the members that tell whether another answer has the same one. */
export interface KnownKey extends Pick<PublicJwk, 'x' | 'y'> {
  key: VerifyingKey;
}

/**
 * The keys of a key set (RFC 7517) that sign access tokens; other keys are ignored. A known key stays the same object, so
 * that the cache of verified tokens stays valid.
 * @throws {Error} if there is no such key: the answer is not the key set of an issuer
 */
export async function readJwkSet(
  text: string,
  known: ReadonlyMap<string, KnownKey>,
  importKey: ImportKey,
): Promise<Map<string, KnownKey>> {
  const { keys } = Object(JSON.parse(text)) as { keys?: unknown };
  const read = new Map<string, KnownKey>();
  for (const jwk of Array.isArray(keys) ? (keys.slice(0, MAX_KEYS) as unknown[]) : []) {
    const { kid } = Object(jwk) as { kid?: unknown };
    const point = typeof kid === 'string' && kid !== '' ? pointOf(Object(jwk)) : undefined;
    if (point === undefined) continue;
    const same = known.get(kid as string);
    const key = same?.x === point.x && same.y === point.y ? same.key : await imported(point, importKey);
    if (key) read.set(kid as string, { x: point.x, y: point.y, key });
  }
  if (read.size === 0) throw new Error('There is no usable key in the key set.');
  return read;
}

/** Undefined for a key that does not sign access tokens. */
function pointOf({ kty, crv, x, y, alg, use }: Record<string, unknown>): PublicJwk | undefined {
  if (kty !== 'EC' || crv !== 'P-256' || alg !== ACCESS_ALGORITHM || use !== 'sig') return undefined;
  return typeof x === 'string' && typeof y === 'string' ? { kty, crv, x, y } : undefined;
}

async function imported(jwk: PublicJwk, importKey: ImportKey): Promise<VerifyingKey | undefined> {
  try {
    return await importKey(jwk);
  } catch {
    return undefined;
  }
}
