import type { ErrorCode } from '../codes.js';
import type { CodeText } from './code-text.js';

const IN_RETURN = 'As `error` in the URL to which the browser returns from the provider.';
const IN_LINES = 'In the lines of an import that failed.';

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
