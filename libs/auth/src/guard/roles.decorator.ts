import { checkRoles } from '@latchkey/verify';
import { applyDecorators, SetMetadata, UseGuards } from '@nestjs/common';
import { ROLES } from './access.js';
import { BearerGuard } from './bearer.guard.js';

/**
 * Requires one of these roles in the claim `app.roles` for a handler or a class. It includes the `BearerGuard`, which refuses
 * with 403 and `NOT_AUTHORIZED`.
 * @throws {TypeError} without a role, when the class is loaded
 */
export function Roles(...roles: [string, ...string[]]): MethodDecorator & ClassDecorator {
  checkRoles(roles);
  return applyDecorators(SetMetadata(ROLES, roles), UseGuards(BearerGuard));
}
