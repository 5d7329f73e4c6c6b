export { AdminToken, SCOPES, type Scope, scopesIn } from './admin-token.entity.js';
export { AdminTokenNames } from './admin-token-names.js';
export { AdminTokens, type NewAdminToken } from './admin-tokens.js';
export { AdminTokensModule } from './admin-tokens.module.js';
export { ConsoleSession } from './console-session.entity.js';
export { CONSOLE_SESSION_SECONDS, type ConsoleOwner, ConsoleSessions, idleEnd } from './console-sessions.js';
export { StoredConsoleSessions } from './stored-console-sessions.js';
