import type { SettingsReader } from './settings-reader.js';
import { parseTrustProxy, TRUST_PROXY_FORMS } from './trust-proxy.js';
import { CORS_FORM, parseCorsOrigins, parseRedisUrl, REDIS_FORM } from './url-settings.js';

const ONE_HOUR = 3_600;
const ONE_YEAR = 365 * 86_400;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Limits, proxies, metrics and logs. */
export function readOperationSettings(read: SettingsReader) {
  return {
    rateLimit: read.oneOf('RATE_LIMIT', ['on', 'off'], 'on') === 'on',
    redisUrl: read.parsed('REDIS_URL', REDIS_FORM, 'none', parseRedisUrl) ?? undefined,
    corsOrigins: read.parsed('CORS_ORIGINS', CORS_FORM, 'none', parseCorsOrigins),
    metricsPort: read.text('METRICS_PORT')
      ? read.integer('METRICS_PORT', { min: 1, max: 65_535, fallback: 0 })
      : undefined,
    trustProxy: read.parsed('TRUST_PROXY', TRUST_PROXY_FORMS, 'none', parseTrustProxy),
    eventsTtl: read.integerOrZero('EVENTS_TTL', { min: ONE_HOUR, max: 10 * ONE_YEAR, fallback: ONE_YEAR }, 'for ever'),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
}
