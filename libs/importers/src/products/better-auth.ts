import type { Fields } from '../fields.js';
import { omission, type Part, partOf, present, roleClaims, type Source, userOf } from '../source.js';

/** A secret that is still encrypted: in hexadecimal, with or without the prefix of its key. */
const ENCRYPTED = /^(?:\$ba\$|[\da-f]{82,}$)/;

/** Rows of the tables user, account, twoFactor and passkey. */
export const betterAuth: Source = {
  marks: ['emailVerified', 'userId'],
  lists: ['user', 'account', 'twoFactor', 'passkey'],
  convert(record, _options, list) {
    switch (list ?? tableOf(record)) {
      case 'account':
        return toAccount(record);
      case 'twoFactor':
        return toFactor(record);
      case 'passkey':
        return toPasskey(record);
      default:
        return toUser(record);
    }
  },
};

/** The table of a row in a file without the names of tables. */
function tableOf(record: Fields): string {
  if (record.has('credentialID')) return 'passkey';
  if (record.has('providerId')) return 'account';
  return record.has('userId') && record.has('secret') ? 'twoFactor' : 'user';
}

function toUser(record: Fields): Part {
  const id = record.requiredText('id');
  return userOf(id, {
    email: record.text('email'),
    email_verified: record.flag('emailVerified') ?? false,
    active: !record.flag('banned'),
    created_at: record.time('createdAt'),
    metadata: present({ name: record.text('name') }),
    claims: roleClaims((record.text('role') ?? '').split(',').filter((role) => role !== 'user')),
    uses_totp: record.flag('twoFactorEnabled'),
  });
}

function toAccount(record: Fields): Part {
  const id = record.requiredText('userId');
  const provider = record.requiredText('providerId');
  if (provider === 'credential') return partOf(id, { password_hash: record.text('password') });
  return partOf(id, { identities: [{ provider, subject: record.requiredText('accountId') }] });
}

function toFactor(record: Fields): Part {
  const id = record.requiredText('userId');
  const secret = record.requiredText('secret');
  const encrypted = 'The secret of an authenticator app is encrypted. Decrypt it before the import.';
  if (ENCRYPTED.test(secret)) return partOf(id, {}, [omission('INVALID_FACTOR', encrypted)]);
  return partOf(id, { totp: [{ secret, encoding: 'ascii' }] });
}

function toPasskey(record: Fields): Part {
  const why = 'A passkey cannot be imported: Better Auth does not store its user handle.';
  return partOf(record.requiredText('userId'), {}, [omission('INVALID_FACTOR', why)]);
}
