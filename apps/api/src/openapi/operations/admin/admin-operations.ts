import type { OperationText } from '../operation-text.js';

const UID = { uid: 'The `uid` of the user.' };

/** The admin API. Each description names the scope that the admin token needs. */
export const ADMIN_OPERATIONS = {
  adminListUsers: {
    summary: 'List or search the users',
    description:
      'The filters apply together. With several, at most 1,000 users are checked for a page: it can have fewer users than `limit`, or none, while `has_more` is true. Scope `read`.',
  },
  adminCreateUser: {
    summary: 'Create a user',
    description:
      'With a password, with the hash of a password, or with neither. A field that is not in the list is refused. The `uid` of a deleted user needs the scope `export`, too. In the console, a hash, factors and identities need a factor shown of late. Scope `write`.',
  },
  adminGetUser: {
    summary: 'Read a user',
    description: 'With the number of sessions. Scope `read`.',
    parameters: UID,
  },
  adminUpdateUser: {
    summary: 'Change, disable or enable a user',
    description:
      'Only given fields change. A new email, a new password and `active: false` end all sessions; `mfa: required` ends those that one factor has opened. `admin_scopes` need a user with an enabled factor and a verified email, and end all sessions; a user in the console who gives them needs a recent second factor. New `claims` end none: other services refuse the access tokens from before. Scope `write`.',
    parameters: UID,
  },
  adminDeleteUser: {
    summary: 'Delete a user',
    description: 'Deletes the user, their sessions and their links. Scope `write`.',
    parameters: UID,
  },
  adminExportPerson: {
    summary: 'Export all that is stored about a user',
    description:
      'One JSON document with a key for each table, without secrets and hashes (GDPR, article 15). Scope `export`.',
    parameters: UID,
  },
  adminListSessions: {
    summary: 'List the sessions of a user',
    description: 'The newest session is the first. Scope `read`.',
    parameters: UID,
  },
  adminEndSessions: {
    summary: 'End all sessions of a user',
    description: 'Access tokens of these sessions only read until they expire. Scope `write`.',
    parameters: UID,
  },
  adminEndSession: {
    summary: 'End one session of a user',
    description: 'Access tokens of this session only read until they expire. Scope `write`.',
    parameters: { ...UID, session_id: 'The `session_id` of a session of this user.' },
  },
  adminImpersonateUser: {
    summary: 'Act as a user',
    description:
      'An access token of the user without a refresh token, for reading and for changes that are not about the account itself. The user learns of it, as `IMPERSONATION_NOTICE` says, and can end the session. It also ends with the admin token. Scope `impersonate`.',
    parameters: UID,
  },
  adminListFactors: {
    summary: 'List the second factors of a user',
    description: 'Without secrets, and with the time of a reset that waits. Scope `read`.',
    parameters: UID,
  },
  adminResetFactors: {
    summary: 'Remove the second factors of a user',
    description:
      'Removes authenticator apps and recovery codes, and passkeys only if asked for; ends all sessions and informs the user. With `MFA_RESET_DELAY` it waits, and the user can stop it. Signs no one in. Scope `write`.',
    parameters: UID,
  },
  adminStopReset: {
    summary: 'Stop a reset of the second factors that waits',
    description: 'Scope `write`.',
    parameters: UID,
  },
  adminCreateLink: {
    summary: 'Create a link without mailing it',
    description:
      'The answer contains the link, which works once, and not after the admin token was revoked. Scope `write`.',
  },
  adminListEvents: {
    summary: 'Read the event log',
    description: 'Each change of state is one event, with its actor. Events contain no secrets. Scope `read`.',
  },
  adminListMessages: {
    summary: 'List the emails in the outbox',
    description: 'Without their content. Scope `read`.',
  },
  adminRetryMessage: {
    summary: 'Send a failed or queued email now',
    description: 'The email is sent in the background. Scope `write`.',
    parameters: { id: 'The `id` of an email in the outbox.' },
  },
  adminListTokens: {
    summary: 'List the admin tokens',
    description: 'With their scopes and last use, without the tokens themselves. Scope `read`.',
  },
  adminCreateToken: {
    summary: 'Create an admin token',
    description:
      'Only this answer contains the token. It works while its maker works and has its scopes. A user who makes one needs a recent second factor, and gives it an end at most 90 days ahead. Scope `write`.',
  },
  adminRevokeToken: {
    summary: 'Revoke an admin token',
    description:
      'The token and those that it has made are refused from then on, and the sessions in which they act as users end. What they have begun and sent stays: unused links, new emails of users, resets of factors. With `stolen` this ends, too, and what they, and who worked for them, have made is disabled: clients, providers and webhooks, also those of others that they have widened; users with a password or another way to sign in; and admin scopes. Accounts that they have opened or changed are secured as by the button of their owners. The answer lists all of this. With `since` only what was done from that second on. Without `stolen` the answer is empty. `stolen` works for a token that has expired or was revoked before, too; it needs all scopes of the token, and in the console a factor shown of late. Scope `write`.',
    parameters: { id: 'The `id` of an admin token.' },
  },
  adminChangeToken: {
    summary: 'Let an admin token expire sooner',
    description:
      'The time can only be brought forward. Sessions in which the token, or one that it has made, acts as a user end at once if they would outlive it. Scope `write`.',
    parameters: { id: 'The `id` of an admin token.' },
  },
  adminListKeys: {
    summary: 'List the signing keys',
    description: 'Without the private keys. Scope `read`.',
  },
  adminRotateKey: {
    summary: 'Rotate the signing key',
    description:
      'The next key signs when it has been published long enough. No user is signed out. The answer names the next key. Scope `write`.',
  },
  adminGetStats: {
    summary: 'Count users, sessions and queued emails',
    description: 'The counts are of this moment. Scope `read`.',
  },
  adminImportUsers: {
    summary: 'Import users',
    description:
      'Reads one user a line. A line that fails is listed in the answer, and the others are imported. A field that is not in the list fails its line, and so does the `uid` of a deleted user without the scope `export`. When the administrator loses the right meanwhile, the answer is `NOT_AUTHENTICATED`, and users of earlier lines stay. Scope `write`.',
  },
  adminImportFile: {
    summary: 'Import the file of another product, or a table',
    description:
      'Reads what `latchkey import --from` reads, one file. The answer begins when the whole file was read. The `uid` of a deleted user fails its record without the scope `export`. Scope `write`.',
  },
  adminPreviewFile: {
    summary: 'Show the columns and the first rows of a CSV file',
    description: 'With the field that each column may fill, for the `map` of an import. Scope `write`.',
  },
  adminListImports: {
    summary: 'List imports',
    description: 'With the number of users that each still has, for an undo. Scope `read`.',
  },
  adminUndoImport: {
    summary: 'Undo an import: remove its users who never signed in',
    description: 'Users who have signed in remain. Scope `write`.',
    parameters: { batch_id: 'The `batch_id` in the answer of the import.' },
  },
  adminExportUsers: {
    summary: 'Export users',
    description:
      'Writes one user a line, in the form that an import reads. The answer breaks off when the administrator loses the right meanwhile. Scope `export`.',
  },
} satisfies Record<string, OperationText>;
