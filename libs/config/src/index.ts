export { type AllowedOrigin, isAllowed } from './allowed-origins.js';
export { ConfigModule } from './config.module.js';
export {
  type DatabaseHost,
  type DatabaseLocation,
  describeLocation,
  type MysqlLocation,
} from './database-url.js';
export { Env, MAX_ACCESS_TOKEN_TTL } from './env.js';
export { type Inspection, inspectEnv, loadCliEnv, loadDatabaseLocation, loadEnv } from './load-env.js';
export { hasPlainHost } from './plain-host.js';
export { deriveKeys, SecretBox } from './secrets.js';
export { type Problem, SettingsError } from './settings-reader.js';
export { keepHeapSmall } from './small-heap.js';
export type { TrustProxy } from './trust-proxy.js';
export { VERSION } from './version.js';
