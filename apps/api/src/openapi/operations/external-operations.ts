import type { OperationText } from './operation-text.js';

const PROVIDER = { id: 'The `id` of a provider.' };

/** External providers and identities. */
export const EXTERNAL_OPERATIONS = {
  listProviders: {
    summary: 'List the external providers',
    description: 'Those that are switched on, in the order of their ids.',
  },
  startExternalSignIn: {
    summary: 'Begin a sign-in by an external provider',
    description:
      'Keep the `code_verifier` in the browser, and send the browser to `url`. It returns to `next_url` with `code`, or with `error` and `message`: ACCESS_DENIED, PROVIDER_ERROR or PROVIDER_NOT_FOUND. A change of the provider in between is INVALID_STATE. Finish with `exchangeCode`.',
    parameters: PROVIDER,
  },
  startIdentityLink: {
    summary: 'Begin to link an identity at an external provider to the account',
    description:
      'Like a sign-in, but `exchangeCode` needs the access token of the same user, whose session is still alive. Requires a recent sign-in, and a proved address while the service sends mail.',
    parameters: PROVIDER,
  },
  finishAtProvider: {
    summary: 'Return from an external provider',
    description: 'The redirect URI for the provider. Each `state` works once.',
    parameters: PROVIDER,
  },
  finishAtProviderByForm: {
    summary: 'Return from an external provider that answers by a form',
    description: 'The same for providers of the kind `apple`. Others are NOT_FOUND.',
    parameters: PROVIDER,
  },
  logoutByProvider: {
    summary: 'End the sessions of a person who has signed out at an external provider',
    description:
      'For providers with OpenID Connect Back-Channel Logout 1.0: register this URL there. Ends the sessions of the person or of the session at the provider. Each `logout_token` works once.',
    parameters: PROVIDER,
  },
  confirmExternalEmail: {
    summary: 'Mail a code to the address of a person whom a provider has authenticated',
    description:
      'After EMAIL_CONFIRMATION_REQUIRED. The answer is the same for known and unknown addresses. Each `pending_token` leads to one sign-in.',
  },
  verifyExternalEmail: {
    summary: 'Finish an external sign-in by the email code',
    description: 'Links the identity to the account that has the address, or creates one. Each code allows five tries.',
  },
  listIdentities: {
    summary: 'List the external identities of the user',
    description: 'Oldest first. The addresses are those that the providers named last.',
  },
  unlinkIdentity: {
    summary: 'Unlink an external identity',
    description:
      'Ends the other sessions that its provider has opened, and mails a notice. The identity comes back only by a link of the signed-in user or by an email code. The last way to sign in stays. Requires a recent sign-in.',
    parameters: { identity_id: 'The `identity_id` of an identity of the user.' },
  },
} satisfies Record<string, OperationText>;
