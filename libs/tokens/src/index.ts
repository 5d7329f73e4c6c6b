export { Session, type SignInMethod } from './session.entity.js';
export { type Client, SessionStore } from './session-store.js';
export { SigningKey } from './signing-key.entity.js';
export { type PublicJwk, SigningKeys } from './signing-keys.js';
export { TokensModule } from './tokens.module.js';
export { type TokenPair, TokensService } from './tokens.service.js';
