export { AdminToken, SCOPES, type Scope } from './admin-token.entity.js';
export { AdminTokens, type NewAdminToken } from './admin-tokens.js';
export { AdminTokensModule } from './admin-tokens.module.js';
