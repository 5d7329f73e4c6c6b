import { DIGEST, demand, fromBase64, SALT } from '../format.js';
import { iterationsOf, type Pbkdf2 } from './pbkdf2.js';

const V2_BYTES = 49;
const V2_ITERATIONS = 1_000;
const V2_SALT_END = 17;
const V3_HEADER_BYTES = 13;
/** By the numbers of KeyDerivationPrf. */
const V3_ALGORITHMS = ['sha1', 'sha256', 'sha512'] as const;

/** The Base64 of a byte 0, a salt of 16 bytes and a key of 32 bytes. */
export function parseAspNetV2(text: string): Pbkdf2 {
  const bytes = fromBase64(text, { min: V2_BYTES, max: V2_BYTES, name: 'value' });
  const salt = bytes.subarray(1, V2_SALT_END);
  return { algorithm: 'sha1', iterations: V2_ITERATIONS, salt, digest: bytes.subarray(V2_SALT_END) };
}

/** The Base64 of a byte 1, three numbers of 4 bytes (function, iterations, length of the salt), the salt and the key. */
export function parseAspNetV3(text: string): Pbkdf2 {
  const most = V3_HEADER_BYTES + SALT.max + DIGEST.max;
  const bytes = fromBase64(text, { min: V3_HEADER_BYTES + SALT.min + DIGEST.min, max: most, name: 'value' });
  const algorithm = V3_ALGORITHMS[bytes.readUInt32BE(1)];
  demand(algorithm !== undefined, 'must be made with HMAC-SHA1, HMAC-SHA256 or HMAC-SHA512');
  const iterations = iterationsOf(String(bytes.readUInt32BE(5)), algorithm);
  const saltEnd = V3_HEADER_BYTES + bytes.readUInt32BE(9);
  const salt = bytes.subarray(V3_HEADER_BYTES, saltEnd);
  const digest = bytes.subarray(saltEnd);
  demand(salt.length >= SALT.min && salt.length <= SALT.max, `must have a salt of ${SALT.min} to ${SALT.max} bytes`);
  const fits = digest.length >= DIGEST.min && digest.length <= DIGEST.max;
  demand(fits, `must have a digest of ${DIGEST.min} to ${DIGEST.max} bytes`);
  return { algorithm, iterations, salt, digest };
}
