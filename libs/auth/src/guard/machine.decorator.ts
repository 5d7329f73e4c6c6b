import { applyDecorators, SetMetadata, UseGuards } from '@nestjs/common';
import { MACHINE } from './access.js';
import { BearerGuard } from './bearer.guard.js';

/**
 * Accepts only tokens of machines at a handler or a class: of clients, and of API keys. A person is refused, also together with
 * `@Scopes()`. It includes the `BearerGuard`, which refuses with 401 and `NOT_AUTHENTICATED`.
 * @param kind `client` also refuses API keys: any user may be able to make one with every scope of `API_KEY_SCOPES`
 */
export function Machine(kind?: 'client'): MethodDecorator & ClassDecorator {
  return applyDecorators(SetMetadata(MACHINE, kind ?? true), UseGuards(BearerGuard));
}
