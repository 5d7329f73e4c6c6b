import { ApiError, type ErrorCode } from '@app/errors';

/** Errors of a sign-in whose user or identity another request changed at the same time. */
const CHANGED: ErrorCode[] = [
  'EMAIL_ALREADY_IN_USE',
  'INVALID_CREDENTIALS',
  'IDENTITY_ALREADY_LINKED',
  'IDENTITY_NOT_FOUND',
];

/**
 * Makes a sign-in once more if another one got ahead of it. Of two that create the same user in parallel, the second one
 * then finds the user of the first.
 */
export async function retryChanged<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof ApiError && CHANGED.includes(error.code)) return attempt();
    throw error;
  }
}
