import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Argon2Cost } from '@app/config';
import { argon2id, argon2Verify } from 'hash-wasm';

const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** The value of argon2id in the enumeration of the native engine, which exists only as a type. */
const ARGON2ID = 2;

/** argon2id (RFC 9106) for the hashing threads, which do one job at a time. Writes and reads PHC strings. */
export interface Argon2Engine {
  name: 'native' | 'wasm';
  hash(password: string, cost: Argon2Cost): Promise<string> | string;
  /** @throws when the engine cannot read the hash */
  verify(password: string, hash: string): Promise<boolean> | boolean;
}

const wasm: Argon2Engine = {
  name: 'wasm',
  hash: (password, { memory, passes }) =>
    argon2id({
      password: Buffer.from(password),
      salt: randomBytes(SALT_BYTES),
      memorySize: memory,
      iterations: passes,
      parallelism: 1,
      hashLength: HASH_BYTES,
      outputType: 'encoded',
    }),
  verify: (password, hash) => argon2Verify({ password: Buffer.from(password), hash }),
};

/**
 * The native engine where it loads, otherwise WebAssembly.
 * @throws when the value is `native` and the native engine does not load on this machine
 */
export function loadArgon2(engine: 'auto' | 'native' | 'wasm'): Argon2Engine {
  if (engine === 'wasm') return wasm;
  try {
    return nativeEngine(createRequire(import.meta.url)('@node-rs/argon2'));
  } catch (error) {
    if (engine === 'native') throw error;
    return wasm;
  }
}

function nativeEngine(native: typeof import('@node-rs/argon2')): Argon2Engine {
  return {
    name: 'native',
    hash: (password, { memory, passes }) =>
      native.hashSync(password, {
        algorithm: ARGON2ID,
        memoryCost: memory,
        timeCost: passes,
        parallelism: 1,
        outputLen: HASH_BYTES,
      }),
    verify: (password, hash) => {
      try {
        return native.verifySync(hash, password);
      } catch {
        // Its parser refuses salts of more than 48 bytes, which other systems may have written.
        return wasm.verify(password, hash);
      }
    },
  };
}
