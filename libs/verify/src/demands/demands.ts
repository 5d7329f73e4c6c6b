import {
  ImpersonatedCaller,
  InsufficientAuthentication,
  MissingRole,
  MissingScope,
  UnusableToken,
} from '../refusals.js';
import { type AccessClaims, type Identity, isMachine } from '../tokens/claims.js';
import { checkRoles, hasRole } from './app-claims.js';
import { type AuthenticationRequirement, checkRequirement, meets } from './authentication.js';
import { checkScopes, hasScopes } from './scopes.js';

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
