import type { AccessClaims, AppClaims } from '../tokens/claims.js';

const NONE: AppClaims = Object.freeze({});

/** What administrators say about a user; empty if they say nothing. */
export function appOf({ app }: Partial<AccessClaims>): AppClaims {
  return typeof app === 'object' && app !== null && !Array.isArray(app) ? app : NONE;
}

/** Whether a user has one of these roles. Only a list of roles counts: a text would match parts of itself. */
export function hasRole(claims: Partial<AccessClaims>, allowed: readonly string[]): boolean {
  const { roles } = appOf(claims);
  return Array.isArray(roles) && allowed.some((role) => roles.includes(role));
}

/** @throws {TypeError} for roles that no user could have */
export function checkRoles(roles: unknown): void {
  if (!Array.isArray(roles) || roles.length === 0 || !roles.every((role) => typeof role === 'string' && role !== ''))
    throw new TypeError('Roles: at least one role must be given, each a text that is not empty.');
}
