import { applyDecorators, SetMetadata, UseGuards } from '@nestjs/common';
import { NO_IMPERSONATION } from './access.js';
import { BearerGuard } from './bearer.guard.js';

/**
 * Refuses an administrator who acts as a user, at a handler or a class. It includes the `BearerGuard`, which refuses with 403
 * and `IMPERSONATION_FORBIDDEN`.
 */
export function NoImpersonation(): MethodDecorator & ClassDecorator {
  return applyDecorators(SetMetadata(NO_IMPERSONATION, true), UseGuards(BearerGuard));
}
