import type { ErrorKind } from './error-kind.js';

const IN_LINES = 'In the lines of an import that failed.';
const IN_URL = 'As `error` in the URL of the page to which a link in an email leads.';
const IN_RETURN = 'As `error` in the URL to which the browser returns from the provider.';

/** Codes about accounts, passwords, sessions and links. */
export const ACCOUNT_CODES = {
  NOT_AUTHENTICATED: {
    message: 'A valid access token is required in the Authorization header.',
    meaning:
      'The token is missing, malformed, expired or signed by another key, or its user was deleted or disabled (`GET /api/auth/user` shows a disabled user, and answers `USER_NOT_FOUND` for a deleted one). For a change also: its session has ended, by another way than a logout. For reads, the session is not looked up. At an endpoint for anyone: the page asked for a session in a cookie, and its origin is not in `COOKIE_ORIGINS`. Admin tokens: unknown, expired or revoked.',
    remedy:
      'Refresh the tokens and repeat the request once. If the refresh fails, sign in again. With an admin token, create a new one. The log of the service has the reason.',
    elsewhere: 'Services that use `@latchkey/nest-auth` answer with it, too: there with status 401.',
  },
  INVALID_CREDENTIALS: {
    message: 'The email or the password is wrong.',
    meaning:
      'The account does not exist, has no password, or has another one. The answer and its time are the same in each case.',
    remedy: 'Let the user try again or reset the password. The log and the event `login.failed` have the reason.',
  },
  USER_DISABLED: {
    message: 'This account has been disabled by an administrator.',
    meaning: 'The sign-in was right, but an administrator has disabled the account.',
    remedy: 'Tell the user to contact your support. An administrator enables the account again.',
    elsewhere: IN_URL,
  },
  USER_NOT_FOUND: {
    message: 'There is no such user.',
    meaning:
      'There is no account with this uid or email, or it was deleted meanwhile. A magic link without `sign_up` says so of an unknown email.',
    remedy: 'Check the uid or the email. For a signed-in user: delete the stored tokens and sign in again.',
  },
  IMPERSONATION_FORBIDDEN: {
    message: 'An administrator who acts as a user may not do this.',
    meaning:
      'The access token is one of an administrator who acts as the user, and the endpoint is for the user alone. At the start of an impersonation: `IMPERSONATION` is off, or the user has admin scopes.',
    remedy:
      'Do not offer the action while the claim `act` is in the access token. Only at the start of an impersonation: set `IMPERSONATION=on`, or choose a user without admin scopes.',
    elsewhere:
      'Services that use `@latchkey/nest-auth` answer with it and status 403 at a route with `@NoImpersonation()`: only the user can call it.',
  },
  EMAIL_ALREADY_IN_USE: {
    message: 'This email belongs to another account.',
    meaning:
      'An account has this email already: at a sign-up any account, at a change of the email another one. Emails are compared in lower case.',
    remedy:
      'At a sign-up, offer a sign-in or a password reset in place of a new account. At a change, ask for another email.',
    elsewhere:
      'In the lines of an import that failed, and in the URL of the page to which the link to a new email leads.',
  },
  INVALID_EMAIL: {
    message: 'The email is not a valid address.',
    meaning:
      'The email is missing, is no address, is longer than 254 characters, or has other characters than ASCII before the @. The message says which characters are wrong. An international domain is stored by its A-label: `lena@bücher.example` is `lena@xn--bcher-kva.example`.',
    remedy: 'Correct the email.',
    elsewhere: IN_LINES,
  },
  WEAK_PASSWORD: {
    message: 'The password is too weak.',
    meaning:
      'The new password is too short or too long, too easy to guess, or known from a data breach. The message says which. See `PASSWORD_MIN_LENGTH`, `PASSWORD_MIN_SCORE` and `PASSWORD_BREACH`.',
    remedy: 'Show the message, and let the user choose another password.',
  },
  INVALID_PASSWORD: {
    message: 'The current password or the reset token is wrong.',
    meaning: 'The current password is wrong, or the reset token is unknown, used or expired.',
    remedy: 'Let the user try again; with a reset token, ask for a new reset email.',
  },
  REAUTHENTICATION_REQUIRED: {
    message:
      'The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.',
    meaning:
      'The change needs a recent sign-in (`REAUTH_MAX_AGE`), and of a user with a second factor one by the factor. `max_age`, `acr` and `methods` say what is enough.',
    remedy:
      'Let the user prove again who they are by `POST /api/auth/user/reauthenticate`, then repeat the request. Web pages: see [prove it again](../change-email.md#prove-it-again).',
    elsewhere:
      'Services that use `@latchkey/nest-auth` answer with it and status 401 at a route with `@RequireAuthentication()`, with `max_age` and `acr_values` in the header `WWW-Authenticate`, and without `methods`.',
  },
  INVALID_REFRESH_TOKEN: {
    message: 'The refresh token is not valid, or no longer valid.',
    meaning: 'The refresh token is malformed, was replaced before the grace period, or its session has ended.',
    remedy: 'Delete the stored tokens and sign in again. Do not repeat the request.',
  },
  EXPIRED_JWT: {
    message: 'The refresh token has expired.',
    meaning: 'The refresh token was not used within `REFRESH_TOKEN_TTL`.',
    remedy: 'Sign in again.',
  },
  INVALID_METADATA: {
    message: 'The metadata must be a string of valid JSON, at most 16 KiB long.',
    meaning: 'The metadata are no text, no valid JSON, or longer than 16 KiB in UTF-8.',
    remedy: 'Send a text with JSON, such as `"{\\"plan\\":\\"pro\\"}"`.',
    elsewhere: IN_LINES,
  },
  INVALID_CLAIMS: {
    message: 'The claims must be a string with a JSON object, at most 1 KiB long.',
    meaning:
      'The claims are no text with a JSON object, longer than 1 KiB in UTF-8, or have a number that JavaScript would round or not hold, such as `1983516295378495150` or `1e999`. Then the message names its place.',
    remedy:
      'Send a text with a JSON object, such as `"{\\"roles\\":[\\"editor\\"]}"`, and large numbers in it as texts.',
    elsewhere: IN_LINES,
  },
  INVALID_REDIRECT_URL: {
    message: 'The URL to return to is not allowed.',
    meaning:
      'The URL is no plain http or https URL, or its origin is none of `APP_URL`, `BASE_URL` and `REDIRECT_ALLOWLIST`. It may differ from its normal form, to which the service redirects, in case, default port, international domain and percent-encoding only.',
    remedy:
      'Set `APP_URL` to your product, or add the origin of a further one to `REDIRECT_ALLOWLIST`. The log has a warning with the origin.',
  },
  EMAIL_ALREADY_VERIFIED: {
    message: 'The email has been verified already.',
    meaning: 'The email of the account is verified, so the service sends no email for it.',
    remedy: 'Read the user again: `email_verified` is true.',
  },
  EMAIL_NOT_CONFIGURED: {
    message: 'This service cannot send emails.',
    meaning: 'The request needs an email, and the service has no mail server.',
    remedy: 'Set `SMTP_URL`.',
  },
  INVALID_LINK: {
    message: 'This link is not valid. Please ask for a new one.',
    meaning: 'The token of the link is unknown, cut off, or for another kind of link.',
    remedy: 'Open the whole link, or ask for a new one.',
  },
  LINK_EXPIRED: {
    message: 'This link has expired. Please ask for a new one.',
    meaning:
      'The lifetime of the link is over, a newer change has revoked it, or what it would change is no longer there.',
    remedy: 'Ask for a new link.',
    elsewhere: IN_URL,
  },
  LINK_ALREADY_USED: {
    message: 'This link has been used already. Please ask for a new one.',
    meaning: 'The link works once, and was followed before: by the user, or by a scanner of the mail server.',
    remedy: 'Ask for a new link. With `LINK_CONFIRM=page`, scanners use no link up.',
    elsewhere: IN_URL,
  },
  SESSION_NOT_FOUND: {
    message: 'There is no such session.',
    meaning: 'The user has no session with this id, or it has ended.',
    remedy: 'Read the list of sessions again.',
  },
  DEVICE_NOT_FOUND: {
    message: 'There is no such device.',
    meaning: 'The user has no device with this id, or it was removed, for example by the refusal of a sign-in.',
    remedy: 'Read the list of devices again.',
  },
  EMAIL_NOT_VERIFIED: {
    message: 'Please confirm your email first, by a link or a code that was mailed to you.',
    meaning:
      'The change gives access to the account, so the owner of the mailbox must have confirmed the email first. For admin scopes, the email must be verified.',
    remedy: 'Let the user follow a verification link or enter a code that was emailed.',
  },
} satisfies Record<string, ErrorKind>;

/** Codes about second factors, passkeys and external providers. */
export const SIGN_IN_CODES = {
  MFA_REQUIRED: {
    message: 'This account needs a second factor. Send it with the mfa_token.',
    meaning: 'The first step of the sign-in was right, and the account has a second factor. No session is open yet.',
    remedy:
      'Ask for one of `methods`, and send it with the `mfa_token` to `POST /api/auth/mfa/verify` before `expiry`.',
    elsewhere: 'As `error` in the URL of the page to which a magic link leads, with `mfa_token`.',
  },
  MFA_ENROLMENT_REQUIRED: {
    message: 'This account must add a second factor. Add one with the mfa_token.',
    meaning: 'The sign-in was right, but the account must have a second factor (`MFA`, or its own `mfa`) and has none.',
    remedy:
      'Let the user add an authenticator app or a passkey, with the `mfa_token` in place of an access token. The last step opens the session.',
    elsewhere: 'As `error` in the URL of the page to which a magic link leads, with `mfa_token`.',
  },
  INVALID_MFA_TOKEN: {
    message: 'The mfa_token is not valid, or no longer valid. Please sign in again.',
    meaning:
      'The `mfa_token` is unknown, expired or used, or the password, the factors or the provider have changed since the first step.',
    remedy: 'Begin the sign-in again.',
  },
  INVALID_CODE: {
    message: 'The code is wrong, expired or used.',
    meaning:
      'The code of an authenticator app, a recovery code, a code of an email, or the code of a return from a provider is wrong, expired or used.',
    remedy:
      'Let the user enter the current code. After several wrong ones, ask for a new email or begin the sign-in again. Check the clock of the device.',
  },
  FACTOR_NOT_FOUND: {
    message: 'There is no such factor.',
    meaning: 'The user has no authenticator app with this id, or no factor of the needed kind.',
    remedy: 'Read the list of factors again.',
  },
  FACTOR_LIMIT_REACHED: {
    message: 'This account has as many factors as it may have.',
    meaning: 'The account has the most authenticator apps or passkeys that it may have.',
    remedy: 'Let the user remove one first.',
  },
  MFA_IS_REQUIRED: {
    message: 'This account must keep a second factor.',
    meaning:
      'The user must keep a second factor (`MFA`, the `mfa` of the account, or admin scopes), and this is the last.',
    remedy: 'Let the user add another factor first.',
  },
  MFA_NOT_ENABLED: {
    message: 'This account has no second factor.',
    meaning: 'The account has no second factor. Recovery codes, admin scopes and a sign-in with `acr` `aal2` need one.',
    remedy: 'Let the user add a factor first.',
  },
  INVALID_CHALLENGE: {
    message: 'The challenge is not valid, or no longer valid. Please try again.',
    meaning: 'The `challenge_id` is missing, unknown, expired or used, or belongs to another user or sign-in.',
    remedy: 'Ask for new options, and call the browser with them again.',
  },
  INVALID_PASSKEY: {
    message: 'This passkey could not be verified.',
    meaning:
      'The answer of the browser is malformed, or does not fit the challenge, the origin (`PASSKEY_ORIGINS`) or the domain (`PASSKEY_RP_ID`).',
    remedy: 'Compare the origin of the page with both settings: `latchkey doctor` checks them.',
  },
  PASSKEY_NOT_FOUND: {
    message: 'This service does not know this passkey.',
    meaning: 'No account has this passkey, or the user has none with this id: it may have been removed.',
    remedy: 'Offer another way to sign in. The user can delete the passkey from the device.',
  },
  PASSKEY_EXISTS: {
    message: 'This passkey has been added already.',
    meaning: 'The passkey belongs to an account already.',
    remedy: 'Use another authenticator, or sign in by this passkey.',
    elsewhere: IN_LINES,
  },
  LAST_SIGN_IN_METHOD: {
    message: 'This is the only way to sign in to the account.',
    meaning: 'Without this passkey or identity the user could not sign in again.',
    remedy: 'Let the user set a password, confirm the email or add another passkey first.',
  },
  MFA_DISABLED: {
    message: 'This service does not accept new second factors.',
    meaning: '`MFA=off`: the service accepts no new authenticator apps and passkeys as factors.',
    remedy: 'Hide the page for second factors, or set `MFA=optional`.',
  },
  PROVIDER_NOT_FOUND: {
    message: 'There is no such provider.',
    meaning: 'There is no provider with this id, or it is switched off.',
    remedy: 'Read `GET /api/auth/external/providers`, and offer only these.',
    elsewhere: IN_RETURN,
  },
  PROVIDER_ERROR: {
    message: 'The sign-in at the provider did not work. Please try again later.',
    meaning:
      'The provider was out of reach, refused the request, or its answer could not be verified. The log has the cause.',
    remedy: 'Offer another way to sign in. The operator tests the provider with `POST /api/admin/providers/{id}/test`.',
    elsewhere: IN_RETURN,
  },
  ACCESS_DENIED: {
    message: 'The sign-in at the provider was canceled.',
    meaning: 'The person canceled at the provider, or an administrator of the provider has not approved the app.',
    remedy: 'Show the sign-in page again.',
    elsewhere: IN_RETURN,
  },
  IDENTITY_NOT_FOUND: {
    message: 'There is no such identity.',
    meaning: 'The user has no external identity with this id.',
    remedy: 'Read the list of identities again.',
  },
  IDENTITY_ALREADY_LINKED: {
    message: 'This identity is linked to an account already.',
    meaning: 'Another account has this identity.',
    remedy: 'Let the user sign in by this identity, or unlink it from the other account first.',
    elsewhere: IN_LINES,
  },
  INVALID_STATE: {
    message: 'This sign-in is not valid, or no longer valid. Please begin again.',
    meaning:
      'The sign-in took more than 10 minutes, its URL was opened twice, or the provider was changed or switched off meanwhile.',
    remedy: 'Begin the sign-in again.',
  },
  INVALID_LOGOUT_TOKEN: {
    message: 'The logout token is not valid.',
    meaning:
      'The logout token of a provider is malformed, used before, too old, or of another issuer or client. The log has the cause.',
    remedy: 'Compare the issuer and the client id of the provider, and the clocks.',
  },
  SIGN_UP_NOT_ALLOWED: {
    message: 'A new account cannot be created here.',
    meaning:
      'The person has no account, and `sign_up` of the request or of the provider is false; or `SIGN_UP` is `off`, and the request would create an account, or the identity is linked to none and no account has proved its address.',
    remedy:
      'Offer a sign-up, or let the user sign in to the existing account and link the identity. With `SIGN_UP=off`, an administrator creates the account.',
  },
  EMAIL_CONFIRMATION_REQUIRED: {
    message: 'Please confirm your email by a code, with the pending_token.',
    meaning: 'The provider does not prove the email of the person, so a code in an email must do so.',
    remedy:
      'Ask for the email and the code with the `pending_token`, by `POST /api/auth/external/confirm` and `POST /api/auth/external/confirm/verify`.',
  },
} satisfies Record<string, ErrorKind>;
