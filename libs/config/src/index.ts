export type { Branding } from './branding.js';
export { DEFAULT_THEME, emailColors, type Scheme, type WeakContrast, weakContrasts } from './branding.js';
export { commandLine } from './command-line.js';
export { ConfigModule } from './config.module.js';
export {
  type DatabaseHost,
  type DatabaseLocation,
  describeLocation,
  type MysqlLocation,
  type SqliteLocation,
} from './database-url.js';
export { Env } from './env.js';
export {
  announceBaseUrl,
  type Inspection,
  inspectEnv,
  loadCliEnv,
  loadDatabaseLocation,
  loadEnv,
} from './load-env.js';
export { deriveKeys, hashToken, SecretBox } from './secrets.js';
export { parseLocale } from './settings/mail-settings.js';
export { type RateLimitCounts, settingOfLimit } from './settings/operation-settings.js';
export type { Argon2Cost, BreachSettings, BreachSource } from './settings/password-settings.js';
export type { ProviderEntry } from './settings/provider-settings.js';
export { isAudience, MAX_ACCESS_TOKEN_TTL } from './settings/token-settings.js';
export type { SettingInForce } from './settings-in-force.js';
export { type Problem, SettingsError } from './settings-reader.js';
export type { MisspeltSetting } from './settings-source.js';
export { findMisspeltSettings, openTelemetryVariables } from './settings-source.js';
export { hasPlainHost, isLoopback, parseUrl, plainWebUrl } from './url-settings.js';
export type { AllowedOrigin, TrustProxy, WebhookNetworks } from './values.js';
export { emailObjection, isScope, mailboxOf, normaliseEmail, STRICT_DEFAULTS, toAsciiHost } from './values.js';
export { VERSION } from './version.js';
