import type { ErrorCode } from './codes.js';

const IN_LINES = 'In the lines of an import that failed.';
const IN_URL = 'As `error` in the URL of the page to which a link in an email leads.';

/** Codes about accounts, passwords, sessions and links. */
export const ACCOUNT_TEXTS = {
  NOT_AUTHENTICATED: {
    meaning:
      'The token is missing, malformed, expired or signed by another key, or its user was deleted or disabled (`GET /api/auth/user` shows a disabled user, and answers `USER_NOT_FOUND` for a deleted one). For a change also: its session has ended, by another way than a logout. For reads, the session is not looked up. At an endpoint for anyone: the page asked for a session in a cookie, and its origin is not in `COOKIE_ORIGINS`. Admin tokens: unknown, expired or revoked.',
    remedy:
      'Refresh the tokens and repeat the request once. If the refresh fails, sign in again. With an admin token, create a new one. The log of the service has the reason.',
    elsewhere: 'Services that use `@latchkey/nest-auth` answer with it, too: there with status 401.',
  },
  INVALID_CREDENTIALS: {
    meaning:
      'The account does not exist, has no password, or has another one. The answer and its time are the same in each case.',
    remedy: 'Let the user try again or reset the password. The log and the event `login.failed` have the reason.',
  },
  USER_DISABLED: {
    meaning: 'The sign-in was right, but an administrator has disabled the account.',
    remedy: 'Tell the user to contact your support. An administrator enables the account again.',
    elsewhere: IN_URL,
  },
  USER_NOT_FOUND: {
    meaning:
      'There is no account with this uid or email, or it was deleted meanwhile. A magic link without `sign_up` says so of an unknown email.',
    remedy: 'Check the uid or the email. For a signed-in user: delete the stored tokens and sign in again.',
  },
  IMPERSONATION_FORBIDDEN: {
    meaning:
      'The access token is one of an administrator who acts as the user, and the endpoint is for the user alone. At the start of an impersonation: `IMPERSONATION` is off, or the user has admin scopes.',
    remedy:
      'Do not offer the action while the claim `act` is in the access token. Only at the start of an impersonation: set `IMPERSONATION=on`, or choose a user without admin scopes.',
    elsewhere:
      'Services that use `@latchkey/nest-auth` answer with it and status 403 at a route with `@NoImpersonation()`: only the user can call it.',
  },
  EMAIL_ALREADY_IN_USE: {
    meaning:
      'An account has this email already: at a sign-up any account, at a change of the email another one. Emails are compared in lower case.',
    remedy:
      'At a sign-up, offer a sign-in or a password reset in place of a new account. At a change, ask for another email.',
    elsewhere:
      'In the lines of an import that failed, and in the URL of the page to which the link to a new email leads.',
  },
  INVALID_EMAIL: {
    meaning:
      'The email is missing, is no address, is longer than 254 characters, or has other characters than ASCII before the @. The message says which characters are wrong. An international domain is stored by its A-label: `lena@bücher.example` is `lena@xn--bcher-kva.example`.',
    remedy: 'Correct the email.',
    elsewhere: IN_LINES,
  },
  WEAK_PASSWORD: {
    meaning:
      'The new password is too short or too long, too easy to guess, or known from a data breach. The message says which. See `PASSWORD_MIN_LENGTH`, `PASSWORD_MIN_SCORE` and `PASSWORD_BREACH`.',
    remedy: 'Show the message, and let the user choose another password.',
  },
  INVALID_PASSWORD: {
    meaning: 'The current password is wrong, or the reset token is unknown, used or expired.',
    remedy: 'Let the user try again; with a reset token, ask for a new reset email.',
  },
  REAUTHENTICATION_REQUIRED: {
    meaning:
      'The change needs a recent sign-in (`REAUTH_MAX_AGE`), and of a user with a second factor one by the factor. `max_age`, `acr` and `methods` say what is enough.',
    remedy:
      'Let the user prove again who they are by `POST /api/auth/user/reauthenticate`, then repeat the request. Web pages: see [prove it again](../change-email.md#prove-it-again).',
    elsewhere:
      'Services that use `@latchkey/nest-auth` answer with it and status 401 at a route with `@RequireAuthentication()`, with `max_age` and `acr_values` in the header `WWW-Authenticate`, and without `methods`.',
  },
  INVALID_REFRESH_TOKEN: {
    meaning: 'The refresh token is malformed, was replaced before the grace period, or its session has ended.',
    remedy: 'Delete the stored tokens and sign in again. Do not repeat the request.',
  },
  EXPIRED_JWT: {
    meaning: 'The refresh token was not used within `REFRESH_TOKEN_TTL`.',
    remedy: 'Sign in again.',
  },
  INVALID_METADATA: {
    meaning: 'The metadata are no text, no valid JSON, or longer than 16 KiB in UTF-8.',
    remedy: 'Send a text with JSON, such as `"{\\"plan\\":\\"pro\\"}"`.',
    elsewhere: IN_LINES,
  },
  INVALID_CLAIMS: {
    meaning:
      'The claims are no text with a JSON object, longer than 1 KiB in UTF-8, or have a number that JavaScript would round or not hold, such as `1983516295378495150` or `1e999`. Then the message names its place.',
    remedy:
      'Send a text with a JSON object, such as `"{\\"roles\\":[\\"editor\\"]}"`, and large numbers in it as texts.',
    elsewhere: IN_LINES,
  },
  INVALID_REDIRECT_URL: {
    meaning:
      'The URL is no plain http or https URL, or its origin is none of `APP_URL`, `BASE_URL` and `REDIRECT_ALLOWLIST`. It may differ from its normal form, to which the service redirects, in case, default port, international domain and percent-encoding only.',
    remedy:
      'Set `APP_URL` to your product, or add the origin of a further one to `REDIRECT_ALLOWLIST`. The log has a warning with the origin.',
  },
  EMAIL_ALREADY_VERIFIED: {
    meaning: 'The email of the account is verified, so the service sends no email for it.',
    remedy: 'Read the user again: `email_verified` is true.',
  },
  EMAIL_NOT_CONFIGURED: {
    meaning: 'The request needs an email, and the service has no mail server.',
    remedy: 'Set `SMTP_URL`.',
  },
  INVALID_LINK: {
    meaning: 'The token of the link is unknown, cut off, or for another kind of link.',
    remedy: 'Open the whole link, or ask for a new one.',
  },
  LINK_EXPIRED: {
    meaning:
      'The lifetime of the link is over, a newer change has revoked it, or what it would change is no longer there.',
    remedy: 'Ask for a new link.',
    elsewhere: IN_URL,
  },
  LINK_ALREADY_USED: {
    meaning: 'The link works once, and was followed before: by the user, or by a scanner of the mail server.',
    remedy: 'Ask for a new link. With `LINK_CONFIRM=page`, scanners use no link up.',
    elsewhere: IN_URL,
  },
  SESSION_NOT_FOUND: {
    meaning: 'The user has no session with this id, or it has ended.',
    remedy: 'Read the list of sessions again.',
  },
  DEVICE_NOT_FOUND: {
    meaning: 'The user has no device with this id, or it was removed, for example by the refusal of a sign-in.',
    remedy: 'Read the list of devices again.',
  },
  EMAIL_NOT_VERIFIED: {
    meaning:
      'The change gives access to the account, so the owner of the mailbox must have confirmed the email first. For admin scopes, the email must be verified.',
    remedy: 'Let the user follow a verification link or enter a code that was emailed.',
  },
} satisfies Partial<Record<ErrorCode, CodeText>>;

/** Codes of the admin API, and those that any endpoint can answer with. */
export const ADMIN_TEXTS = {
  NOT_AUTHORIZED: {
    meaning:
      'The admin token, or the user who administers, lacks the scope of the endpoint, or would give more rights than it has.',
    remedy: 'Use a token with the scope that the endpoint needs.',
    elsewhere:
      'Services that use `@latchkey/nest-auth` answer with it and status 403 when the user has none of the roles of `@Roles()`. There an administrator gives the [role](../recipes/roles.md), and the next refresh brings it.',
  },
  INVALID_HASH: {
    meaning: 'The `password_hash` has no supported format, or a cost that is too high or too low.',
    remedy: 'Compare it with the [hash formats](../hash-formats.md).',
    elsewhere: IN_LINES,
  },
  INVALID_FACTOR: {
    meaning:
      'An authenticator app, a recovery code, a passkey or an identity of the new user is malformed. The message names the field.',
    remedy: 'Correct the field.',
    elsewhere: IN_LINES,
  },
  UID_ALREADY_IN_USE: {
    meaning: 'Another account has the uid of the request.',
    remedy: 'Leave the `uid` out, or compare the accounts: the user may have been imported before.',
    elsewhere: IN_LINES,
  },
  BATCH_NOT_FOUND: {
    meaning: 'There is no import with this id.',
    remedy: 'List the imports with `latchkey import list`.',
  },
  MESSAGE_NOT_FOUND: {
    meaning: 'There is no email with this id in the outbox: sent and failed ones are removed after 30 days.',
    remedy: 'Read the list of messages again.',
  },
  TOKEN_NOT_FOUND: {
    meaning: 'There is no admin token with this id, or it is revoked or expired.',
    remedy: 'Read the list of tokens again.',
  },
  RESET_NOT_FOUND: {
    meaning: 'No reset of the factors waits: it was done, stopped, or never asked for.',
    remedy: 'Read the factors of the user again.',
  },
  PROVIDER_EXISTS: {
    meaning: 'A provider of the database or of `PROVIDERS_FILE` has this id.',
    remedy: 'Choose another id, or change the existing provider.',
  },
  INVALID_ISSUER: {
    meaning:
      'The issuer is missing, is no https URL without credentials, query and fragment, or is given for a kind of provider that has a fixed one.',
    remedy: 'Send the issuer exactly as its discovery document has it, with or without the last slash.',
  },
  INVALID_URL: {
    meaning:
      'The URL of the webhook is no https URL, or leads to a private address that `WEBHOOK_NETWORKS` does not allow. The message says which.',
    remedy: 'Correct the URL, or add the network to `WEBHOOK_NETWORKS`.',
  },
  WEBHOOK_NOT_FOUND: {
    meaning: 'There is no webhook with this id.',
    remedy: 'Read the list of webhooks again.',
  },
  WEBHOOK_LIMIT_REACHED: {
    meaning: 'The service has the most webhooks that it may have.',
    remedy: 'Delete one, or let one webhook receive more types of events.',
  },
  DELIVERY_NOT_FOUND: {
    meaning: 'The webhook has no delivery with this id: deliveries are kept for 30 days.',
    remedy: 'Read the deliveries again, or replay the event.',
  },
  INVALID_REQUEST: {
    meaning:
      'A field is missing or malformed, a parameter is unknown, the body is no JSON object, or a header is wrong. The message names the field where it can.',
    remedy: 'Correct the request: it fails in the same way each time.',
  },
  NOT_FOUND: {
    meaning: 'There is no endpoint or page at this path with this method, or a setting has switched it off.',
    remedy: 'Compare the method and the path with [the endpoints](endpoints.md).',
    elsewhere: 'Any path that is no endpoint.',
  },
  PAYLOAD_TOO_LARGE: {
    meaning: 'The body is larger than 64 KiB. Imports have no limit.',
    remedy: 'Send less, for example shorter metadata.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: 'The `Content-Type` is another one than the endpoint reads, or the body is compressed.',
    remedy: 'Send `Content-Type: application/json` and no `Content-Encoding`.',
  },
  TOO_MANY_REQUESTS: {
    meaning: 'A [rate limit](settings.md) is reached, or the queue for passwords is full for this account or client.',
    remedy:
      'Wait as many seconds as the header `Retry-After` says. Behind a proxy, check `TRUST_PROXY`. The log of the service has the setting of the limit.',
  },
  INTERNAL_ERROR: {
    meaning: 'A fault of the service. The log has the stack.',
    remedy: 'Find the log lines by the `X-Request-Id` of the answer, and report the fault.',
  },
  UNAVAILABLE: {
    meaning:
      'The service starts or stops, the database is out of reach, too many passwords wait, or with `PASSWORD_BREACH_STRICT=on` the list of breached passwords is out of reach.',
    remedy:
      'Repeat the request after the seconds of the header `Retry-After`. The operator reads the log, `/health/ready` and `latchkey doctor`.',
    elsewhere:
      'Services that use `@latchkey/nest-auth` answer with it and status 503, without `Retry-After`, until they have fetched the keys and the revocations for the first time.',
  },
} satisfies Partial<Record<ErrorCode, CodeText>>;

/** What the reference says of an error code, in Markdown. */
export interface CodeText {
  /** When the service answers with the code, beyond its message. */
  meaning: string;
  /** What the caller, or the operator of the service, does then. */
  remedy: string;
  /** Where else it occurs than in the answers of endpoints that list it in the OpenAPI document. */
  elsewhere?: string;
}

/** Codes about clients and API keys. */
export const MACHINE_TEXTS = {
  CLIENT_NOT_FOUND: {
    meaning: 'There is no client with this id, or it was deleted.',
    remedy: 'List the clients with `latchkey client list`.',
  },
  SECRET_NOT_FOUND: {
    meaning: 'The client has no secret with this id, or it was deleted.',
    remedy: 'Read the client again: `secrets` has the ids.',
  },
  SECRET_LIMIT_REACHED: {
    meaning: 'The client has two secrets already.',
    remedy: 'Delete the one that no program uses any more.',
  },
  API_KEYS_DISABLED: {
    meaning: '`API_KEY_SCOPES` is `none`, so users have no API keys.',
    remedy: 'Do not offer API keys, or set `API_KEY_SCOPES` and `API_KEY_AUDIENCES`.',
  },
  API_KEY_NOT_FOUND: {
    meaning: 'The user has no API key with this id, or it was revoked.',
    remedy: 'Read the list of keys again.',
  },
  KEY_LIMIT_REACHED: {
    meaning: 'The user has 20 API keys already.',
    remedy: 'Let the user delete one that is no longer used.',
  },
  INVALID_API_KEY: {
    meaning:
      'The API key is malformed, unknown, revoked or expired, or its user was disabled or deleted. The answer is the same in each case.',
    remedy: 'Make a new key. The log of the service has the reason.',
  },
  INVALID_SCOPE: {
    meaning:
      'For a new key: a scope that is not in `API_KEY_SCOPES`, or beyond the `scopes` in the claims of the user. For an exchange: a scope that the key does not have or that is no longer allowed, or none is left.',
    remedy: 'Ask for less, or leave `scope` out to get what is left.',
  },
  INVALID_AUDIENCE: {
    meaning:
      'For a new key: an audience that is not in `API_KEY_AUDIENCES`. For an exchange: one that the key does not have or that is no longer allowed, or none although the key has several.',
    remedy: 'Name one audience of the key, byte for byte.',
  },
} satisfies Partial<Record<ErrorCode, CodeText>>;

const IN_RETURN = 'As `error` in the URL to which the browser returns from the provider.';

/** Codes about second factors, passkeys and external providers. */
export const SIGN_IN_TEXTS = {
  MFA_REQUIRED: {
    meaning: 'The first step of the sign-in was right, and the account has a second factor. No session is open yet.',
    remedy:
      'Ask for one of `methods`, and send it with the `mfa_token` to `POST /api/auth/mfa/verify` before `expiry`.',
    elsewhere: 'As `error` in the URL of the page to which a magic link leads, with `mfa_token`.',
  },
  MFA_ENROLMENT_REQUIRED: {
    meaning: 'The sign-in was right, but the account must have a second factor (`MFA`, or its own `mfa`) and has none.',
    remedy:
      'Let the user add an authenticator app or a passkey, with the `mfa_token` in place of an access token. The last step opens the session.',
    elsewhere: 'As `error` in the URL of the page to which a magic link leads, with `mfa_token`.',
  },
  INVALID_MFA_TOKEN: {
    meaning:
      'The `mfa_token` is unknown, expired or used, or the password, the factors or the provider have changed since the first step.',
    remedy: 'Begin the sign-in again.',
  },
  INVALID_CODE: {
    meaning:
      'The code of an authenticator app, a recovery code, a code of an email, or the code of a return from a provider is wrong, expired or used.',
    remedy:
      'Let the user enter the current code. After several wrong ones, ask for a new email or begin the sign-in again. Check the clock of the device.',
  },
  FACTOR_NOT_FOUND: {
    meaning: 'The user has no authenticator app with this id, or no factor of the needed kind.',
    remedy: 'Read the list of factors again.',
  },
  FACTOR_LIMIT_REACHED: {
    meaning: 'The account has the most authenticator apps or passkeys that it may have.',
    remedy: 'Let the user remove one first.',
  },
  MFA_IS_REQUIRED: {
    meaning:
      'The user must keep a second factor (`MFA`, the `mfa` of the account, or admin scopes), and this is the last.',
    remedy: 'Let the user add another factor first.',
  },
  MFA_NOT_ENABLED: {
    meaning: 'The account has no second factor. Recovery codes, admin scopes and a sign-in with `acr` `aal2` need one.',
    remedy: 'Let the user add a factor first.',
  },
  INVALID_CHALLENGE: {
    meaning: 'The `challenge_id` is missing, unknown, expired or used, or belongs to another user or sign-in.',
    remedy: 'Ask for new options, and call the browser with them again.',
  },
  INVALID_PASSKEY: {
    meaning:
      'The answer of the browser is malformed, or does not fit the challenge, the origin (`PASSKEY_ORIGINS`) or the domain (`PASSKEY_RP_ID`).',
    remedy: 'Compare the origin of the page with both settings: `latchkey doctor` checks them.',
  },
  PASSKEY_NOT_FOUND: {
    meaning: 'No account has this passkey, or the user has none with this id: it may have been removed.',
    remedy: 'Offer another way to sign in. The user can delete the passkey from the device.',
  },
  PASSKEY_EXISTS: {
    meaning: 'The passkey belongs to an account already.',
    remedy: 'Use another authenticator, or sign in by this passkey.',
    elsewhere: IN_LINES,
  },
  LAST_SIGN_IN_METHOD: {
    meaning: 'Without this passkey or identity the user could not sign in again.',
    remedy: 'Let the user set a password, confirm the email or add another passkey first.',
  },
  MFA_DISABLED: {
    meaning: '`MFA=off`: the service accepts no new authenticator apps and passkeys as factors.',
    remedy: 'Hide the page for second factors, or set `MFA=optional`.',
  },
  PROVIDER_NOT_FOUND: {
    meaning: 'There is no provider with this id, or it is switched off.',
    remedy: 'Read `GET /api/auth/external/providers`, and offer only these.',
    elsewhere: IN_RETURN,
  },
  PROVIDER_ERROR: {
    meaning:
      'The provider was out of reach, refused the request, or its answer could not be verified. The log has the cause.',
    remedy: 'Offer another way to sign in. The operator tests the provider with `POST /api/admin/providers/{id}/test`.',
    elsewhere: IN_RETURN,
  },
  ACCESS_DENIED: {
    meaning: 'The person canceled at the provider, or an administrator of the provider has not approved the app.',
    remedy: 'Show the sign-in page again.',
    elsewhere: IN_RETURN,
  },
  IDENTITY_NOT_FOUND: {
    meaning: 'The user has no external identity with this id.',
    remedy: 'Read the list of identities again.',
  },
  IDENTITY_ALREADY_LINKED: {
    meaning: 'Another account has this identity.',
    remedy: 'Let the user sign in by this identity, or unlink it from the other account first.',
    elsewhere: IN_LINES,
  },
  INVALID_STATE: {
    meaning:
      'The sign-in took more than 10 minutes, its URL was opened twice, or the provider was changed or switched off meanwhile.',
    remedy: 'Begin the sign-in again.',
  },
  INVALID_LOGOUT_TOKEN: {
    meaning:
      'The logout token of a provider is malformed, used before, too old, or of another issuer or client. The log has the cause.',
    remedy: 'Compare the issuer and the client id of the provider, and the clocks.',
  },
  SIGN_UP_NOT_ALLOWED: {
    meaning:
      'The person has no account, and `sign_up` of the request or of the provider is false; or `SIGN_UP` is `off`, and the request would create an account, or the identity is linked to none and no account has proved its address.',
    remedy:
      'Offer a sign-up, or let the user sign in to the existing account and link the identity. With `SIGN_UP=off`, an administrator creates the account.',
  },
  EMAIL_CONFIRMATION_REQUIRED: {
    meaning: 'The provider does not prove the email of the person, so a code in an email must do so.',
    remedy:
      'Ask for the email and the code with the `pending_token`, by `POST /api/auth/external/confirm` and `POST /api/auth/external/confirm/verify`.',
  },
} satisfies Partial<Record<ErrorCode, CodeText>>;

/** The text of each error code for docs/reference/error-codes.md. A code without a text does not compile. */
export const CODE_TEXTS: Record<ErrorCode, CodeText> = {
  ...ACCOUNT_TEXTS,
  ...SIGN_IN_TEXTS,
  ...MACHINE_TEXTS,
  ...ADMIN_TEXTS,
};
