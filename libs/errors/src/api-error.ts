import { ERRORS, type ErrorCode } from './codes.js';

/** A failure with a documented code. The cause goes to the log, never into the answer. */
export class ApiError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string = ERRORS[code][1],
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
    this.name = 'ApiError';
  }
}
