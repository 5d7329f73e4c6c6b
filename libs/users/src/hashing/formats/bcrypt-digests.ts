import { createHash, createHmac } from 'node:crypto';
import { demand, type Engines, groups } from '../format.js';
import { bcryptCost } from '../own-hashes.js';

const BOUNDS = 'cost 4 to 15';

/** What PHP removes from both ends of a text. */
const PHP_BLANKS = /^[ \n\r\t\v\0]+|[ \n\r\t\v\0]+$/g;
const WORDPRESS_KEY = 'wp-sha384';

/** The bcrypt hash of a digest of the password. */
interface BcryptDigest {
  hash: string;
  digest: (password: string) => string;
}

/** `sha256-hex:$2b$…`, and the same with sha384, sha512 and base64. */
export function parseDigestBcrypt(text: string): BcryptDigest {
  const form = 'sha256-hex:$2b$… with sha256, sha384 or sha512 and hex or base64';
  const [algorithm = '', encoding, hash = ''] = groups(text, /^(sha256|sha384|sha512)-(hex|base64):(.*)$/, form);
  const written = encoding === 'hex' ? 'hex' : 'base64';
  return { hash: bcrypt(hash), digest: (password) => createHash(algorithm).update(password).digest(written) };
}

/** `bcrypt_sha256$$2b$12$…` is the bcrypt hash of the SHA-256 in hexadecimal digits. */
export function parseDjangoBcrypt(text: string): BcryptDigest {
  return parseDigestBcrypt(text.replace('bcrypt_sha256$', 'sha256-hex:'));
}

/** `$bcrypt-sha256$v=2,t=2b,r=12$salt$digest`, whose digest has the salt as key, and `$bcrypt-sha256$2b,12$salt$digest`. */
export function parsePasslibBcrypt(text: string): BcryptDigest {
  const form = '$bcrypt-sha256$v=2,t=2b,r=12$salt$digest';
  const pattern = /^\$bcrypt-sha256\$(?:(v=2),t=)?(2[aby])(?:,r=|,)(\d{1,2})\$([^$]*)\$([^$]*)$/;
  const [keyed, kind, cost = '', salt = '', tail] = groups(text, pattern, form);
  const hash = bcrypt(`$${kind}$${cost.padStart(2, '0')}$${salt}${tail}`);
  const made = () => (keyed ? createHmac('sha256', salt) : createHash('sha256'));
  return { hash, digest: (password) => made().update(password).digest('base64') };
}

/** `$wp$2y$10$…` is the bcrypt hash of an HMAC. WordPress removes blanks around a password. */
export function parseWordPress(text: string): BcryptDigest {
  const digest = (password: string) =>
    createHmac('sha384', WORDPRESS_KEY).update(password.replace(PHP_BLANKS, '')).digest('base64');
  return { hash: bcrypt(text.replace('$wp', '')), digest };
}

function steps({ hash }: BcryptDigest): number {
  return 2 ** (bcryptCost(hash) ?? 0);
}

function verify({ hash, digest }: BcryptDigest, password: string, { bcrypt }: Engines): boolean {
  return bcrypt.verify(digest(password), hash);
}

/** What all rows of bcrypt after a digest share. */
export const BCRYPT_DIGEST = { bounds: BOUNDS, steps, verify };

/** A plain hash of bcrypt. */
function bcrypt(hash: string): string {
  demand(hash.startsWith('$2') && bcryptCost(hash) !== undefined, `must contain a hash of bcrypt, ${BOUNDS}`);
  return hash;
}
