/** What the OpenAPI document says of an operation in words. */
export interface OperationText {
  summary: string;
  /** What a caller must know besides the summary, the fields and the error codes. */
  description: string;
  /** The parameters in the path, and what each means. */
  parameters?: Record<string, string>;
}

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

const USER = { uid: 'The `uid` of the user.' };
const CLIENT = { client_id: 'The `client_id` of a client.' };

/** Clients and API keys in the admin API. */
export const CLIENT_OPERATIONS = {
  adminListClients: {
    summary: 'List the clients',
    description: 'Services that get access tokens without a person. Newest first, without secrets. Scope `clients`.',
  },
  adminCreateClient: {
    summary: 'Create a client',
    description: 'Shows the first secret, once. A user in the console needs a recent second factor. Scope `clients`.',
  },
  adminGetClient: {
    summary: 'Read a client',
    description: 'Without its secrets. Scope `clients`.',
    parameters: CLIENT,
  },
  adminUpdateClient: {
    summary: 'Change, disable or enable a client',
    description:
      'Only given fields change. Other services refuse the tokens from before within seconds if the client loses scopes, audiences, keys or time, or is disabled. A user in the console who adds a key needs a recent second factor. Scope `clients`.',
    parameters: CLIENT,
  },
  adminDeleteClient: {
    summary: 'Delete a client',
    description: 'Other services refuse its tokens within seconds. Scope `clients`.',
    parameters: CLIENT,
  },
  adminCreateClientSecret: {
    summary: 'Make a second secret of a client',
    description:
      'Shows it, once. Both work until one is deleted. A user in the console needs a recent second factor. Scope `clients`.',
    parameters: CLIENT,
  },
  adminDeleteClientSecret: {
    summary: 'Delete a secret of a client',
    description:
      'If it was used within the lifetime of an access token, other services refuse the tokens that the client has, within seconds. Scope `clients`.',
    parameters: { ...CLIENT, secret_id: 'The `secret_id` of a secret of the client.' },
  },
  adminListAllApiKeys: {
    summary: 'List the API keys of all users',
    description: 'Newest first, without the keys themselves. Scope `read`.',
  },
  adminListApiKeys: {
    summary: 'List the API keys of a user',
    description: 'Without the keys themselves. Scope `read`.',
    parameters: USER,
  },
  adminRevokeApiKey: {
    summary: 'Revoke an API key of a user',
    description: 'An email informs the user. Scope `write`.',
    parameters: { ...USER, key_id: 'The `key_id` of a key of the user.' },
  },
} satisfies Record<string, OperationText>;

/** The sessions of the console. */
export const CONSOLE_OPERATIONS = {
  adminSignIn: {
    summary: 'Sign in to the console',
    description:
      'By an admin token, by the access token of a user with admin scopes (recent, and with a second factor; also in the `Authorization` header), or by the link that a start outside production prints. Sets a cookie that the admin API accepts in place of a token, for 8 hours, or 30 minutes without a request. Requests that change something need the header `X-Latchkey-Console: 1` and the `Origin` of `BASE_URL`; so does this one.',
  },
  adminGetSession: {
    summary: 'Read the own administrator',
    description: 'The name and the scopes of the caller. Any scope.',
  },
  adminSignOut: {
    summary: 'Sign out of the console',
    description: 'Ends the session of the cookie, and the session of the user that opened it. Any scope.',
  },
} satisfies Record<string, OperationText>;

const KIND = { kind: 'The `kind` of an email.' };

/** What an administrator sees of the service itself. */
export const INSPECTION_OPERATIONS = {
  adminRunChecks: {
    summary: 'Check the service and what it depends on',
    description:
      'The findings of `latchkey doctor`, seen from the running service. Changes nothing. Takes at most about 30 seconds; a report is kept for 10 seconds. Scope `read`.',
  },
  adminListSettings: {
    summary: 'List the settings in force',
    description: 'With their defaults. Of a secret, only whether it is set. Scope `read`.',
  },
  adminListTemplates: {
    summary: 'List the kinds of emails',
    description: 'With the languages of their templates. Scope `read`.',
  },
  adminPreviewTemplate: {
    summary: 'Write an email with example values',
    description: 'By the templates in force, as a reader gets it. Its link and its code do not work. Scope `read`.',
    parameters: KIND,
  },
  adminShowTemplate: {
    summary: 'Show the HTML of an email with example values',
    description: 'As a page for a sandboxed frame of the console: it runs and loads nothing. Scope `read`.',
    parameters: KIND,
  },
} satisfies Record<string, OperationText>;

const PROVIDER = { id: 'The id of the provider.' };

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

/** What the admin API does with all users of a list. */
export const USER_LIST_OPERATIONS = {
  adminListUsersCsv: {
    summary: 'Write a list of users as CSV',
    description:
      'All pages of the list, in UTF-8. A cell that a spreadsheet would run as a formula begins with an apostrophe. Recorded in an event. Scope `export`.',
  },
  adminChangeUsers: {
    summary: 'Do the same with all users of a filter',
    description:
      'Ends sessions, requires a second factor or disables, for at most `limit` users in a call: continue with `next_cursor` while `has_more` is true. At least one filter must be given. Each user is changed alone, so that the same calls from the beginning complete what was interrupted. Scopes `write` and `read`.',
  },
} satisfies Record<string, OperationText>;

const ID = { id: 'The `webhook_id` of the webhook.' };

/** The webhooks of the admin API. */
export const WEBHOOK_OPERATIONS = {
  adminListWebhooks: {
    summary: 'List the webhooks',
    description: 'Without their secrets. Scope `webhooks`.',
  },
  adminCreateWebhook: {
    summary: 'Create a webhook',
    description:
      'From then on the URL receives the events of these types as signed messages (Standard Webhooks 1.0). The answer shows the secret only this once. Scope `webhooks`.',
  },
  adminGetWebhook: {
    summary: 'Read a webhook',
    description: 'With its state and how far it is behind. Scope `webhooks`.',
    parameters: ID,
  },
  adminUpdateWebhook: {
    summary: 'Change, pause or wake a webhook',
    description:
      'Only given fields change. `active: false` pauses it; `active: true` sends what it missed, as far as the event log reaches. Scope `webhooks`.',
    parameters: ID,
  },
  adminDeleteWebhook: {
    summary: 'Delete a webhook',
    description: 'With its deliveries. Scope `webhooks`.',
    parameters: ID,
  },
  adminRotateWebhookSecret: {
    summary: 'Replace the secret of a webhook',
    description: 'During the overlap each message has a signature of both secrets. Scope `webhooks`.',
    parameters: ID,
  },
  adminTestWebhook: {
    summary: 'Send a test message',
    description: 'A message of the type `webhook.test`, at once and without a retry. Scope `webhooks`.',
    parameters: ID,
  },
  adminListDeliveries: {
    summary: 'List the deliveries of a webhook',
    description: 'Those that were sent or given up are kept for 30 days. Scope `webhooks`.',
    parameters: ID,
  },
  adminRetryDelivery: {
    summary: 'Send a delivery now',
    description: 'One that has failed, or that waits for its next try. Scope `webhooks`.',
    parameters: { ...ID, delivery_id: 'The `delivery_id` of a delivery of this webhook.' },
  },
  adminReplayWebhook: {
    summary: 'Send events again',
    description:
      'Events of the log that match the types of the webhook and those of the request. The messages have the header `webhook-replay: 1`. Their results neither disable nor heal the webhook. Scope `webhooks`.',
    parameters: ID,
  },
} satisfies Record<string, OperationText>;
