import type { ErrorCode } from '@app/errors';

/** The errors of OAuth (RFC 6749, section 5.2, and RFC 8707, section 2) with their HTTP statuses, by our codes. */
export const OAUTH_ERRORS = {
  NOT_AUTHENTICATED: [401, 'invalid_client'],
  INVALID_REQUEST: [400, 'invalid_request'],
  INVALID_SCOPE: [400, 'invalid_scope'],
  INVALID_AUDIENCE: [400, 'invalid_target'],
  TOO_MANY_REQUESTS: [429, 'temporarily_unavailable'],
  INTERNAL_ERROR: [500, 'server_error'],
  UNAVAILABLE: [503, 'temporarily_unavailable'],
} as const satisfies Partial<Record<ErrorCode, readonly [status: number, error: string]>>;

export const UNSUPPORTED_GRANT_TYPE = 'unsupported_grant_type';
