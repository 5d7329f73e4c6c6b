import { parseAspNetV2, parseAspNetV3 } from './families/aspnet.js';
import {
  BCRYPT_DIGEST,
  parseDigestBcrypt,
  parseDjangoBcrypt,
  parsePasslibBcrypt,
  parseWordPress,
} from './families/bcrypt-digests.js';
import { parseFirebase, verifyFirebase, withoutSignerKey } from './families/firebase.js';
import { ARGON2, BCRYPT, WRAPPED } from './families/own-formats.js';
import { ANY_SALT, PBKDF2, parseAnySalt, parseDjangoPbkdf2, parsePbkdf2 } from './families/pbkdf2.js';
import { PHPASS } from './families/phpass.js';
import { parseBetterAuth, parseDjangoScrypt, parseScrypt, SCRYPT, verifyBetterAuth } from './families/scrypt.js';
import { SHA_CRYPT } from './families/sha-crypt.js';
import { readDjangoDigest, readKratosDigest, readLdapDigest, WEAK_BOUNDS } from './families/weak-digests.js';
import { type HashFormat, rewritten, stored, weak } from './reading/format.js';

const ASPNET = 'github.com/dotnet/aspnetcore/blob/main/src/Identity/Extensions.Core/src/PasswordHasher.cs';
const BETTER_AUTH = 'github.com/better-auth/better-auth/blob/main/packages/better-auth/src/crypto/password.ts';
const DJANGO = 'docs.djangoproject.com/en/stable/topics/auth/passwords/';
const DRUPAL = 'api.drupal.org/api/drupal/includes!password.inc/7.x';
const FIREBASE = 'github.com/firebase/scrypt';
const HERE = 'docs/hash-formats.md';
const KRATOS = 'www.ory.com/docs/kratos/manage-identities/import-user-accounts-identities';
const LDAP = 'www.rfc-editor.org/rfc/rfc2307';
const PASSLIB_BCRYPT = 'passlib.readthedocs.io/en/stable/lib/passlib.hash.bcrypt_sha256.html';
const PASSLIB_PBKDF2 = 'passlib.readthedocs.io/en/stable/lib/passlib.hash.pbkdf2_digest.html';
const PASSLIB_SCRYPT = 'passlib.readthedocs.io/en/stable/lib/passlib.hash.scrypt.html';
const RFC_ARGON2 = 'www.rfc-editor.org/rfc/rfc9106';
const SHA_CRYPT_TEXT = 'www.akkadia.org/drepper/SHA-crypt.txt';
const USENIX_BCRYPT = 'www.usenix.org/legacy/events/usenix99/provos.html';
const WORDPRESS = 'make.wordpress.org/core/2025/02/17/wordpress-6-8-will-use-bcrypt-for-password-hashing/';

/**
 * Every format of a password hash that the service accepts. The first row whose prefix a text has decides about it. All costs
 * are bounded by the time of bcrypt with cost 15 on a thread, and by 128 MiB.
 */
export const FORMATS: readonly HashFormat[] = [
  stored({ name: 'bcrypt', prefix: /^(?:hmac-sha256:)?\$2/, source: USENIX_BCRYPT, ...BCRYPT }),
  stored({ name: 'argon2', prefix: /^\$argon2/, source: RFC_ARGON2, ...ARGON2 }),
  stored({ name: 'wrapped digest', prefix: /^wrapped:/, source: HERE, ...WRAPPED }),

  stored({ name: 'PBKDF2', prefix: /^\$pbkdf2/, source: PASSLIB_PBKDF2, parse: parsePbkdf2, ...PBKDF2 }),
  stored({ name: 'PBKDF2 of Django', prefix: /^pbkdf2_/, source: DJANGO, parse: parseDjangoPbkdf2, ...PBKDF2 }),
  stored({ name: 'PBKDF2 with any salt', prefix: /^any-salt:/, source: HERE, parse: parseAnySalt, ...ANY_SALT }),
  stored({ name: 'ASP.NET Identity v3', prefix: /^AQAAAA/, source: ASPNET, parse: parseAspNetV3, ...PBKDF2 }),
  stored({
    name: 'ASP.NET Identity v2',
    prefix: /^A[A-P][A-Za-z0-9+/]{64}(?:==)?$/,
    source: ASPNET,
    parse: parseAspNetV2,
    ...PBKDF2,
  }),

  stored({ name: 'scrypt', prefix: /^\$scrypt\$/, source: PASSLIB_SCRYPT, parse: parseScrypt, ...SCRYPT }),
  stored({ name: 'scrypt of Django', prefix: /^scrypt\$/, source: DJANGO, parse: parseDjangoScrypt, ...SCRYPT }),
  stored({
    name: 'Better Auth',
    prefix: /^[0-9a-f]{32}:[0-9a-f]{128}$/i,
    source: BETTER_AUTH,
    parse: parseBetterAuth,
    ...SCRYPT,
    verify: verifyBetterAuth,
  }),
  rewritten({
    name: 'Firebase with the signer key',
    prefix: /^\$fbscrypt\$/,
    source: FIREBASE,
    bounds: SCRYPT.bounds,
    into: 'Firebase',
    rewrite: withoutSignerKey,
  }),
  stored({
    name: 'Firebase',
    prefix: /^\$fbscrypt-stream\$/,
    source: FIREBASE,
    parse: parseFirebase,
    ...SCRYPT,
    verify: verifyFirebase,
  }),

  stored({ name: 'SHA-crypt', prefix: /^\$[56]\$/, source: SHA_CRYPT_TEXT, ...SHA_CRYPT }),
  rewritten({
    name: 'SHA-crypt of Kratos',
    prefix: /^\$sha(?:256|512)-crypt\$/,
    source: KRATOS,
    bounds: SHA_CRYPT.bounds,
    into: 'SHA-crypt',
    rewrite: (text) => text.replace(/^\$sha(256|512)-crypt/, (_all, bits) => (bits === '256' ? '$5' : '$6')),
  }),
  stored({ name: 'PHPass', prefix: /^U?\$[PHS]\$/, source: DRUPAL, ...PHPASS }),

  stored({
    name: 'bcrypt of a digest',
    prefix: /^sha(?:256|384|512)-(?:hex|base64):/,
    source: HERE,
    parse: parseDigestBcrypt,
    ...BCRYPT_DIGEST,
  }),
  stored({
    name: 'bcrypt_sha256 of Django',
    prefix: /^bcrypt_sha256\$/,
    source: DJANGO,
    parse: parseDjangoBcrypt,
    ...BCRYPT_DIGEST,
  }),
  stored({
    name: 'bcrypt-sha256 of Passlib',
    prefix: /^\$bcrypt-sha256\$/,
    source: PASSLIB_BCRYPT,
    parse: parsePasslibBcrypt,
    ...BCRYPT_DIGEST,
  }),
  stored({ name: 'WordPress 6.8', prefix: /^\$wp\$/, source: WORDPRESS, parse: parseWordPress, ...BCRYPT_DIGEST }),
  rewritten({
    name: 'bcrypt of Django',
    prefix: /^bcrypt\$/,
    source: DJANGO,
    bounds: BCRYPT.bounds,
    into: 'bcrypt',
    rewrite: (text) => text.slice('bcrypt$'.length),
  }),
  rewritten({
    name: 'argon2 of Django',
    prefix: /^argon2\$/,
    source: DJANGO,
    bounds: ARGON2.bounds,
    into: 'argon2',
    rewrite: (text) => text.slice('argon2'.length),
  }),

  weak({ name: 'LDAP digest', prefix: /^\{S?(?:MD5|SHA)/, source: LDAP, bounds: WEAK_BOUNDS, digest: readLdapDigest }),
  weak({
    name: 'digest of Django',
    prefix: /^(?:md5|sha1|sha256|sha512)\$/,
    source: DJANGO,
    bounds: WEAK_BOUNDS,
    digest: readDjangoDigest,
  }),
  weak({
    name: 'digest of Kratos',
    prefix: /^\$(?:md5|sha1|sha256|sha512)\$/,
    source: KRATOS,
    bounds: WEAK_BOUNDS,
    digest: readKratosDigest,
  }),
];
