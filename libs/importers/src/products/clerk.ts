import type { Fields } from '../fields.js';
import {
  firebaseHash,
  namedDigest,
  type Omission,
  omission,
  type Part,
  passwordOmission,
  present,
  type Source,
  type TotpFields,
  userOf,
} from '../source.js';

/** Hashers whose digest names its algorithm and is read as it is. */
const NAMED = ['bcrypt', 'bcrypt_sha256_django', 'argon2i', 'argon2id', 'phpass', 'md5_phpass', 'ldap_ssha'];
/** The salt of this one is a text. */
const DJANGO = 'pbkdf2_sha256_django';
/** Hashers whose digest is hexadecimal text without a salt. */
const BARE = ['md5', 'sha256'];

const PBKDF2 = /^(pbkdf2_(?:sha1|sha256|sha512))\$(\d+)\$([^$]+)\$([^$]+)$/;
const HEX = /^(?:[\da-f]{2}){16,}$/i;

/** The password in a form that names its algorithm. A digest that is not understood for certain is left out and named. */
function readPassword(record: Fields): { hash?: string; omissions: Omission[] } {
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

/** The CSV file of the dashboard, which has the hashes, and users of the Backend API (JSON), which have the metadata. */
export const clerk: Source = {
  marks: ['primary_email_address', 'email_addresses'],
  joins: true,
  lists: ['data', 'users'],
  convert(record) {
    return record.has('email_addresses') ? toApiUser(record) : toRow(record);
  },
};

function toRow(record: Fields): Part {
  const id = record.requiredText('id');
  const email = record.text('primary_email_address');
  const password = readPassword(record);
  const verified = addressesIn(record, 'verified_email_addresses');
  const others = [...verified, ...addressesIn(record, 'unverified_email_addresses')].filter((each) => each !== email);
  const fields = {
    email,
    password_hash: password.hash,
    email_verified: email !== undefined && verified.includes(email),
    metadata: namesOf(record),
    totp: totpOf(record),
  };
  return userOf(id, fields, [...password.omissions, ...omittedAddresses(others.length)]);
}

function toApiUser(record: Fields): Part {
  const id = record.requiredText('id');
  const addresses = record.objects('email_addresses');
  const primary = record.text('primary_email_address_id');
  const own = addresses.find((each) => each.text('id') === primary) ?? addresses[0];
  const fields = {
    email: own?.text('email_address'),
    email_verified: own?.object('verification')?.text('status') === 'verified',
    active: !(record.flag('banned') ?? false),
    created_at: record.time('created_at'),
    metadata: { ...namesOf(record), ...record.object('unsafe_metadata')?.plain },
    claims: record.object('public_metadata')?.plain,
    identities: record.objects('external_accounts').map((account) => ({
      provider: account.requiredText('provider'),
      subject: account.text('provider_user_id') ?? account.requiredText('external_id'),
      email: account.text('email_address'),
    })),
  };
  return userOf(id, fields, omittedAddresses(addresses.length - 1));
}

function namesOf(record: Fields): Record<string, unknown> {
  const [first_name, last_name] = [record.text('first_name'), record.text('last_name')];
  return present({ first_name, last_name, username: record.text('username') });
}

function addressesIn(record: Fields, name: string): string[] {
  return (record.text(name) ?? '').split(/[\s,;|]+/).filter((address) => address !== '');
}

function omittedAddresses(count: number): Omission[] {
  return count > 0 ? [omission('INVALID_EMAIL', 'Other addresses of the user are left out: an account has one.')] : [];
}

function totpOf(record: Fields): TotpFields[] | undefined {
  const secret = record.text('totp_secret');
  return secret === undefined ? undefined : [{ secret, encoding: 'base32' }];
}
