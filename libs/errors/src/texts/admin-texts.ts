import type { ErrorCode } from '../codes.js';
import type { CodeText } from './code-text.js';

const IN_LINES = 'In the lines of an import that failed.';

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
