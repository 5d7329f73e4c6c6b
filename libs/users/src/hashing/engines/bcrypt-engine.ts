import { createRequire } from 'node:module';
import bcryptjs from 'bcryptjs';
import { canonicalBcrypt } from './own-hashes.js';

/** bcrypt for the hashing threads. Synchronous, since each thread does one job at a time. */
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
 * The engine for a value of `BCRYPT_ENGINE`. Both engines write and read the same `$2b$` hashes.
 * @throws when the value is `native` and the native engine does not load on this machine
 */
export function loadBcrypt(setting: 'auto' | 'native' | 'js'): BcryptEngine {
  if (setting === 'js') return js;
  try {
    const native: typeof import('@node-rs/bcrypt') = createRequire(import.meta.url)('@node-rs/bcrypt');
    return {
      name: 'native',
      hash: (password, cost) => native.hashSync(password, { cost }),
      verify: (password, hash) => native.verifySync(password, canonicalBcrypt(hash)),
    };
  } catch (error) {
    if (setting === 'native') throw error;
    return js;
  }
}
