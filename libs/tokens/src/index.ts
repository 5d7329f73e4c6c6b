export { impersonatorOf } from './act-claim.js';
export { Device } from './devices/device.entity.js';
export { DEVICE_SECONDS, DeviceStore, type FoundDevices, type Trust } from './devices/device-store.js';
export { deviceTextOf, deviceTokensIn } from './devices/device-tokens.js';
export type { PublicJwk } from './keys/key-pair.js';
export { KEY_SEAL } from './keys/key-store.js';
export { activeKey, JWKS_CACHE_SECONDS, KEY_STATES, type KeyState } from './keys/key-times.js';
export { SigningKey } from './keys/signing-key.entity.js';
export { type ListedKey, SigningKeys } from './keys/signing-keys.js';
export { type MachineGrant, type MachineSubject, MachineTokens } from './machine-tokens.js';
export { type HomeOf, LASTING, ONE_TIME, type Purpose } from './one-time/access-kinds.js';
export { EmailCodes, type NewCode } from './one-time/email-codes.js';
export {
  type CodePurpose,
  type Link,
  type LinkPurpose,
  OneTimeToken,
  SECURE_ACCOUNT_TTL,
  SECURE_ADDRESS_TTL,
  SECURED_EVENTS,
  type SecuredEvent,
} from './one-time/one-time-token.entity.js';
export {
  type FoundToken,
  type IssuedToken,
  type NewToken,
  NO_OPEN_TOKEN,
  OneTimeTokens,
  type OpenToken,
  type PendingAddress,
  type VouchedFor,
} from './one-time/one-time-tokens.js';
export { SecureLinks } from './one-time/secure-links.js';
export { RevocationLists, type Revoked } from './revocation-lists.js';
export type { Admitted, Authentication, Client, Impersonator, ShownDevice } from './sessions/authentication.js';
export { ProviderSessions, type SessionsOfProvider } from './sessions/provider-sessions.js';
export { Session, type SessionOwner } from './sessions/session.entity.js';
export { SessionClaims } from './sessions/session-claims.js';
export { type Acr, type EndReason, SIGN_IN_METHODS, type SignInMethod } from './sessions/session-kinds.js';
export { SessionProofs } from './sessions/session-proofs.js';
export { SessionQueries } from './sessions/session-queries.js';
export { type NewSession, type SessionKey, SessionRevoker } from './sessions/session-revoker.js';
export { lastUseOf, provedAt, SessionStore, shownAt } from './sessions/session-store.js';
export { StoredTokenData } from './stored-token-data.js';
export { TokensModule } from './tokens.module.js';
export { type TokenPair, TokensService } from './tokens.service.js';
