import type { SettingsReader } from '../settings-reader.js';
import { APP_URL_FORM, HOST_FORM, parseAppUrl, parseHost, readBaseUrl } from '../url-settings.js';
import { ALLOWLIST_FORM, parseAllowlist } from '../values.js';
import { APP_NAME_FORM, parseLine } from './mail-settings.js';

const NODE_ENVS = ['development', 'test', 'production'] as const;

export type NodeEnv = (typeof NODE_ENVS)[number];

/** The mode, name and addresses of the service. */
export function readServiceSettings(read: SettingsReader) {
  const nodeEnv = read.oneOf<NodeEnv>('NODE_ENV', NODE_ENVS, 'production');
  const port = read.integer('PORT', { min: 1, max: 65_535, fallback: 3000 });
  const host = read.parsed('HOST', HOST_FORM, '0.0.0.0', parseHost);
  const shutdownDelay = read.integer('SHUTDOWN_DELAY', { min: 0, max: 60, fallback: nodeEnv === 'production' ? 5 : 0 });
  const baseUrl = readBaseUrl(read, port, nodeEnv === 'production');
  return {
    nodeEnv,
    port,
    host,
    shutdownDelay,
    baseUrl,
    appUrl: read.parsed('APP_URL', APP_URL_FORM, baseUrl, parseAppUrl),
    appName: read.parsed('APP_NAME', APP_NAME_FORM, 'Latchkey', parseLine),
    console: read.oneOf('CONSOLE', ['on', 'off'], nodeEnv === 'production' ? 'off' : 'on') === 'on',
    redirectAllowlist: read.parsed('REDIRECT_ALLOWLIST', ALLOWLIST_FORM, '', parseAllowlist),
  };
}
