import type { ErrorKind } from './error-kind.js';

const IN_LINES = 'In the lines of an import that failed.';

/** Codes about clients and API keys. */
export const MACHINE_CODES = {
  CLIENT_NOT_FOUND: {
    message: 'There is no such client.',
    meaning: 'There is no client with this id, or it was deleted.',
    remedy: 'List the clients with `latchkey client list`.',
  },
  SECRET_NOT_FOUND: {
    message: 'This client has no such secret.',
    meaning: 'The client has no secret with this id, or it was deleted.',
    remedy: 'Read the client again: `secrets` has the ids.',
  },
  SECRET_LIMIT_REACHED: {
    message: 'This client has as many secrets as it may have.',
    meaning: 'The client has two secrets already.',
    remedy: 'Delete the one that no program uses any more.',
  },
  API_KEYS_DISABLED: {
    message: 'This service has no API keys.',
    meaning: '`API_KEY_SCOPES` is `none`, so users have no API keys.',
    remedy: 'Do not offer API keys, or set `API_KEY_SCOPES` and `API_KEY_AUDIENCES`.',
  },
  API_KEY_NOT_FOUND: {
    message: 'There is no such API key.',
    meaning: 'The user has no API key with this id, or it was revoked.',
    remedy: 'Read the list of keys again.',
  },
  KEY_LIMIT_REACHED: {
    message: 'This account has as many API keys as it may have.',
    meaning: 'The user has 20 API keys already.',
    remedy: 'Let the user delete one that is no longer used.',
  },
  INVALID_API_KEY: {
    message: 'The API key is not valid, or no longer valid.',
    meaning:
      'The API key is malformed, unknown, revoked or expired, or its user was disabled or deleted. The answer is the same in each case.',
    remedy: 'Make a new key. The log of the service has the reason.',
  },
  INVALID_SCOPE: {
    message: 'The scope is unknown, or more than is allowed.',
    meaning:
      'For a new key: a scope that is not in `API_KEY_SCOPES`, or beyond the `scopes` in the claims of the user. For an exchange: a scope that the key does not have or that is no longer allowed, or none is left.',
    remedy: 'Ask for less, or leave `scope` out to get what is left.',
  },
  INVALID_AUDIENCE: {
    message: 'The audience is missing, or not allowed.',
    meaning:
      'For a new key: an audience that is not in `API_KEY_AUDIENCES`. For an exchange: one that the key does not have or that is no longer allowed, or none although the key has several.',
    remedy: 'Name one audience of the key, byte for byte.',
  },
} satisfies Record<string, ErrorKind>;

/** Codes of the admin API, and those that any endpoint can answer with. */
export const ADMIN_CODES = {
  NOT_AUTHORIZED: {
    message: 'The admin token does not have the scope that this request needs.',
    meaning:
      'The admin token, or the user who administers, lacks the scope of the endpoint, or would give more rights than it has.',
    remedy: 'Use a token with the scope that the endpoint needs.',
    elsewhere:
      'Services that use `@latchkey/nest-auth` answer with it and status 403 when the user has none of the roles of `@Roles()`. There an administrator gives the [role](../recipes/roles.md), and the next refresh brings it.',
  },
  INVALID_HASH: {
    message: 'The password hash has an unsupported form or cost.',
    meaning: 'The `password_hash` has no supported format, or a cost that is too high or too low.',
    remedy: 'Compare it with the [hash formats](../hash-formats.md).',
    elsewhere: IN_LINES,
  },
  INVALID_FACTOR: {
    message: 'A factor of this user has an unsupported form.',
    meaning:
      'An authenticator app, a recovery code, a passkey or an identity of the new user is malformed. The message names the field.',
    remedy: 'Correct the field.',
    elsewhere: IN_LINES,
  },
  UID_ALREADY_IN_USE: {
    message: 'This uid belongs to another account.',
    meaning: 'Another account has the uid of the request.',
    remedy: 'Leave the `uid` out, or compare the accounts: the user may have been imported before.',
    elsewhere: IN_LINES,
  },
  BATCH_NOT_FOUND: {
    message: 'There is no such import.',
    meaning: 'There is no import with this id.',
    remedy: 'List the imports with `latchkey import list`.',
  },
  MESSAGE_NOT_FOUND: {
    message: 'There is no such message.',
    meaning: 'There is no email with this id in the outbox: sent and failed ones are removed after 30 days.',
    remedy: 'Read the list of messages again.',
  },
  TOKEN_NOT_FOUND: {
    message: 'There is no such admin token.',
    meaning: 'There is no admin token with this id, or it is revoked or expired.',
    remedy: 'Read the list of tokens again.',
  },
  RESET_NOT_FOUND: {
    message: 'No reset of the factors of this user is waiting.',
    meaning: 'No reset of the factors waits: it was done, stopped, or never asked for.',
    remedy: 'Read the factors of the user again.',
  },
  PROVIDER_EXISTS: {
    message: 'There is a provider with this id already.',
    meaning: 'A provider of the database or of `PROVIDERS_FILE` has this id.',
    remedy: 'Choose another id, or change the existing provider.',
  },
  INVALID_ISSUER: {
    message: 'The issuer must be an https URL without credentials, query or fragment.',
    meaning:
      'The issuer is missing, is no https URL without credentials, query and fragment, or is given for a kind of provider that has a fixed one.',
    remedy: 'Send the issuer exactly as its discovery document has it, with or without the last slash.',
  },
  INVALID_URL: {
    message: 'The URL of the webhook is not allowed.',
    meaning:
      'The URL of the webhook is no https URL, or leads to a private address that `WEBHOOK_NETWORKS` does not allow. The message says which.',
    remedy: 'Correct the URL, or add the network to `WEBHOOK_NETWORKS`.',
  },
  WEBHOOK_NOT_FOUND: {
    message: 'There is no such webhook.',
    meaning: 'There is no webhook with this id.',
    remedy: 'Read the list of webhooks again.',
  },
  WEBHOOK_LIMIT_REACHED: {
    message: 'There are as many webhooks as there may be.',
    meaning: 'The service has the most webhooks that it may have.',
    remedy: 'Delete one, or let one webhook receive more types of events.',
  },
  DELIVERY_NOT_FOUND: {
    message: 'There is no such delivery.',
    meaning: 'The webhook has no delivery with this id: deliveries are kept for 30 days.',
    remedy: 'Read the deliveries again, or replay the event.',
  },
  INVALID_REQUEST: {
    message: 'The request could not be understood.',
    meaning:
      'A field is missing or malformed, a parameter is unknown, the body is no JSON object, or a header is wrong. The message names the field where it can.',
    remedy: 'Correct the request: it fails in the same way each time.',
  },
  NOT_FOUND: {
    status: 404,
    message: 'There is nothing at this address.',
    meaning: 'There is no endpoint or page at this path with this method, or a setting has switched it off.',
    remedy: 'Compare the method and the path with [the endpoints](endpoints.md).',
    elsewhere: 'Any path that is no endpoint.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    message: 'The request body is larger than 64 KiB.',
    meaning: 'The body is larger than 64 KiB. Imports have no limit.',
    remedy: 'Send less, for example shorter metadata.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'The request body must be uncompressed application/json in UTF-8.',
    meaning: 'The `Content-Type` is another one than the endpoint reads, or the body is compressed.',
    remedy: 'Send `Content-Type: application/json` and no `Content-Encoding`.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: 'Too many tries. Please wait a while before the next one.',
    meaning: 'A [rate limit](settings.md) is reached, or the queue for passwords is full for this account or client.',
    remedy:
      'Wait as many seconds as the header `Retry-After` says. Behind a proxy, check `TRUST_PROXY`. The log of the service has the setting of the limit.',
  },
  INTERNAL_ERROR: {
    status: 500,
    message: 'Something went wrong on our side.',
    meaning: 'A fault of the service. The log has the stack.',
    remedy: 'Find the log lines by the `X-Request-Id` of the answer, and report the fault.',
  },
  UNAVAILABLE: {
    status: 503,
    message: 'The service cannot answer right now. Please try again shortly.',
    meaning:
      'The service starts or stops, the database is out of reach, too many passwords wait, or with `PASSWORD_BREACH_STRICT=on` the list of breached passwords is out of reach.',
    remedy:
      'Repeat the request after the seconds of the header `Retry-After`. The operator reads the log, `/health/ready` and `latchkey doctor`.',
    elsewhere:
      'Services that use `@latchkey/nest-auth` answer with it and status 503, without `Retry-After`, until they have fetched the keys and the revocations for the first time.',
  },
} satisfies Record<string, ErrorKind>;
