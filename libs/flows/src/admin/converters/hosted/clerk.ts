import { keepId, present } from '../record/account-id.js';
import type { Fields } from '../record/fields.js';
import { type Omission, omission, type Part, type TotpFields } from '../record/part.js';
import type { Source } from '../record/source.js';
import { readPassword } from './clerk-hashes.js';

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
  return {
    id,
    isUser: true,
    fields: keepId(id, {
      email,
      password_hash: password.hash,
      email_verified: email !== undefined && verified.includes(email),
      metadata: namesOf(record),
      totp: totpOf(record),
    }),
    omissions: [...password.omissions, ...omittedAddresses(others.length)],
  };
}

function toApiUser(record: Fields): Part {
  const id = record.requiredText('id');
  const addresses = record.objects('email_addresses');
  const primary = record.text('primary_email_address_id');
  const own = addresses.find((each) => each.text('id') === primary) ?? addresses[0];
  return {
    id,
    isUser: true,
    fields: keepId(id, {
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
    }),
    omissions: omittedAddresses(addresses.length - 1),
  };
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
