import { ApiError } from '@app/errors';
import { keepId, present, roleClaims } from '../record/account-id.js';
import { Fields } from '../record/fields.js';
import type { Part } from '../record/part.js';
import type { Source } from '../record/source.js';
import { readCredentials } from './keycloak-credentials.js';

/** Roles that Keycloak gives to every user. */
const BUILT_IN = /^(?:default-roles-.*|offline_access|uma_authorization)$/;

/** The users of a realm, as `kc.sh export` writes them. */
export const keycloak: Source = {
  lists: ['users'],
  convert(record): Part {
    const id = record.text('id') ?? record.requiredText('username');
    if (record.has('serviceAccountClientId')) {
      throw new ApiError('INVALID_REQUEST', 'The account of a service is not a user.');
    }
    const { omissions, ...credentials } = readCredentials(record.objects('credentials'));
    return {
      id,
      isUser: true,
      fields: keepId(id, {
        ...credentials,
        email: record.text('email'),
        email_verified: record.flag('emailVerified') ?? false,
        active: record.flag('enabled') ?? true,
        created_at: record.time('createdTimestamp'),
        metadata: metadataOf(record),
        claims: roleClaims(record.texts('realmRoles').filter((role) => !BUILT_IN.test(role))),
        identities: record.objects('federatedIdentities').map((identity) => ({
          provider: identity.requiredText('identityProvider'),
          subject: identity.requiredText('userId'),
        })),
      }),
      omissions,
    };
  },
};

/** The names and the attributes of a user; a list of one value becomes the value. */
function metadataOf(record: Fields): Record<string, unknown> {
  const attributes = Object.entries((record.object('attributes') ?? Fields.of({})).plain);
  const single = attributes.map(([name, value]) => [
    name,
    Array.isArray(value) && value.length === 1 ? value[0] : value,
  ]);
  return {
    ...present({
      username: record.text('username'),
      first_name: record.text('firstName'),
      last_name: record.text('lastName'),
    }),
    ...Object.fromEntries(single),
  };
}
