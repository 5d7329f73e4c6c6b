import {
  type AuthenticationRequirement,
  ImpersonatedCaller,
  InsufficientAuthentication,
  MissingRole,
  MissingScope,
  UnusableToken,
} from './refusals.js';
import { type AccessClaims, type AppClaims, type Identity, isMachine } from './tokens/claims.js';

const NONE: AppClaims = Object.freeze({});

/** What administrators say about a user; empty if they say nothing. */
export function appOf({ app }: Partial<AccessClaims>): AppClaims {
  return typeof app === 'object' && app !== null && !Array.isArray(app) ? app : NONE;
}

/** Whether a user has one of these roles. Only a list of roles counts: a text would match parts of itself. */
function hasRole(claims: Partial<AccessClaims>, allowed: readonly string[]): boolean {
  const { roles } = appOf(claims);
  return Array.isArray(roles) && allowed.some((role) => roles.includes(role));
}

/** @throws {TypeError} for roles that no user could have */
export function checkRoles(roles: unknown): void {
  if (!Array.isArray(roles) || roles.length === 0 || !roles.every((role) => typeof role === 'string' && role !== ''))
    throw new TypeError('Roles: at least one role must be given, each a text that is not empty.');
}

/** @throws {TypeError} for a requirement that no token or any token would meet */
export function checkRequirement({ acr, maxAge }: AuthenticationRequirement): void {
  if (acr === undefined && maxAge === undefined)
    throw new TypeError('RequireAuthentication: acr or maxAge must be given.');
  if (acr !== undefined && acr !== 'aal1' && acr !== 'aal2')
    throw new TypeError('RequireAuthentication: acr must be aal1 or aal2.');
  if (maxAge !== undefined && !(Number.isInteger(maxAge) && maxAge > 0))
    throw new TypeError('RequireAuthentication: maxAge must be a whole number of seconds above 0.');
}

/** A token without the claims counts as `aal1`, and its proof as too old. */
function meets(claims: Partial<AccessClaims>, { acr, maxAge }: AuthenticationRequirement, now: number): boolean {
  // An administrator who acts as the user has not proved to be the user.
  const proved: Partial<AccessClaims> = claims.act === undefined ? claims : {};
  if (acr === 'aal2' && proved.acr !== 'aal2') return false;
  if (maxAge === undefined) return true;
  const provedAt = Number.isInteger(proved.auth_time) ? Number(proved.auth_time) : 0;
  return now - provedAt <= maxAge;
}

/** The characters of a scope (RFC 6749, section 3.3). */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/**
 * Whether a caller has all of these scopes. A person has those in the list `scopes` of the claims that administrators give:
 * they also limit what API keys of that person can do.
 * @param people whether a person without such a list has every scope
 */
function hasScopes(caller: Identity, wanted: readonly string[], people: boolean): boolean {
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

/** What a caller must meet. Without `machine` and `scopes`, tokens of machines are refused. */
export interface Demands extends AuthenticationRequirement {
  /** Only a machine: a client, or a script with an API key. With `client`, no API key, which any user may be able to make. */
  machine?: boolean | 'client';
  /** All of these scopes, for machines and for people. */
  scopes?: readonly string[];
  /** With `scopes`: a person whose claims do not limit scopes has all of them. */
  people?: boolean;
  /** One of these roles. No machine has roles. */
  roles?: readonly string[];
  /** No administrator who acts as the user. */
  noImpersonation?: boolean;
}

/** @throws {TypeError} for demands that no caller or any caller would meet by mistake */
export function checkDemands({ scopes, roles, acr, maxAge }: Demands): void {
  if (scopes !== undefined) checkScopes(scopes);
  if (roles !== undefined) checkRoles(roles);
  if (acr !== undefined || maxAge !== undefined) checkRequirement({ acr, maxAge });
}

/**
 * Checks the sign-in last: a new one neither gives a role nor ends an impersonation.
 * @param now in seconds since the UNIX epoch
 * @throws {VerifyError} that says what is not met
 */
export function requireDemands(caller: Identity, demands: Demands, now: number): void {
  const { machine = false, scopes, people = false, roles, noImpersonation = false, acr, maxAge } = demands;
  if (!isWanted(caller, machine, scopes !== undefined)) throw new UnusableToken('foreign');
  const person: Partial<AccessClaims> = isMachine(caller) ? {} : caller.claims;
  if (noImpersonation && person.act !== undefined) throw new ImpersonatedCaller();
  if (roles !== undefined && !hasRole(person, roles)) throw new MissingRole(roles);
  if (scopes !== undefined && !hasScopes(caller, scopes, people)) throw new MissingScope(scopes);
  if (acr === undefined && maxAge === undefined) return;
  if (!meets(person, { acr, maxAge }, now)) throw new InsufficientAuthentication({ acr, maxAge });
}

/** Whether this kind of caller is meant. */
function isWanted(caller: Identity, machine: boolean | 'client', scoped: boolean): boolean {
  if (!isMachine(caller)) return machine === false;
  return machine === 'client' ? caller.client !== undefined : machine || scoped;
}
