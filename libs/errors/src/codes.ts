/**
 * All failures of a request: the HTTP status of each, and its default message. The specification requires the status 400 for
 * the failures that it documents. All others have their usual status (RFC 9110, section 15).
 */
export const ERRORS = {
  NOT_AUTHENTICATED: [400, 'A valid access token is required in the Authorization header.'],
  INVALID_CREDENTIALS: [400, 'The email or the password is wrong.'],
  USER_DISABLED: [400, 'This account has been disabled by an administrator.'],
  USER_NOT_FOUND: [400, 'There is no such user.'],
  EMAIL_ALREADY_IN_USE: [400, 'This email belongs to another account.'],
  INVALID_EMAIL: [400, 'The email is not a valid address.'],
  WEAK_PASSWORD: [400, 'The password is too weak.'],
  INVALID_PASSWORD: [400, 'The current password or the reset token is wrong.'],
  REAUTHENTICATION_REQUIRED: [400, 'This needs a recent sign-in, or the current password in the field "password".'],
  INVALID_REFRESH_TOKEN: [400, 'The refresh token is not valid, or no longer valid.'],
  EXPIRED_JWT: [400, 'The refresh token has expired.'],
  INVALID_METADATA: [400, 'The metadata must be a string of valid JSON, at most 16 KiB long.'],
  INVALID_REDIRECT_URL: [400, 'The URL to return to is not allowed.'],
  EMAIL_ALREADY_VERIFIED: [400, 'The email has been verified already.'],
  EMAIL_NOT_CONFIGURED: [400, 'This service cannot send emails.'],
  INVALID_LINK: [400, 'This link is not valid. Please ask for a new one.'],
  LINK_EXPIRED: [400, 'This link has expired. Please ask for a new one.'],
  LINK_ALREADY_USED: [400, 'This link has been used already. Please ask for a new one.'],
  INVALID_REQUEST: [400, 'The request could not be understood.'],
  NOT_AUTHORIZED: [400, 'The admin token does not have the scope that this request needs.'],
  INVALID_HASH: [400, 'The password hash has an unsupported form or cost.'],
  UID_ALREADY_IN_USE: [400, 'This uid belongs to another account.'],
  BATCH_NOT_FOUND: [400, 'There is no such import.'],
  MESSAGE_NOT_FOUND: [400, 'There is no such message.'],
  TOKEN_NOT_FOUND: [400, 'There is no such admin token.'],
  SESSION_NOT_FOUND: [400, 'There is no such session.'],
  NOT_FOUND: [404, 'There is nothing at this address.'],
  PAYLOAD_TOO_LARGE: [413, 'The request body is larger than 64 KiB.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The request body must be uncompressed application/json in UTF-8.'],
  TOO_MANY_REQUESTS: [429, 'Too many tries. Please wait a while before the next one.'],
  INTERNAL_ERROR: [500, 'Something went wrong on our side.'],
  UNAVAILABLE: [503, 'The service cannot answer right now. Please try again shortly.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** A machine-readable error code: the `code` in the body of every failed answer. */
export type ErrorCode = keyof typeof ERRORS;
