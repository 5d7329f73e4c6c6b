export { appOf, checkRequirement, checkRoles, checkScopes, type Demands } from './demands.js';
export type { Log } from './issuer/backoff-loop.js';
export type { ImportKey, KeySource, PublicJwk, VerifyingKey } from './issuer/keys.js';
export type { RevocationOptions, VerifierOptions } from './options.js';
export {
  type AuthenticationRequirement,
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
export { bearerToken } from './tokens/access-token.js';
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
