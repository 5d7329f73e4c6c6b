import type { OperationText } from './operation-text.js';

const PASSKEY = { passkey_id: 'The `passkey_id` of a passkey of the user.' };

/** Passkeys. */
export const PASSKEY_OPERATIONS = {
  passkeyLoginOptions: {
    summary: 'Begin a sign-in by a passkey',
    description: 'The browser offers the passkeys that it knows, so the request names no user.',
  },
  signInWithPasskey: {
    summary: 'Sign in by a passkey',
    description:
      'The authenticator verifies the user by a PIN or biometrics, so no second factor is asked for. After PASSKEY_NOT_FOUND the page can signal the browser to remove the passkey.',
  },
  mfaPasskeyOptions: {
    summary: 'Begin the second step of a sign-in by a passkey',
    description: 'The options list the passkeys of the user. Finish with `verifyMfa`.',
  },
  passkeyOptions: {
    summary: 'Begin the creation of a passkey',
    description:
      'Requires a recent sign-in, or the `mfa_token` of MFA_ENROLMENT_REQUIRED in place of the access token.',
  },
  addPasskey: {
    summary: 'Add a passkey',
    description:
      'Ends no session, and asks for no second factor from now on. Requires a recent sign-in. With the `mfa_token` of MFA_ENROLMENT_REQUIRED it switches second factors on, signs in, and answers with recovery codes, which are shown only once.',
  },
  listPasskeys: {
    summary: 'List the passkeys of the user',
    description: 'With what the signals of the browser need: the domain, the user handle and the credential ids.',
  },
  renamePasskey: {
    summary: 'Rename a passkey',
    description: 'The name is only for lists. The authenticator keeps its own.',
    parameters: PASSKEY,
  },
  removePasskey: {
    summary: 'Remove a passkey',
    description:
      'Ends all other sessions. Removing the last factor switches second factors off. The last way to sign in stays. Requires a recent sign-in.',
    parameters: PASSKEY,
  },
  adminListPasskeys: {
    summary: 'List the passkeys of a user',
    description: 'Scope `read`.',
    parameters: { uid: 'The `uid` of the user.' },
  },
  adminRemovePasskey: {
    summary: 'Remove a passkey of a user',
    description:
      'Ends all sessions and mails a notice. Removing the last factor switches second factors off. Scope `write`.',
    parameters: { uid: 'The `uid` of the user.', ...PASSKEY },
  },
} satisfies Record<string, OperationText>;
