import type { Identity } from '../tokens/claims.js';
import { isMachine } from '../tokens/claims.js';
import { appOf } from './app-claims.js';

/** The characters of a scope (RFC 6749, section 3.3). */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/**
 * Whether a caller has all of these scopes. A person has those in the list `scopes` of the claims that administrators give:
 * they also limit what API keys of that person can do.
 * @param people whether a person without such a list has every scope
 */
export function hasScopes(caller: Identity, wanted: readonly string[], people: boolean): boolean {
  if (isMachine(caller)) return wanted.every((scope) => caller.scopes.includes(scope));
  const { scopes } = appOf(caller.claims);
  if (scopes === undefined) return people;
  return Array.isArray(scopes) && wanted.every((scope) => scopes.includes(scope));
}

/** @throws {TypeError} for scopes that no token could have, or that every token would have */
export function checkScopes(scopes: unknown): void {
  if (
    !Array.isArray(scopes) ||
    scopes.length === 0 ||
    !scopes.every((scope) => typeof scope === 'string' && SCOPE.test(scope))
  )
    throw new TypeError('Scopes: at least one scope must be given, each a text without spaces.');
}
