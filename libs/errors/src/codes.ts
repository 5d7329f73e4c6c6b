import { ADMIN_CODES, MACHINE_CODES } from './admin-codes.js';
import type { ErrorKind } from './error-kind.js';
import { ACCOUNT_CODES, SIGN_IN_CODES } from './user-codes.js';

const ALL = { ...ACCOUNT_CODES, ...SIGN_IN_CODES, ...MACHINE_CODES, ...ADMIN_CODES };

/** A machine-readable error code: the `code` in the body of every failed answer. */
export type ErrorCode = keyof typeof ALL;

/** All failures of a request. */
export const ERRORS: Record<ErrorCode, ErrorKind> = ALL;

/** The HTTP status of a failure. */
export function statusOf(code: ErrorCode): number {
  return ERRORS[code].status ?? 400;
}
