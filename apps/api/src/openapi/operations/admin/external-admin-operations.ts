import type { OperationText } from '../operation-text.js';

const PROVIDER = { id: 'The id of the provider.' };
const UID = { uid: 'The `uid` of the user.' };

/** External providers and identities in the admin API. */
export const EXTERNAL_ADMIN_OPERATIONS = {
  adminListProviders: {
    summary: 'List the external providers',
    description:
      'In the order of their ids, also disabled ones and those of the file, without secrets. Scope `providers`.',
  },
  adminGetProvider: {
    summary: 'Read an external provider',
    description: 'Without its secret. Scope `providers`.',
    parameters: PROVIDER,
  },
  adminCreateProvider: {
    summary: 'Add an external provider',
    description:
      'Register `redirect_uri` of the answer at the provider. The secret is stored encrypted and never shown. Scope `providers`.',
  },
  adminUpdateProvider: {
    summary: 'Change, disable or enable an external provider',
    description:
      'Only given fields change. Disabling stops new sign-ins at once and ends no session. With a new issuer, the identities of the issuer before match no longer. Scope `providers`.',
    parameters: PROVIDER,
  },
  adminDeleteProvider: {
    summary: 'Delete an external provider',
    description:
      'Users cannot sign in with it any more. Their identities stay, and work again if a provider with the same id and the same issuer is added. Scope `providers`.',
    parameters: PROVIDER,
  },
  adminTestProvider: {
    summary: 'Test the connection to an external provider',
    description: 'Fetches the discovery document and the keys anew. The error is a text for people. Scope `providers`.',
    parameters: PROVIDER,
  },
  adminListIdentities: {
    summary: 'List the identities of a user',
    description: 'The accounts at external providers that sign the user in. Scope `read`.',
    parameters: UID,
  },
  adminRemoveIdentity: {
    summary: 'Remove an identity of a user',
    description: 'Also the last way to sign in. Ends the sessions that the provider has opened. Scope `write`.',
    parameters: { ...UID, identity_id: 'The `identity_id` of an identity of the user.' },
  },
} satisfies Record<string, OperationText>;
