import { ERRORS, type ErrorCode } from './codes.js';

interface ErrorOptions {
  cause?: unknown;
  retryAfter?: number;
  details?: Record<string, unknown>;
}

/** A failure with a documented code. The cause goes to the log, never into the answer. */
export class ApiError extends Error {
  /** After how many seconds the client may repeat the request; undefined when this is not known. */
  readonly retryAfter: number | undefined;
  /** Further fields of the answer. Failures of the specification have none. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string = ERRORS[code][1],
    { retryAfter, details, ...options }: ErrorOptions = {},
  ) {
    super(message, options);
    this.name = 'ApiError';
    this.retryAfter = retryAfter;
    this.details = details;
  }
}
