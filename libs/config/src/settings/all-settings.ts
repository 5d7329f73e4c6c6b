import { DATABASE_URL_FORMS, DEFAULT_DATABASE_URL, parseDatabaseUrl } from '../database-url.js';
import type { SettingsReader } from '../settings-reader.js';
import { readFactorSettings } from './factor-settings.js';
import { readMailSettings } from './mail-settings.js';
import { readMigrationSettings } from './migration-settings.js';
import { readOperationSettings } from './operation-settings.js';
import { readPasswordSettings } from './password-settings.js';
import { readProviderSettings } from './provider-settings.js';
import { readSecretSettings } from './secret-settings.js';
import { readServiceSettings } from './service-settings.js';
import { readTokenSettings } from './token-settings.js';

/** Reads all settings. */
export function readAll(read: SettingsReader) {
  const service = readServiceSettings(read);
  const allowed = `${DATABASE_URL_FORMS} (default ${DEFAULT_DATABASE_URL})`;
  return {
    ...service,
    database: read.parsed('DATABASE_URL', allowed, DEFAULT_DATABASE_URL, parseDatabaseUrl),
    ...readSecretSettings(read),
    ...readTokenSettings(read),
    ...readFactorSettings(read, service),
    ...readProviderSettings(read),
    ...readMailSettings(read, service),
    ...readPasswordSettings(read, service),
    ...readMigrationSettings(read, service),
    ...readOperationSettings(read),
  };
}
