import type { ErrorCode } from '../codes.js';
import type { CodeText } from './code-text.js';

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
