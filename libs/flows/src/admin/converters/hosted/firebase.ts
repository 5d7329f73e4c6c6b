import { keepId, present } from '../record/account-id.js';
import type { Fields } from '../record/fields.js';
import { firebaseHash } from '../record/hash-texts.js';
import { type IdentityFields, omission, type Part, passwordOmission } from '../record/part.js';
import type { FirebaseHashConfig, Source } from '../record/source.js';
import { FIREBASE_COLUMNS, FIREBASE_CSV, identitiesOfColumns } from './firebase-columns.js';

/** Identities that are ways to sign in of the project itself. */
const OWN = ['password', 'phone', 'emailLink'];

/** The file of `firebase auth:export`, in JSON or in CSV. */
export const firebase: Source = {
  marks: ['localId'],
  lists: ['users'],
  header: FIREBASE_COLUMNS,
  ownForm: FIREBASE_CSV,
  convert(record, { firebase: config }) {
    const id = record.requiredText('localId');
    const password = readPassword(record, config);
    return {
      id,
      isUser: true,
      fields: keepId(id, {
        email: record.text('email'),
        password_hash: password.hash,
        email_verified: record.flag('emailVerified') ?? false,
        active: !record.flag('disabled'),
        created_at: record.time('createdAt'),
        metadata: present({ name: record.text('displayName') }),
        claims: record.object('customAttributes')?.plain,
        identities: [...record.objects('providerUserInfo').flatMap(toIdentity), ...identitiesOfColumns(record)],
      }),
      omissions: [...password.omissions, ...omittedFactors(record)],
    };
  },
};

function readPassword(record: Fields, config: FirebaseHashConfig | undefined) {
  const digest = record.text('passwordHash');
  const salt = record.text('salt');
  if (digest === undefined || salt === undefined) return { omissions: [] };
  if (config) return { hash: firebaseHash(config, salt, digest), omissions: [] };
  return { omissions: [passwordOmission('INVALID_HASH', 'The password needs --hash-config.')] };
}

function toIdentity(info: Fields): IdentityFields[] {
  const provider = info.requiredText('providerId');
  if (OWN.includes(provider)) return [];
  return [{ provider, subject: info.requiredText('rawId'), email: info.text('email') }];
}

function omittedFactors(record: Fields): NonNullable<Part['omissions']> {
  const count = record.list('mfaInfo').length;
  return count === 0 ? [] : [omission('INVALID_FACTOR', 'An export of Firebase has no secrets of second factors.')];
}
