export { AuthModule } from './auth.module.js';
export type { AuthAsyncOptions, AuthOptions, KeySource, RevocationOptions } from './auth.options.js';
export { BearerGuard } from './guard/bearer.guard.js';
export { Caller } from './guard/caller.decorator.js';
export { NoImpersonation } from './guard/no-impersonation.decorator.js';
export { Public } from './guard/public.decorator.js';
export type { BearerRequest } from './guard/request-of.js';
export { RequireAuthentication } from './guard/require-authentication.decorator.js';
export { Roles } from './guard/roles.decorator.js';
export {
  ImpersonatedCaller,
  InsufficientAuthentication,
  IssuerUnavailable,
  MissingRole,
  type Refusal,
  UnusableToken,
} from './refusal.js';
export type { AuthenticationRequirement } from './tokens/authentication.js';
export {
  ACCESS_ALGORITHM,
  ACCESS_TYPE,
  type AccessClaims,
  type ActClaim,
  type AppClaims,
  type CallerIdentity,
  type RevocationClaims,
} from './tokens/claims.js';
