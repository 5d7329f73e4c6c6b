export type { Branding } from './branding/branding.js';
export { emailColors, type WeakContrast, weakContrasts } from './branding/contrast.js';
export { DEFAULT_THEME, type Scheme } from './branding/default-theme.js';
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
export type { SettingInForce } from './in-force/settings-in-force.js';
export {
  announceBaseUrl,
  type Inspection,
  inspectEnv,
  loadCliEnv,
  loadDatabaseLocation,
  loadEnv,
} from './load-env.js';
export type { MisspeltSetting } from './misspelt-settings.js';
export { deriveKeys, hashToken, SecretBox } from './secrets.js';
export { parseLocale } from './settings/mail-settings.js';
export { type RateLimitCounts, settingOfLimit } from './settings/operation-settings.js';
export type { Argon2Cost, BreachSettings, BreachSource } from './settings/password-settings.js';
export type { ProviderEntry } from './settings/provider-settings.js';
export { isAudience, MAX_ACCESS_TOKEN_TTL } from './settings/token-settings.js';
export { type Problem, SettingsError } from './settings-reader.js';
export { findMisspeltSettings, openTelemetryVariables } from './settings-source.js';
export type { AllowedOrigin } from './values/allowed-origins.js';
export { emailObjection, mailboxOf, normaliseEmail, toAsciiHost } from './values/email.js';
export { isScope } from './values/scopes.js';
export { STRICT_DEFAULTS } from './values/security-profile.js';
export type { TrustProxy } from './values/trust-proxy.js';
export { hasPlainHost, isLoopback, parseUrl, plainWebUrl } from './values/url-settings.js';
export type { WebhookNetworks } from './values/webhook-networks.js';
export { VERSION } from './version.js';
