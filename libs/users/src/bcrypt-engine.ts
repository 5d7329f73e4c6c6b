import { createRequire } from 'node:module';
import bcryptjs from 'bcryptjs';
import { canonicalBcrypt } from './password-hash.js';

/** bcrypt as the password worker needs it: synchronous, since it has a thread of its own. */
export interface BcryptEngine {
  name: 'native' | 'js';
  hash(password: string, cost: number): string;
  verify(password: string, hash: string): boolean;
}

const js: BcryptEngine = {
  name: 'js',
  hash: (password, cost) => bcryptjs.hashSync(password, cost),
  verify: (password, hash) => bcryptjs.compareSync(password, canonicalBcrypt(hash)),
};

/**
 * The engine that `BCRYPT_ENGINE` asks for. Both write and read the same `$2b$` hashes.
 * @throws when `native` is asked for and does not load on this machine
 */
export function loadBcrypt(wanted: 'auto' | 'native' | 'js'): BcryptEngine {
  if (wanted === 'js') return js;
  try {
    const native: typeof import('@node-rs/bcrypt') = createRequire(import.meta.url)('@node-rs/bcrypt');
    return {
      name: 'native',
      hash: (password, cost) => native.hashSync(password, { cost }),
      verify: (password, hash) => native.verifySync(password, canonicalBcrypt(hash)),
    };
  } catch (error) {
    if (wanted === 'native') throw error;
    return js;
  }
}
