export { Link, type LinkPurpose } from './link.entity.js';
export { LinkStore } from './link-store.js';
export { Session, type SignInMethod } from './session.entity.js';
export { type Client, SessionStore } from './session-store.js';
export { SigningKey } from './signing-key.entity.js';
export { type PublicJwk, SigningKeys } from './signing-keys.js';
export { TokensModule } from './tokens.module.js';
export { type TokenPair, TokensService } from './tokens.service.js';
