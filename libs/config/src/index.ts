export type { Branding } from './branding.js';
export { DEFAULT_THEME, emailColors, type Scheme, weakContrasts } from './branding.js';
export { commandLine } from './command-line.js';
export { ConfigModule } from './config.module.js';
export {
  type DatabaseHost,
  type DatabaseLocation,
  describeLocation,
  type MysqlLocation,
  type PostgresLocation,
  type SqliteLocation,
} from './database-url.js';
export { Env } from './env.js';
export {
  announceBaseUrl,
  findMisspeltSettings,
  type Inspection,
  inspectEnv,
  loadCliEnv,
  loadDatabaseLocation,
  loadEnv,
  openTelemetryVariables,
} from './load-env.js';
export { deriveKeys, hashToken, newToken, SecretBox } from './secrets.js';
export type { BreachSource } from './settings/email-settings.js';
export { parseLocale } from './settings/email-settings.js';
export { isAudience, MAX_ACCESS_TOKEN_TTL } from './settings/sign-in-settings.js';
export {
  type Argon2Cost,
  type RateLimitCounts,
  type SettingInForce,
  STRICT_DEFAULTS,
  settingOfLimit,
} from './settings.js';
export { SettingsError } from './settings-reader.js';
export type { AllowedOrigin, WebhookNetworks } from './values.js';
export {
  emailObjection,
  isAddress,
  isLoopback,
  isScope,
  mailboxOf,
  normaliseEmail,
  parseUrl,
  plainWebUrl,
  toAsciiHost,
} from './values.js';
export { VERSION } from './version.js';
