import type { FirebaseHashConfig } from './source.js';

/** A bare digest of MD5 in hexadecimal with the name of its algorithm; any other text as it is. */
export function namedMd5(hash: string): string {
  return /^[\da-f]{32}$/i.test(hash) ? namedDigest('md5', hash) : hash;
}

/** A digest in hexadecimal of a password without a salt, with the name of its algorithm. */
export const namedDigest = (algorithm: string, digest: string) => `${algorithm}$$${digest.toLowerCase()}`;

/** Base64 of the standard alphabet without padding, as PHC strings have it. */
export const unpadded = (base64: string) => standardBase64(base64).replace(/^([^=]*)=+$/, '$1');

const standardBase64 = (text: string) => text.replaceAll('-', '+').replaceAll('_', '/');

/** Firebase's variant of scrypt, with the parameters of the project. */
export function firebaseHash(config: FirebaseHashConfig, salt: string, digest: string): string {
  const { memCost, rounds, saltSeparator, signerKey } = config;
  const parameters = `v=1,n=${memCost},r=${rounds},p=1,ss=${standardBase64(saltSeparator)},sk=${standardBase64(signerKey)}`;
  return `$fbscrypt$${parameters}$${standardBase64(salt)}$${standardBase64(digest)}`;
}
