import type { OperationText } from './operation-text.js';

/** Accounts, sessions and passwords. The keys are the operation ids, which name the methods of generated clients. */
export const USER_OPERATIONS = {
  createUser: {
    summary: 'Create a user',
    description: 'Anyone may call this. With `login` the user is signed in, and the answer contains tokens.',
  },
  getUser: {
    summary: 'Read the signed-in user',
    description:
      'An access token reads the user until it expires, also after its session has ended, and a disabled user with `active` false. To know whether the session is still open, read `/user/sessions`.',
  },
  updateUser: {
    summary: 'Change the email or the metadata of the signed-in user',
    description:
      'Only given fields change. A change of the email requires a recent sign-in, or without a second factor the `password`; with a second factor, only a recent sign-in with the factor counts. The new email is not verified, and the old address receives a link that takes the change back. With `EMAIL_CHANGE=confirm`, and for a user with a second factor, a passkey or a linked identity, the email changes only when a reader of the new mailbox confirms it: see /user/email.',
  },
  getPendingEmail: {
    summary: 'Read the new email of the signed-in user that waits for its confirmation',
    description: 'At most one waits: a newer one replaces it.',
  },
  forgetPendingEmail: {
    summary: 'Forget the new email of the signed-in user that waits for its confirmation',
    description: 'The link in the email to the new address becomes invalid. Succeeds also if none waits.',
  },
  exportOwnData: {
    summary: 'Download the data of the signed-in user',
    description:
      'A JSON file with all that is stored about the user, but for secrets, and for what concerns administrators or only the service. While the user has not proved the email, the emails to it are left out. Requires a recent sign-in. The event `user.exported` records it.',
  },
  deleteUser: {
    summary: 'Delete the signed-in user',
    description:
      'Deletes the user and all their data. Requires a recent sign-in, or from a user without a second factor the `password`.',
  },
  signIn: {
    summary: 'Sign in with email and password',
    description: 'Opens a session. The answer does not reveal whether the email or the password is wrong.',
  },
  refreshSession: {
    summary: 'Exchange a refresh token for new tokens',
    description:
      'Use the new refresh token from then on. A refresh token that is used again after the grace period counts as stolen: its session ends.',
  },
  getUi: {
    summary: 'What sign-in pages need to know',
    description:
      'Which ways to sign in are on, and what the pages say. Without secrets. Passkeys are left out where browsers refuse them. The same for every person and cacheable for a minute, except for the pages of the service, which also learn by `signed_in` whether their cookie has a session.',
  },
  readLink: {
    summary: 'What a screen says about a link',
    description:
      'For the owner of the token of a reset link or a magic link, before the link is used. Does not use it.',
  },
  createPageCode: {
    summary: 'Make a code by which a product gets a session',
    description:
      'For the sign-in pages of the service: needs the access token of a session, and the same session in their cookie. The browser goes to `next_url` with the code, and the product exchanges it by `exchangeCode`. The new session has the `amr`, `acr`, `auth_time` and `idp` of this one, and lives only while it lives. At this service it is not recent before it reauthenticates. With `acr` or `max_age`, fails with REAUTHENTICATION_REQUIRED until the session of the pages has such a proof. A product that demands one checks `acr` and `auth_time` of its own token: a browser can leave the fields out.',
  },
  exchangeCode: {
    summary: 'Exchange the code of a followed link or of an external sign-in for tokens',
    description:
      'Codes of links come from `sendMagicLink` with `code_challenge`. A wrong `code_verifier` uses the code up, and a second use of the code with its verifier ends the session of the first. A code that links an identity needs the access token of its user, and the answer has only `identity_id`. After EMAIL_CONFIRMATION_REQUIRED continue with `confirmExternalEmail`.',
  },
  signOut: {
    summary: 'Sign out of one session, of the sign-in pages, or of all',
    description:
      'Ends the session of `refresh_token`; with `parent` the session of the sign-in pages in which that of the access token began, with all products; otherwise all sessions of the user.',
  },
  listSessions: {
    summary: 'List the sessions of the user',
    description: 'The newest session is the first. `current` marks the session of the access token.',
  },
  endSession: {
    summary: 'End one session of the user',
    description: 'Its refresh token no longer works, and its access tokens only read until they expire.',
    parameters: { session_id: 'The `session_id` of a session in the list of the user.' },
  },
  listDevices: {
    summary: 'List the devices of the user',
    description:
      'A device is a browser or a program that has sent `X-Latchkey-Device` at a sign-in, or has its session in a cookie. It is known for a year after its newest sign-in.',
  },
  removeDevice: {
    summary: 'Remove a device of the user',
    description: 'Ends the sessions on the device. Its next sign-in is one on a new device.',
    parameters: { device_id: 'The `device_id` of a device in the list of the user.' },
  },
  listSecurityEvents: {
    summary: 'List what happened in the account of the user',
    description: 'The newest event is the first. Only events of the last 90 days, and not longer than `EVENTS_TTL`.',
  },
  changePassword: {
    summary: 'Change the password of the signed-in user, or of the owner of a reset token',
    description:
      'Ends all other sessions. With a reset token as `old_password` no access token is needed, all sessions end, and the email is verified.',
  },
  sendPasswordReset: {
    summary: 'Mail a link to choose a new password',
    description: 'The answer is the same for an unknown email. The link is `reset_url` with the parameter `token`.',
  },
} satisfies Record<string, OperationText>;
