import { ERRORS, type ErrorCode } from './codes.js';

/** A failure with a documented code. The cause goes to the log, never into the answer. */
export class ApiError extends Error {
  /** After how many seconds the client may repeat the request; undefined when this is not known. */
  readonly retryAfter: number | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string = ERRORS[code][1],
    { retryAfter, ...options }: { cause?: unknown; retryAfter?: number } = {},
  ) {
    super(message, options);
    this.name = 'ApiError';
    this.retryAfter = retryAfter;
  }
}
