import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { AuthenticationRequirement } from '../tokens/authentication.js';

export const REQUIREMENT = Symbol('REQUIREMENT');
export const ROLES = Symbol('ROLES');
export const NO_IMPERSONATION = Symbol('NO_IMPERSONATION');
export const PUBLIC = Symbol('PUBLIC');

const reflector = new Reflector();

/** What a request to a handler needs. */
export interface Access {
  /** Whether requests without a valid token are allowed. */
  open: boolean;
  /** What `@RequireAuthentication()` asks for. */
  requirement?: AuthenticationRequirement;
  /** What `@Roles()` asks for: one of these. */
  roles?: readonly string[];
  /** Whether `@NoImpersonation()` refuses administrators who act as a user. */
  ownersOnly?: boolean;
}

/**
 * A decorator of the handler overrides the same one of its class, and `@Public()` of the handler overrides all others of the
 * class. On the same target `@Public()` is weaker than they are.
 */
export function accessOf(context: ExecutionContext): Access {
  let requirement: Access['requirement'];
  let roles: Access['roles'];
  let ownersOnly: Access['ownersOnly'];
  for (const target of [context.getHandler(), context.getClass()]) {
    requirement ??= reflector.get<Access['requirement']>(REQUIREMENT, target);
    roles ??= reflector.get<Access['roles']>(ROLES, target);
    ownersOnly ??= reflector.get<Access['ownersOnly']>(NO_IMPERSONATION, target);
    const free = requirement === undefined && roles === undefined && ownersOnly === undefined;
    if (free && reflector.get<boolean | undefined>(PUBLIC, target)) return { open: true };
  }
  return { open: false, requirement, roles, ownersOnly };
}
