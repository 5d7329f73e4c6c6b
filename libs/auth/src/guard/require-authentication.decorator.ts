import { type AuthenticationRequirement, checkRequirement } from '@latchkey/verify';
import { applyDecorators, SetMetadata, UseGuards } from '@nestjs/common';
import { REQUIREMENT } from './access.js';
import { BearerGuard } from './bearer.guard.js';

/**
 * Requires a stronger or newer sign-in for a handler or a class (RFC 9470). It includes the `BearerGuard`, which refuses with
 * 401 and `REAUTHENTICATION_REQUIRED`.
 * @throws {TypeError} for a wrong requirement, when the class is loaded
 */
export function RequireAuthentication(requirement: AuthenticationRequirement): MethodDecorator & ClassDecorator {
  checkRequirement(requirement);
  return applyDecorators(SetMetadata(REQUIREMENT, requirement), UseGuards(BearerGuard));
}
