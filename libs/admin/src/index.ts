export {
  AdminToken,
  AdminTokens,
  SCOPES,
  type Scope,
  scopesIn,
} from './admin-tokens.js';
export { AdminTokensModule } from './admin-tokens.module.js';
export {
  CONSOLE_SESSION_SECONDS,
  type ConsoleOwner,
  ConsoleSession,
  ConsoleSessions,
  IDLE_SECONDS,
  idleEnd,
} from './console-sessions.js';
