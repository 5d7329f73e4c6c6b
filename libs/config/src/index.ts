export { type AllowedOrigin, isAllowed } from './allowed-origins.js';
export { ConfigModule } from './config.module.js';
export {
  type DatabaseLocation,
  describeLocation,
  type MysqlLocation,
} from './database-url.js';
export { Env } from './env.js';
export { loadEnv } from './load-env.js';
export { deriveKeys, SecretBox } from './secrets.js';
export { SettingsError } from './settings-reader.js';
