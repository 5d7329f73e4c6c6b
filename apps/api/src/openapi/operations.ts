import type { OperationText } from './admin-operations.js';
import {
  ADMIN_OPERATIONS,
  CLIENT_OPERATIONS,
  CONSOLE_OPERATIONS,
  EXTERNAL_ADMIN_OPERATIONS,
  INSPECTION_OPERATIONS,
  USER_LIST_OPERATIONS,
  WEBHOOK_OPERATIONS,
} from './admin-operations.js';

const PROVIDER = { id: 'The `id` of a provider.' };

/** External providers and identities. */
const EXTERNAL_OPERATIONS = {
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

const FACTOR = { factor_id: 'The `factor_id` of an authenticator app of the user.' };

/** Second factors. */
const FACTOR_OPERATIONS = {
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

/** Emails with links, and the endpoints to which the links lead. */
const LINK_OPERATIONS = {
  sendMagicLink: {
    summary: 'Mail a link that signs in',
    description:
      'The link works once. With `sign_up` it creates the account of an unknown email when it is followed. A disabled user receives no email. With `with_code` the email also has a code for /email-code/verify: using the link or the code uses up both. With `code_challenge`, the browser that knows its verifier signs in by `exchangeCode`, and no token is in a URL.',
  },
  sendEmailCode: {
    summary: 'Mail a code that signs in',
    description:
      'The code works once, and only with the `code_token` of the answer. The answer is the same whether or not the address has an account. With `sign_up` the code creates the account of an unknown email.',
  },
  verifyEmailCode: {
    summary: 'Sign in by an email code',
    description:
      'Each code allows five tries. The first proof of an address invalidates an earlier password and ends all sessions, unless the request has the `mfa_token` of MFA_ENROLMENT_REQUIRED or an access token of the same user.',
  },
  sendVerificationEmail: {
    summary: 'Mail a link that verifies the email of the signed-in user',
    description: 'The link works once, and leads to `next_url` after the verification.',
  },
  openMagicLink: {
    summary: 'Follow a magic link',
    description:
      'Signs in and redirects to `next_url` with `uid`, `at`, `rt` and `exp`; for a link with `code_challenge` only with `code`. With `LINK_CONFIRM=page` a page with a button comes first. A link of the sign-in pages only leads to a screen of theirs.',
  },
  followMagicLink: {
    summary: 'Follow a magic link by the button of its page',
    description:
      'Signs in and redirects to `next_url` with `uid`, `at`, `rt` and `exp`; for a link with `code_challenge` only with `code`.',
  },
  signInByMagicLink: {
    summary: 'Sign in at the sign-in pages by a magic link of theirs',
    description:
      'The link of a request whose `next_url` is the sign-in page leads to that page with `token`, and only this call uses it up. With `code_verifier` the browser that asked for the link goes on by itself: INVALID_CODE in any other one, and the link still works. Without it, a user has agreed to sign in there.',
  },
  openVerification: {
    summary: 'Follow a verification link',
    description:
      'Verifies the email and redirects to `next_url`. With `LINK_CONFIRM=page` a page with a button comes first.',
  },
  confirmVerification: {
    summary: 'Confirm an address from the page of a verification link, which proves it',
    description: 'Verifies the email and redirects to `next_url`.',
  },
  refuseVerification: {
    summary: 'Disown an account from the page of a verification link: ends its sessions and invalidates its password',
    description: 'For the owner of a mailbox who did not create the account. Redirects to `next_url`.',
  },
  openEmailConfirmation: {
    summary: 'Show the page that confirms a new address',
    description:
      'The page has a button that makes the new address the one of the account. The link is in the email to it.',
  },
  confirmEmail: {
    summary: 'Confirm a new address from its page',
    description:
      'The new email replaces the previous one, and is verified. No session ends, unless an administrator has set the email.',
  },
  openSecureAccount: {
    summary: 'Show the page that secures an account',
    description:
      'The page says what happened and what its button does. The link is in the emails about a new address, a second factor, a linked identity, an admin token and a sign-in on a new device. A used link answers LINK_ALREADY_USED, and so does a second one of the same mailbox from before its use, for 24 hours.',
  },
  secureAccount: {
    summary: 'Secure an account from the page of a link',
    description:
      'Ends all sessions, and everything under way: links, codes, admin tokens and API keys. What was added since the session of the event began, and at least in the 24 hours before it, is removed: factors, passkeys and recovery codes (only if sign-ins needed no second factor before), identities, devices, admin scopes, and a password that was set then or used for the sign-in. A changed email comes back, and one that waits is forgotten. If the password becomes invalid, an email has a link to choose a new one. Works once.',
  },
} satisfies Record<string, OperationText>;

/** Access tokens for clients, and API keys. */
const MACHINE_OPERATIONS = {
  issueClientToken: {
    summary: 'Get an access token for a client (RFC 6749, section 4.4)',
    description:
      'The client authenticates by HTTP Basic, or by an assertion that it has signed (RFC 7523): ES256, RS256 or EdDSA, `iss` and `sub` its id, `aud` the issuer or this URL, `exp` at most 300 seconds ahead, each `jti` once. Failures have the form of OAuth.',
  },
  listApiKeys: {
    summary: 'List the own API keys',
    description: 'Without the keys themselves.',
  },
  createApiKey: {
    summary: 'Make an API key',
    description:
      'For a script of the user. Needs a recent sign-in. Shows the key, once: `lk_`, its id, 256 random bits and a checksum. A user has at most 20.',
  },
  revokeApiKey: {
    summary: 'Revoke an API key',
    description: 'At once and for good. Other services refuse its access tokens within seconds.',
    parameters: { key_id: 'The `key_id` of a key of the user.' },
  },
  exchangeApiKey: {
    summary: 'Get an access token with an API key',
    description:
      'Its `typ` is `machine`, `sub` the user and `key_id` the key. The scopes are limited by the key, by `API_KEY_SCOPES`, and by the `scopes` in the claims of the user. No endpoint of this service accepts the token.',
  },
} satisfies Record<string, OperationText>;

const PASSKEY = { passkey_id: 'The `passkey_id` of a passkey of the user.' };

/** Passkeys. */
const PASSKEY_OPERATIONS = {
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

/** Keys and revocations for other services, probes and metrics. */
const SERVICE_OPERATIONS = {
  getIssuerMetadata: {
    summary: 'Where to find the public keys, for libraries that know only the issuer (RFC 8414)',
    description:
      'Contains only what the service does. It is no OpenID provider: there is no authorization endpoint and no ID token, and the token endpoint is for clients.',
  },
  getKeySet: {
    summary: 'The public keys of access tokens (RFC 7517)',
    description: 'Cache it as long as `Cache-Control` allows, and fetch it again for an unknown `kid`.',
  },
  listRevocations: {
    summary: 'The sessions, users, clients and API keys whose access tokens must be refused before they expire',
    description: 'Request it every few seconds with the `cursor` of the previous answer.',
  },
  checkLiveness: {
    summary: 'Whether the process answers',
    description: 'Does not use the database. For the liveness probe of an orchestrator.',
  },
  checkReadiness: {
    summary: 'Whether the database is reachable and migrated, and the signing keys are loaded',
    description: 'Fails during the shutdown. For load balancers and readiness probes.',
  },
  getMetrics: {
    summary: 'Metrics in the text format of Prometheus',
    description: '`METRICS_PORT` serves them without a token on another port. Scope `read`.',
  },
} satisfies Record<string, OperationText>;

/** Accounts, sessions and passwords. The keys are the operation ids, which name the methods of generated clients. */
const USER_OPERATIONS = {
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

const ALL = {
  ...USER_OPERATIONS,
  ...FACTOR_OPERATIONS,
  ...PASSKEY_OPERATIONS,
  ...EXTERNAL_OPERATIONS,
  ...LINK_OPERATIONS,
  ...ADMIN_OPERATIONS,
  ...EXTERNAL_ADMIN_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...INSPECTION_OPERATIONS,
  ...USER_LIST_OPERATIONS,
  ...CONSOLE_OPERATIONS,
  ...MACHINE_OPERATIONS,
  ...CLIENT_OPERATIONS,
  ...SERVICE_OPERATIONS,
};

/** The unique name of an operation in the OpenAPI document. */
export type OperationId = keyof typeof ALL;

export const OPERATIONS: Record<OperationId, OperationText> = ALL;
