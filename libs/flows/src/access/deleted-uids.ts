import { ApiError } from '@app/errors';
import type { Administrator } from './administrator.js';

/**
 * Whether an administrator may give a new account the uid of a deleted user. Other services know the user by it, so the new
 * account would take the place of one with a second factor: it needs `export`, which shows the factors of users.
 */
export function mayReuseUids(by: Administrator | undefined): boolean {
  return by === undefined || by.scopes.includes('export');
}

export function uidOfDeleted(): ApiError {
  return new ApiError('NOT_AUTHORIZED', 'A deleted user had this uid. To give it again needs the scope "export".', {
    reason: 'uid of a deleted user',
  });
}
