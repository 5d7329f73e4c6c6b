export {
  ACCESS_ALGORITHM,
  ACCESS_TYPE,
  type AccessClaims,
  type ActClaim,
  type AppClaims,
  type AuthenticationRequirement,
  type CallerIdentity,
  type Identity,
  ImpersonatedCaller,
  InsufficientAuthentication,
  InvalidToken,
  IssuerUnavailable,
  isMachine,
  type MachineClaims,
  type MachineIdentity,
  MissingRole,
  MissingScope,
  MissingToken,
  type Refusal,
  type RevocationClaims,
  type RevocationOptions,
  RevocationsUnavailable,
  UnusableToken,
  VerifyError,
} from '@latchkey/verify';
export { AuthModule } from './auth.module.js';
export type { AuthAsyncOptions, AuthOptions, KeySource } from './auth.options.js';
export { BearerGuard } from './guard/bearer.guard.js';
export { Caller } from './guard/caller.decorator.js';
export { Machine } from './guard/machine.decorator.js';
export { NoImpersonation } from './guard/no-impersonation.decorator.js';
export { Public } from './guard/public.decorator.js';
export type { BearerRequest } from './guard/request-of.js';
export { RequireAuthentication } from './guard/require-authentication.decorator.js';
export { Roles } from './guard/roles.decorator.js';
export { Scopes } from './guard/scopes.decorator.js';
export type { ClientOptions, KeyClientOptions, SecretClientOptions } from './machine-tokens/client-options.js';
export { MachineTokens } from './machine-tokens/machine-tokens.js';
export { TokenRequestFailed, type TokenWish } from './machine-tokens/token-endpoint.js';
