export {
  DEVICE_SECONDS,
  Device,
  DeviceStore,
  deviceTextOf,
  deviceTokensIn,
  type FoundDevices,
  type Trust,
} from './devices.js';
export {
  type CodePurpose,
  type HomeOf,
  LASTING,
  LINKS,
  type LinkPurpose,
  ONE_TIME,
  type Purpose,
  SECURE_ACCOUNT_TTL,
  SECURE_ADDRESS_TTL,
  SECURED_EVENTS,
  type SecuredEvent,
} from './one-time/access-kinds.js';
export { type Link, OneTimeToken } from './one-time/one-time-token.entity.js';
export {
  EmailCodes,
  type FoundToken,
  type IssuedToken,
  type NewCode,
  type NewToken,
  NO_OPEN_TOKEN,
  OneTimeTokens,
  type OpenToken,
  type PendingAddress,
  type VouchedFor,
} from './one-time/one-time-tokens.js';
export { SecureLinks } from './one-time/secure-links.js';
export type { Admitted, Authentication, Impersonator, RequestClient, ShownDevice } from './sessions/session.entity.js';
export {
  type Acr,
  type EndReason,
  Session,
  SessionClaims,
  type SessionOwner,
  SIGN_IN_METHODS,
  type SignInMethod,
} from './sessions/session.entity.js';
export { SessionQueries } from './sessions/session-queries.js';
export {
  type NewSession,
  type SessionKey,
  SessionRevoker,
  type SessionsOfProvider,
} from './sessions/session-revoker.js';
export { lastUseOf, provedAt, SessionStore, shownAt } from './sessions/session-store.js';
export type { PublicJwk } from './signing-keys.js';
export {
  activeKey,
  JWKS_CACHE_SECONDS,
  KEY_SEAL,
  KEY_STATES,
  type KeyState,
  type ListedKey,
  SigningKey,
  SigningKeys,
} from './signing-keys.js';
export { StoredTokenData } from './stored-token-data.js';
export { impersonatorOf, MachineTokens, RevocationLists, type Revoked } from './tokens.js';
export { TokensModule } from './tokens.module.js';
export { type TokenPair, TokensService } from './tokens.service.js';
