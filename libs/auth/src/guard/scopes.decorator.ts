import { checkScopes } from '@latchkey/verify';
import { applyDecorators, SetMetadata, UseGuards } from '@nestjs/common';
import { SCOPES, type ScopesDemand } from './access.js';
import { BearerGuard } from './bearer.guard.js';

interface ScopesOptions {
  /** Whether a person has all scopes, unless the claims of that person have a list `scopes`. By default only with such a list. */
  people?: boolean;
}

/**
 * Requires all of these scopes for a handler or a class, and accepts tokens of machines: of clients, and of API keys. A person
 * needs them in the list `scopes` of the claim `app`. It includes the `BearerGuard`, which refuses with 403 and
 * `NOT_AUTHORIZED`.
 * @throws {TypeError} without a scope, when the class is loaded
 */
export function Scopes(
  ...scopes: [string, ...string[]] | [string, ...string[], ScopesOptions]
): MethodDecorator & ClassDecorator {
  const last = scopes.at(-1);
  const { people = false } = typeof last === 'object' ? last : {};
  const names = typeof last === 'object' ? scopes.slice(0, -1) : scopes;
  checkScopes(names);
  const demand: ScopesDemand = { scopes: names as string[], people };
  return applyDecorators(SetMetadata(SCOPES, demand), UseGuards(BearerGuard));
}
