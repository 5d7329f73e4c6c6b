import type { AccessClaims } from '../tokens/claims.js';

/** How a user must have signed in (RFC 9470, section 4): at least one of both. */
export interface AuthenticationRequirement {
  /** `aal2`: by two factors, or by a passkey that verified the user. */
  acr?: 'aal1' | 'aal2';
  /** How many seconds ago the newest proof in the session may be. */
  maxAge?: number;
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
export function meets(claims: Partial<AccessClaims>, { acr, maxAge }: AuthenticationRequirement, now: number): boolean {
  // An administrator who acts as the user has not proved to be the user.
  const proved: Partial<AccessClaims> = claims.act === undefined ? claims : {};
  if (acr === 'aal2' && proved.acr !== 'aal2') return false;
  if (maxAge === undefined) return true;
  const provedAt = Number.isInteger(proved.auth_time) ? Number(proved.auth_time) : 0;
  return now - provedAt <= maxAge;
}
