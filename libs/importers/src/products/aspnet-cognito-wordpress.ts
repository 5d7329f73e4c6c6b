import { Fields } from '../fields.js';
import { namedMd5, type Part, partOf, present, roleClaims, type Source, userOf } from '../source.js';

/** Rows of AspNetUsers, AspNetUserLogins and AspNetUserTokens, and the names of roles of AspNetUserRoles. */
export const aspnet: Source = {
  marks: [
    ...['EmailConfirmed', 'NormalizedEmail', 'NormalizedUserName', 'SecurityStamp', 'ConcurrencyStamp'],
    ...['ProviderKey', 'RoleName', 'ClaimType', 'LoginProvider'],
  ],
  lists: ['AspNetUsers', 'AspNetUserLogins', 'AspNetUserTokens', 'AspNetUserRoles'],
  convert(record) {
    if (!record.has('UserId')) return toUser(record);
    if (record.has('ProviderKey')) return toIdentity(record);
    if (record.has('RoleName')) return toRole(record);
    return record.text('Name') === 'AuthenticatorKey' ? toTotp(record) : undefined;
  },
};

function toUser(record: Fields): Part {
  const id = record.requiredText('Id');
  const lockoutEnd = record.time('LockoutEnd') ?? 0;
  const lockedUntil = record.flag('LockoutEnabled') ? lockoutEnd : 0;
  return userOf(id, {
    email: record.text('Email'),
    password_hash: record.text('PasswordHash'),
    email_verified: record.flag('EmailConfirmed') ?? false,
    active: lockedUntil * 1_000 <= Date.now(),
    metadata: present({ username: record.text('UserName') }),
    uses_totp: record.flag('TwoFactorEnabled') ?? false,
  });
}

function toIdentity(record: Fields): Part {
  const identities = [{ provider: record.requiredText('LoginProvider'), subject: record.requiredText('ProviderKey') }];
  return partOf(record.requiredText('UserId'), { identities });
}

function toRole(record: Fields): Part {
  const claims = { roles: [record.requiredText('RoleName')] };
  return partOf(record.requiredText('UserId'), { claims });
}

function toTotp(record: Fields): Part {
  const totp = [{ secret: record.requiredText('Value'), encoding: 'base32' as const }];
  return partOf(record.requiredText('UserId'), { totp });
}

/** Attributes with a meaning of their own, or without one here. */
const KNOWN = ['sub', 'email', 'email_verified', 'phone_number', 'phone_number_verified', 'identities'];

/** The output of `aws cognito-idp list-users` (JSON), or its attributes as columns (CSV). Cognito gives no hashes. */
export const cognito: Source = {
  marks: ['Attributes', 'sub', 'cognito:username'],
  lists: ['Users'],
  convert(record) {
    const attributes = attributesOf(record);
    const id = attributes.text('sub') ?? record.text('Username') ?? attributes.requiredText('cognito:username');
    return userOf(id, {
      email: attributes.text('email'),
      email_verified: attributes.flag('email_verified') ?? false,
      active: record.flag('Enabled') ?? true,
      created_at: record.time('UserCreateDate'),
      metadata: metadataOf(attributes),
      identities: attributes.objects('identities').map((identity) => ({
        provider: identity.requiredText('providerName'),
        subject: identity.requiredText('userId'),
      })),
    });
  },
};

function attributesOf(record: Fields): Fields {
  const pairs = record.objects('Attributes');
  if (pairs.length === 0) return record;
  return Fields.of(Object.fromEntries(pairs.map((pair) => [pair.requiredText('Name'), pair.text('Value')])));
}

/** The standard attributes, and the custom ones with the names that the pool gave them. */
function metadataOf(attributes: Fields): Record<string, unknown> {
  const own = attributes.names.filter((name) => /^(?:custom:.+|[a-z_]+)$/.test(name) && !KNOWN.includes(name));
  const set = own.filter((name) => attributes.has(name));
  return Object.fromEntries(set.map((name) => [name.replace('custom:', ''), attributes.text(name)]));
}

/** The output of `wp user list`, in JSON or in CSV, or the columns of the table wp_users. */
export const wordpress: Source = {
  marks: ['user_login', 'user_email', 'user_pass'],
  convert(record): Part {
    const id = record.text('ID') ?? record.requiredText('user_login');
    const hash = record.text('user_pass');
    return userOf(id, {
      email: record.text('user_email'),
      password_hash: hash && namedMd5(hash),
      created_at: record.time('user_registered'),
      metadata: present({ username: record.text('user_login'), name: record.text('display_name') }),
      claims: roleClaims((record.text('roles') ?? '').split(',')),
    });
  },
};
