import type { Fields } from '../fields.js';
import { type LeftOut, omission, type Part, partOf, present, type Source } from '../source.js';

/** Rows of `auth.users`, `auth.identities` and `auth.mfa_factors`. */
export const supabase: Source = {
  marks: [
    ...['encrypted_password', 'email_confirmed_at', 'raw_user_meta_data', 'raw_app_meta_data'],
    ...['banned_until', 'provider_id', 'identity_data', 'factor_type'],
  ],
  convert(record) {
    if (record.has('factor_type')) return toFactor(record);
    if (record.has('identity_data') || record.has('provider_id')) return toIdentity(record);
    return toUser(record);
  },
};

function toUser(record: Fields): Part | LeftOut {
  const id = record.requiredText('id');
  if (record.time('deleted_at') !== undefined)
    return { id, leftOut: 'A user who was deleted in Supabase is left out.' };
  const bannedUntil = record.time('banned_until') ?? 0;
  // What Supabase itself writes there has no meaning here.
  const { provider, providers, ...claims } = record.object('raw_app_meta_data')?.plain ?? {};
  return {
    id,
    isUser: true,
    fields: {
      uid: id,
      email: record.text('email'),
      password_hash: record.text('encrypted_password'),
      email_verified: record.time('email_confirmed_at') !== undefined,
      active: bannedUntil * 1_000 <= Date.now(),
      created_at: record.time('created_at'),
      metadata: record.object('raw_user_meta_data')?.plain,
      claims: Object.keys(claims).length === 0 ? undefined : claims,
    },
  };
}

function toIdentity(record: Fields): Part | undefined {
  const provider = record.requiredText('provider');
  // The address and the number of the user itself.
  if (provider === 'email' || provider === 'phone') return undefined;
  const subject = record.requiredText('provider_id');
  const email = record.object('identity_data')?.text('email');
  const identities = [{ provider, subject, email }];
  return partOf(record.requiredText('user_id'), { identities });
}

function toFactor(record: Fields): Part | undefined {
  const id = record.requiredText('user_id');
  if (record.text('status') !== 'verified') return undefined;
  const type = record.requiredText('factor_type');
  if (type !== 'totp') {
    return partOf(id, {}, [omission('INVALID_FACTOR', `A second factor of the type ${type} cannot be imported.`)]);
  }
  const names = present({ name: record.text('friendly_name') });
  return partOf(id, { totp: [{ secret: record.requiredText('secret'), encoding: 'base32', ...names }] });
}
