import type { CliCode } from './cli-codes.js';

const FAILED = 1;
const WRONG_USAGE = 2;

/** A failure that is printed as one sentence, without a stack. */
export class CliError extends Error {
  constructor(
    readonly code: CliCode,
    message: string,
    readonly exitCode: number = FAILED,
  ) {
    super(message);
  }
}

/** A wrong argument or option: exit code 2. */
export function usageError(message: string): CliError {
  return new CliError('INVALID_REQUEST', message, WRONG_USAGE);
}
