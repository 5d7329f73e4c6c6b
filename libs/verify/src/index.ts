export { appOf, checkRoles } from './demands/app-claims.js';
export { type AuthenticationRequirement, checkRequirement } from './demands/authentication.js';
export type { Demands } from './demands/demands.js';
export { checkScopes } from './demands/scopes.js';
export type { Log } from './issuer/failure-log.js';
export type { ImportKey, KeySource, PublicJwk, VerifyingKey } from './issuer/keys.js';
export type { RevocationOptions, VerifierOptions } from './options.js';
export {
  ImpersonatedCaller,
  InsufficientAuthentication,
  InvalidToken,
  IssuerUnavailable,
  MissingRole,
  MissingScope,
  MissingToken,
  type Refusal,
  RevocationsUnavailable,
  UnusableToken,
  VerifyError,
} from './refusals.js';
export { bearerToken } from './tokens/bearer-token.js';
export {
  ACCESS_ALGORITHM,
  ACCESS_TYPE,
  type AccessClaims,
  type ActClaim,
  type AppClaims,
  type CallerIdentity,
  type Identity,
  isMachine,
  type MachineClaims,
  type MachineIdentity,
  type RevocationClaims,
} from './tokens/claims.js';
export { createVerifier, type Verifier } from './verifier.js';
