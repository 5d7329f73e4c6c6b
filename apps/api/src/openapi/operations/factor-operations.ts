import type { OperationText } from './operation-text.js';

const FACTOR = { factor_id: 'The `factor_id` of an authenticator app of the user.' };

/** Second factors. */
export const FACTOR_OPERATIONS = {
  verifyMfa: {
    summary: 'Finish a sign-in by a second factor',
    description:
      'After MFA_REQUIRED: `code` of an authenticator app, or a `recovery_code`. Each token allows five tries, and each code works once.',
  },
  prepareReauthentication: {
    summary: 'Ask for what a new proof needs',
    description:
      'With `passkey`, the challenge for a passkey; with `email_code`, a code is mailed, only to a user who has neither a password nor a second factor.',
  },
  reauthenticate: {
    summary: 'Reauthenticate, for changes that need a recent sign-in',
    description:
      'One of `password`, `code`, `recovery_code`, and `code_token` with `email_code`. A second factor raises the session to `aal2`. The refresh token stays.',
  },
  getMfa: {
    summary: 'List the second factors of the user',
    description: 'Without secrets. Authenticator apps that wait for their first code are left out.',
  },
  updateMfa: {
    summary: 'Switch the demand for a second factor on or off',
    description:
      'Ends all other sessions. Requires a recent sign-in. The answer has recovery codes if the user had none.',
  },
  renewRecoveryCodes: {
    summary: 'Make new recovery codes, which void the old ones',
    description: 'Shows the new codes once, and ends all other sessions. Requires a recent sign-in.',
  },
  addTotp: {
    summary: 'Add an authenticator app, which works after its first code',
    description:
      'Show `uri` as a QR code. Requires a recent sign-in, or the `mfa_token` of MFA_ENROLMENT_REQUIRED in place of the access token.',
  },
  confirmTotp: {
    summary: 'Confirm an authenticator app by its first code',
    description:
      'The first app switches second factors on, ends all other sessions, and answers with recovery codes, which are shown only once. With the `mfa_token` of MFA_ENROLMENT_REQUIRED it also signs in.',
    parameters: FACTOR,
  },
  renameTotp: {
    summary: 'Rename an authenticator app',
    description: 'Requires a recent sign-in.',
    parameters: FACTOR,
  },
  removeTotp: {
    summary: 'Remove an authenticator app',
    description:
      'Ends all other sessions. Removing the last factor switches second factors off. Requires a recent sign-in.',
    parameters: FACTOR,
  },
} satisfies Record<string, OperationText>;
