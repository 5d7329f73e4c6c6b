import { createHash } from 'node:crypto';
import { demand, fromBase64, fromHex, fromText, groups, type WeakDigest } from '../format.js';

const BYTES = { md5: 16, sha1: 20, sha256: 32, sha512: 64 };
const NONE = Buffer.alloc(0);
const MAX_SALT_BYTES = 64;
const SALT = { min: 0, max: MAX_SALT_BYTES, name: 'salt' };
const TEMPLATE = { min: 1, max: 128, name: 'pf' };

export const WEAK_BOUNDS = `salt of at most ${MAX_SALT_BYTES} bytes`;

const LDAP_ALGORITHMS: Record<string, WeakDigest['algorithm']> = {
  MD5: 'md5',
  SMD5: 'md5',
  SHA: 'sha1',
  SSHA: 'sha1',
  SHA256: 'sha256',
  SSHA256: 'sha256',
  SHA512: 'sha512',
  SSHA512: 'sha512',
};

/** `{SSHA}…`: the Base64 of the digest and of the salt, which stands behind the password. */
export function readLdapDigest(text: string): WeakDigest {
  const [scheme = '', value = ''] = groups(text, /^\{(S?(?:MD5|SHA(?:256|512)?))\}(.*)$/, '{SSHA}Base64');
  const algorithm = LDAP_ALGORITHMS[scheme] as WeakDigest['algorithm'];
  const length = BYTES[algorithm];
  const salted = scheme.startsWith('SS') || scheme === 'SMD5';
  const size = { min: salted ? length + 1 : length, max: length + (salted ? MAX_SALT_BYTES : 0), name: 'value' };
  const bytes = fromBase64(value, size);
  return { algorithm, before: NONE, after: bytes.subarray(length), digest: bytes.subarray(0, length) };
}

/** `sha1$salt$digest`: the salt is a text before the password, and may be empty. */
export function readDjangoDigest(text: string): WeakDigest {
  const form = 'sha1$salt$hexadecimal digits, with md5, sha1, sha256 or sha512';
  const [name, salt = '', digest = ''] = groups(text, /^(md5|sha1|sha256|sha512)\$([^$]*)\$([^$]*)$/, form);
  const algorithm = name as WeakDigest['algorithm'];
  return { algorithm, before: fromText(salt, SALT), after: NONE, digest: fromHex(digest, sizeOf(algorithm)) };
}

/** `$sha1$digest` and `$sha1$pf=template$salt$digest` in Base64; the template has the words {SALT} and {PASSWORD}. */
export function readKratosDigest(text: string): WeakDigest {
  const form = '$sha1$pf=template$salt$digest or $sha1$digest, with md5, sha1, sha256 or sha512';
  const pattern = /^\$(md5|sha1|sha256|sha512)\$(?:pf=([^$]*)\$([^$]*)\$)?([^$]*)$/;
  const [name, template, salt = '', digest = ''] = groups(text, pattern, form);
  const algorithm = name as WeakDigest['algorithm'];
  const bytes = fromBase64(digest, sizeOf(algorithm));
  if (!template) return { algorithm, before: NONE, after: NONE, digest: bytes };
  const [start = '', end, ...more] = fromBase64(template, TEMPLATE).toString().split('{PASSWORD}');
  demand(end !== undefined && more.length === 0, 'must have a template with {PASSWORD} once');
  const fill = (part: string) => filled(part, fromBase64(salt, SALT));
  const [before, after] = [fill(start), fill(end)];
  demand(before.length + after.length <= MAX_SALT_BYTES, `must have a ${WEAK_BOUNDS}`);
  return { algorithm, before, after, digest: bytes };
}

function sizeOf(algorithm: WeakDigest['algorithm']) {
  return { min: BYTES[algorithm], max: BYTES[algorithm], name: 'digest' };
}

function filled(part: string, salt: Buffer): Buffer {
  const [first = '', ...others] = part.split('{SALT}');
  return Buffer.concat([Buffer.from(first), ...others.flatMap((text) => [salt, Buffer.from(text)])]);
}

/** The text that our own hash is made of. */
export function textOf(digest: Buffer): string {
  return digest.toString('base64');
}

export function digestOf({ algorithm, before, after }: Omit<WeakDigest, 'digest'>, password: string): Buffer {
  return createHash(algorithm).update(before).update(password).update(after).digest();
}
