import { DATABASE_URL_FORMS, DEFAULT_DATABASE_URL, parseDatabaseUrl } from '../database-url.js';
import type { SettingsReader } from '../settings-reader.js';
import { STRICT_DEFAULTS } from '../values.js';
import { readDeviceSettings } from './device-settings.js';
import { readFactorSettings } from './factor-settings.js';
import { readMailSettings } from './mail-settings.js';
import { readMigrationSettings } from './migration-settings.js';
import { readOperationSettings } from './operation-settings.js';
import { readPageSettings } from './page-settings.js';
import { readPasswordSettings } from './password-settings.js';
import { readProviderSettings } from './provider-settings.js';
import { readSecretSettings } from './secret-settings.js';
import { readServiceSettings } from './service-settings.js';
import { readTokenSettings } from './token-settings.js';

/** Reads all settings. */
export function readAll(read: SettingsReader) {
  const securityProfile = read.oneOf('SECURITY_PROFILE', ['spec', 'strict'], 'spec');
  if (securityProfile === 'strict') read.useDefaults(STRICT_DEFAULTS);
  const service = readServiceSettings(read);
  const pages = readPageSettings(read, service);
  const allowed = `${DATABASE_URL_FORMS} (default ${DEFAULT_DATABASE_URL})`;
  return {
    securityProfile,
    ...service,
    ...pages,
    database: read.parsed('DATABASE_URL', allowed, DEFAULT_DATABASE_URL, parseDatabaseUrl),
    ...readSecretSettings(read),
    ...readTokenSettings(read),
    ...readDeviceSettings(read),
    ...readFactorSettings(read, { ...service, ...pages }),
    ...readProviderSettings(read),
    ...readMailSettings(read, service),
    ...readPasswordSettings(read, service),
    ...readMigrationSettings(read, service),
    ...readOperationSettings(read, service),
  };
}
