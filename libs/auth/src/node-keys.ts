import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { ImportKey, VerifyingKey, KeySource as VerifyingKeySource } from '@latchkey/verify';
import type { KeySource } from './auth.options.js';

/**
 * Verifies at once, in place of the Web Cryptography API: that one queues its work in the threads of Node.js, behind the
 * password hashes and files of the service.
 */
export const importWithNode: ImportKey = (jwk) => verifyingKey(createPublicKey({ key: { ...jwk }, format: 'jwk' }));

/** Keys of Node.js for the verifier. Each key stays the same object, as the cache of verified tokens needs it. */
export function verifyingKeys(source: KeySource): VerifyingKeySource {
  const known = new WeakMap<KeyObject, VerifyingKey>();
  const wrapped = (key: KeyObject | undefined): VerifyingKey | undefined => {
    if (key === undefined) return undefined;
    const same = known.get(key) ?? verifyingKey(key);
    known.set(key, same);
    return same;
  };
  return {
    publicKey: (kid) => wrapped(source.publicKey(kid)),
    ...(source.find && { find: async (kid: string) => wrapped(await source.find?.(kid)) }),
  };
}

function verifyingKey(key: KeyObject): VerifyingKey {
  const by = { key, dsaEncoding: 'ieee-p1363' } as const;
  return { verify: (data, signature) => verify('sha256', data, by, signature) };
}
