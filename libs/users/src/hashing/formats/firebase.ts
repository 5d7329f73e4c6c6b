import { createCipheriv } from 'node:crypto';
import { demand, fromBase64, groups, isEqual, SALT } from '../format.js';
import { deriveScrypt, type Scrypt, scryptCostOf } from './scrypt.js';

const KEY_BYTES = 32;
const IV_BYTES = 16;
const SIGNER_KEY = { min: 32, max: 64, name: 'signer key' };
const HASH = { min: 32, max: 64, name: 'digest' };
const SEPARATOR = { min: 0, max: 16, name: 'salt separator' };

/**
 * Firebase encrypts the signer key of the project with AES-CTR under a key that scrypt derives from the password. The
 * difference of the hash and the signer key is the key stream, which verifies a password without the signer key: the secret
 * of a project that may still be in use is not stored.
 * `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=signer key$salt$hash` becomes `$fbscrypt-stream$n=14,r=8,p=1,ss=Bw==$salt$stream`.
 */
export function withoutSignerKey(text: string): string {
  const form = '$fbscrypt$v=1,n=14,r=8,p=1,ss=salt separator,sk=signer key$salt$hash';
  const pattern = /^\$fbscrypt\$v=1,n=(\d+),r=(\d+),p=(\d+)(?:,ss=([^$,]*))?,sk=([^$,]*)\$([^$]*)\$([^$]*)$/;
  const [n, r, p, separator = '', key = '', salt = '', digest = ''] = groups(text, pattern, form);
  const signerKey = fromBase64(key, SIGNER_KEY);
  const hash = fromBase64(digest, HASH);
  demand(hash.length === signerKey.length, 'must have a digest as long as the signer key');
  const stream = Buffer.from(hash.map((byte, index) => byte ^ (signerKey[index] ?? 0)));
  return `$fbscrypt-stream$n=${n},r=${r},p=${p},ss=${separator}$${salt}$${stream.toString('base64')}`;
}

export function parseFirebase(text: string): Scrypt {
  const form = '$fbscrypt-stream$n=14,r=8,p=1,ss=salt separator$salt$key stream';
  const pattern = /^\$fbscrypt-stream\$n=(\d+),r=(\d+),p=(\d+),ss=([^$,]*)\$([^$]*)\$([^$]*)$/;
  const [n, r, p, separator = '', salt = '', stream = ''] = groups(text, pattern, form);
  return {
    ...scryptCostOf(n, r, p),
    salt: Buffer.concat([fromBase64(salt, SALT), fromBase64(separator, SEPARATOR)]),
    digest: fromBase64(stream, HASH),
  };
}

export function verifyFirebase(scrypt: Scrypt, password: string): boolean {
  const key = deriveScrypt(scrypt, password, KEY_BYTES);
  const zeros = Buffer.alloc(scrypt.digest.length);
  return isEqual(createCipheriv('aes-256-ctr', key, Buffer.alloc(IV_BYTES)).update(zeros), scrypt.digest);
}
