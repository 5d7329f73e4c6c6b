import { ERRORS, type ErrorCode } from './codes.js';

interface ErrorOptions {
  cause?: unknown;
  /** Why, in fixed words: no value of the request, no query to find it. */
  reason?: string;
  retryAfter?: number;
  details?: Record<string, unknown>;
}

/** A failure with a documented code. The cause and the reason go to the log, never into the answer or an event. */
export class ApiError extends Error {
  /** After how many seconds the client may repeat the request; undefined when this is not known. */
  readonly retryAfter: number | undefined;
  /** Further fields of the answer. Failures of the specification have none. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  /** Which of the causes of the code it was. */
  readonly reason: string | undefined;

  constructor(code: ErrorCode, options?: ErrorOptions);
  constructor(code: ErrorCode, message?: string, options?: ErrorOptions);
  constructor(
    readonly code: ErrorCode,
    given?: string | ErrorOptions,
    more: ErrorOptions = {},
  ) {
    const { retryAfter, details, reason, ...options } = typeof given === 'object' ? given : more;
    super(typeof given === 'string' ? given : ERRORS[code].message, options);
    this.name = 'ApiError';
    this.retryAfter = retryAfter;
    this.details = details;
    this.reason = reason;
  }
}
