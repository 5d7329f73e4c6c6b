import type { Fields } from '../fields.js';
import { keepId, type Part, present, type Source } from '../source.js';

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
  return {
    id,
    isUser: true,
    fields: keepId(id, {
      email: record.text('Email'),
      password_hash: record.text('PasswordHash'),
      email_verified: record.flag('EmailConfirmed') ?? false,
      active: lockedUntil * 1_000 <= Date.now(),
      metadata: present({ username: record.text('UserName') }),
      uses_totp: record.flag('TwoFactorEnabled') ?? false,
    }),
  };
}

function toIdentity(record: Fields): Part {
  const identities = [{ provider: record.requiredText('LoginProvider'), subject: record.requiredText('ProviderKey') }];
  return { id: record.requiredText('UserId'), isUser: false, fields: { identities } };
}

function toRole(record: Fields): Part {
  const claims = { roles: [record.requiredText('RoleName')] };
  return { id: record.requiredText('UserId'), isUser: false, fields: { claims } };
}

function toTotp(record: Fields): Part {
  const totp = [{ secret: record.requiredText('Value'), encoding: 'base32' as const }];
  return { id: record.requiredText('UserId'), isUser: false, fields: { totp } };
}
