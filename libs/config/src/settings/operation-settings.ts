import type { SettingsReader } from '../settings-reader.js';
import type { SettingName } from '../texts/setting-texts.js';
import {
  COLLECTOR_FORM,
  CORS_FORM,
  parseCollectorUrl,
  parseCorsOrigins,
  parseRedisUrl,
  REDIS_FORM,
  readCookieOrigins,
} from '../url-settings.js';
import {
  LOOPBACK,
  parseTrustProxy,
  parseWebhookNetworks,
  TRUST_PROXY_FORMS,
  WEBHOOK_NETWORKS_FORM,
} from '../values.js';
import { readRetentionSettings } from './retention-settings.js';
import type { readServiceSettings } from './service-settings.js';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** How many counts each rate limit allows within its window. The windows are in the limits library. */
export interface RateLimitCounts {
  requests: number;
  failedLogins: number;
  failedLoginsOfAccount: number;
  oldPasswords: number;
  emailChanges: number;
  passwordNotices: number;
  emails: number;
  emailsOfMailbox: number;
  factors: number;
  factorsPerDay: number;
  emailCodes: number;
  adminTokens: number;
  clientSecrets: number;
  apiKeys: number;
  logoutTokens: number;
}

/** Limits, proxies, metrics and logs. */
export function readOperationSettings(read: SettingsReader, service: ReturnType<typeof readServiceSettings>) {
  const networks = service.nodeEnv === 'production' ? 'none' : LOOPBACK;
  return {
    rateLimit: read.oneOf('RATE_LIMIT', ['on', 'off'], 'on') === 'on',
    rateLimits: readRateLimits(read),
    redisUrl: read.parsed('REDIS_URL', REDIS_FORM, 'none', parseRedisUrl) ?? undefined,
    corsOrigins: read.parsed('CORS_ORIGINS', CORS_FORM, 'none', parseCorsOrigins),
    cookieOrigins: readCookieOrigins(read, service),
    metricsPort: read.parsed('METRICS_PORT', 'an integer from 1 to 65535 (default none)', '', parsePort) ?? undefined,
    trustProxy: read.parsed('TRUST_PROXY', TRUST_PROXY_FORMS, 'none', parseTrustProxy),
    webhookNetworks: {
      ...read.parsed('WEBHOOK_NETWORKS', WEBHOOK_NETWORKS_FORM, networks, parseWebhookNetworks),
      isDefault: read.text('WEBHOOK_NETWORKS') === undefined,
    },
    retention: readRetentionSettings(read),
    traces: readTraceSettings(read),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
}

/** Where spans are sent. */
export interface TraceSettings {
  /** The root of a collector of OpenTelemetry, without a slash at its end; undefined for none. */
  endpoint: string | undefined;
  /** The share of the traces that begin here and are recorded, 0 to 1. */
  share: number;
}

function readTraceSettings(read: SettingsReader): TraceSettings {
  return {
    endpoint: read.parsed('OTEL_EXPORTER_OTLP_ENDPOINT', COLLECTOR_FORM, 'none', parseCollectorUrl) ?? undefined,
    share: read.parsed('OTEL_TRACES_SAMPLER_ARG', 'a number from 0 to 1 (default 1.0)', '1.0', parseShare),
  };
}

function parseShare(text: string): number | undefined {
  return /^(?:0|1|[01]?\.\d{1,6})$/.test(text) && Number(text) <= 1 ? Number(text) : undefined;
}

/** Null for no port. */
function parsePort(text: string): number | null | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  return text === '' ? null : undefined;
}

/** The setting of each limit, its default, and its upper bound if that is not 1,000. */
const RATE_LIMITS: Record<keyof RateLimitCounts, [setting: SettingName, fallback: number, max?: number]> = {
  requests: ['RATE_LIMIT_REQUESTS', 300, 100_000],
  failedLogins: ['RATE_LIMIT_LOGINS', 10],
  failedLoginsOfAccount: ['RATE_LIMIT_ACCOUNT_LOGINS', 100, 10_000],
  oldPasswords: ['RATE_LIMIT_OLD_PASSWORDS', 10],
  emailChanges: ['RATE_LIMIT_EMAIL_CHANGES', 5],
  passwordNotices: ['RATE_LIMIT_PASSWORD_NOTICES', 10],
  emails: ['RATE_LIMIT_EMAILS', 5],
  emailsOfMailbox: ['RATE_LIMIT_MAILBOX_EMAILS', 30, 10_000],
  factors: ['RATE_LIMIT_FACTORS', 10],
  factorsPerDay: ['RATE_LIMIT_FACTORS_PER_DAY', 50],
  emailCodes: ['RATE_LIMIT_EMAIL_CODES', 20],
  adminTokens: ['RATE_LIMIT_ADMIN_TOKENS', 30],
  clientSecrets: ['RATE_LIMIT_CLIENT_SECRETS', 30],
  apiKeys: ['RATE_LIMIT_API_KEYS', 30],
  logoutTokens: ['RATE_LIMIT_LOGOUT_TOKENS', 10],
};

/** The name of the setting of a limit, for the log. */
export const settingOfLimit = (limit: keyof RateLimitCounts): SettingName => RATE_LIMITS[limit][0];

/** The upper bounds keep the times of the counts, which are in memory, to some megabytes. */
function readRateLimits(read: SettingsReader): RateLimitCounts {
  const counts = Object.entries(RATE_LIMITS).map(([limit, [name, fallback, max = 1_000]]) => {
    return [limit, read.integer(name, { min: 1, max, fallback })];
  });
  return Object.fromEntries(counts);
}
