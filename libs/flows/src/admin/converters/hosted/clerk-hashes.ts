import type { Fields } from '../record/fields.js';
import { firebaseHash, namedDigest } from '../record/hash-texts.js';
import { type Omission, passwordOmission } from '../record/part.js';

interface Password {
  hash?: string;
  omissions: Omission[];
}

/** Hashers whose digest names its algorithm and is read as it is. */
const NAMED = ['bcrypt', 'bcrypt_sha256_django', 'argon2i', 'argon2id', 'phpass', 'md5_phpass', 'ldap_ssha'];
/** The salt of this one is a text. */
const DJANGO = 'pbkdf2_sha256_django';
/** Hashers whose digest is hexadecimal text without a salt. */
const BARE = ['md5', 'sha256'];

const PBKDF2 = /^(pbkdf2_(?:sha1|sha256|sha512))\$(\d+)\$([^$]+)\$([^$]+)$/;
const HEX = /^(?:[\da-f]{2}){16,}$/i;

/** The password in a form that names its algorithm. A digest that is not understood for certain is left out and named. */
export function readPassword(record: Fields): Password {
  const digest = record.text('password_digest');
  if (digest === undefined) return { omissions: [] };
  const hasher = record.text('password_hasher') ?? '';
  const hash = hashOf(digest, hasher);
  if (hash !== undefined) return { hash, omissions: [] };
  const why = `The password is left out. Its hasher ${hasher.slice(0, 100)} is not known here.`;
  return { omissions: [passwordOmission('INVALID_HASH', why)] };
}

function hashOf(digest: string, hasher: string): string | undefined {
  if (BARE.includes(hasher)) return namedDigest(hasher, digest);
  if (hasher === 'scrypt_firebase') return ofFirebase(digest);
  const pbkdf2 = PBKDF2.exec(digest);
  if (pbkdf2 && (hasher === '' || hasher === pbkdf2[1])) return ofPbkdf2(pbkdf2);
  return hasher === '' || hasher === DJANGO || NAMED.includes(hasher) ? digest : undefined;
}

function ofFirebase(digest: string): string {
  const [hash = '', salt = '', signerKey = '', saltSeparator = '', rounds, memCost] = digest.split('$');
  return firebaseHash({ signerKey, saltSeparator, rounds: Number(rounds), memCost: Number(memCost) }, salt, hash);
}

/**
 * The key is in Base64 or in hexadecimal. The salt is in Base64 in most digests, and in others, which have the same form, a
 * text: the first right password decides.
 */
function ofPbkdf2([, name, iterations, salt, key = '']: RegExpExecArray): string {
  const digest = HEX.test(key) ? Buffer.from(key, 'hex').toString('base64') : key;
  return `any-salt:${name}$${iterations}$${salt}$${digest}`;
}
