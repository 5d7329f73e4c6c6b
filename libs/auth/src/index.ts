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
export type {
  AuthAsyncOptions,
  AuthOptions,
  ClientOptions,
  KeyClientOptions,
  KeySource,
  SecretClientOptions,
} from './auth.options.js';
export type { BearerRequest } from './guard.js';
export {
  BearerGuard,
  Caller,
  Machine,
  NoImpersonation,
  Public,
  RequireAuthentication,
  Roles,
  Scopes,
} from './guard.js';
export { MachineTokens, TokenRequestFailed, type TokenWish } from './machine-tokens.js';
export { refusalFor, TokenVerifier } from './token-verifier.js';
