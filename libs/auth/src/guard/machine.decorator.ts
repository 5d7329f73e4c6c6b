import { applyDecorators, SetMetadata, UseGuards } from '@nestjs/common';
import { MACHINE } from './access.js';
import { BearerGuard } from './bearer.guard.js';

/**
 * Accepts only tokens of machines at a handler or a class: of clients, and of API keys. A person is refused, also together with
 * `@Scopes()`. It includes the `BearerGuard`, which refuses with 401 and `NOT_AUTHENTICATED`.
 */
export function Machine(): MethodDecorator & ClassDecorator {
  return applyDecorators(SetMetadata(MACHINE, true), UseGuards(BearerGuard));
}
