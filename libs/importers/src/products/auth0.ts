import { type Fields, wrongShape } from '../fields.js';
import { type IdentityFields, type Omission, omission, type Source, type TotpFields, userOf } from '../source.js';

/** Identities that are accounts of the tenant itself. */
const OWN = ['auth0', 'email', 'sms'];

/** An export of users (NDJSON), and the file of password hashes that the support of Auth0 gives. */
export const auth0: Source = {
  marks: ['user_id', 'alt_id', '_id'],
  joins: true,
  convert(record) {
    const id = idOf(record);
    const blocked = record.flag('blocked');
    const { totp, omissions } = readFactors(record);
    return userOf(
      id,
      {
        ...addressOf(record),
        password_hash: record.text('passwordHash') ?? record.text('password_hash'),
        active: blocked === undefined ? undefined : !blocked,
        created_at: record.time('created_at'),
        metadata: record.object('user_metadata')?.plain,
        claims: record.object('app_metadata')?.plain,
        totp,
        identities: record.objects('identities').flatMap(toIdentity),
      },
      omissions,
    );
  },
};

/** The file of hashes has the id of the database, without the prefix of the profile. */
function idOf(record: Fields): string {
  const full = record.text('user_id');
  // Many tables have a column of this name.
  if (full?.includes('|') === false) throw record.wrong('user_id', 'an id of Auth0, such as "auth0|123"');
  if (full !== undefined) return full;
  const own = record.text('alt_id') ?? record.object('_id')?.text('$oid');
  if (own === undefined) throw wrongShape('The record has neither user_id nor _id.');
  return `auth0|${own}`;
}

/** The address, also one that is only among the identifiers, which say themselves whether it is verified. */
function addressOf(record: Fields): { email?: string; email_verified?: boolean } {
  const addresses = record.objects('identifiers').filter((each) => each.text('type') === 'email');
  const email = record.text('email') ?? addresses[0]?.text('value');
  const own = addresses.find((each) => each.text('value') === email);
  return { email, email_verified: record.flag('email_verified') ?? own?.flag('verified') };
}

function toIdentity(identity: Fields): IdentityFields[] {
  const provider = identity.requiredText('provider');
  if (OWN.includes(provider)) return [];
  const email = identity.object('profileData')?.text('email');
  return [{ provider, subject: identity.requiredText('user_id'), email }];
}

function readFactors(record: Fields): { totp: TotpFields[]; omissions: Omission[] } {
  const totp: TotpFields[] = [];
  const omissions: Omission[] = [];
  for (const factor of record.objects('mfa_factors')) {
    const secret = factor.object('totp')?.text('secret');
    if (secret !== undefined) totp.push({ secret, encoding: 'base32' });
    else omissions.push(omission('INVALID_FACTOR', 'A second factor that is not an authenticator app is left out.'));
  }
  return { totp, omissions };
}
