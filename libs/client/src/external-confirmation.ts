import { LatchkeyError } from './errors.js';
import type { Result } from './wire.js';

/** The address must be confirmed by an email code: see `requestConfirmation` and `confirm`. */
export class EmailConfirmationError extends LatchkeyError {
  constructor(
    message: string,
    readonly pendingToken: string,
    /** The address that the provider has given; without it, ask the user for one. */
    readonly email: string | undefined,
    status: number,
  ) {
    super('EMAIL_CONFIRMATION_REQUIRED', message, status);
  }
}

/** Passes a result on. @throws {EmailConfirmationError} for an address that must be confirmed */
export function refuseUnconfirmed<Data>(result: Result<Data>): Result<Data> {
  const failure = result.error as { code?: string; message: string; pending_token: string; email?: string } | undefined;
  if (failure?.code !== 'EMAIL_CONFIRMATION_REQUIRED') return result;
  const { message, pending_token, email } = failure;
  throw new EmailConfirmationError(message, pending_token, email ?? undefined, result.response.status);
}
