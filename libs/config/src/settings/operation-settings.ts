import {
  choice,
  integer,
  integerOrZero,
  optional,
  parsed,
  type Reading,
  type Setting,
  toggle,
} from '../settings-reader.js';
import {
  LOOPBACK,
  parseCollectorUrl,
  parseCorsOrigins,
  parseRedisUrl,
  parseTrustProxy,
  parseWebhookNetworks,
  TRUST_PROXY_FORMS,
  WEBHOOK_NETWORKS_FORM,
  type WebhookNetworks,
} from '../values.js';

const ONE_HOUR = 3_600;
const ONE_DAY = 86_400;
const ONE_YEAR = 365 * ONE_DAY;
const TEN_YEARS = 10 * ONE_YEAR;
/** Bounds of limits keep the times of the counts, which are in memory, to some megabytes. */
const MOST = 1_000;
const RETENTION = 'docs/retention.md';
const LIMITS = 'docs/recipes/limits.md' as const;
const COOKIE_FORM = 'origins separated by commas, such as https://app.example.com, or none (default that of APP_URL)';

/** That of `BASE_URL` always counts. */
const readCookieOrigins: Reading<string[]> = (read, name, { APP_URL, BASE_URL }) => {
  const given = read.parsed(name, COOKIE_FORM, new URL(APP_URL).origin, parseCorsOrigins);
  return [...new Set([...given, new URL(BASE_URL).origin])];
};

const readWebhookNetworks: Reading<WebhookNetworks> = (read, name, { NODE_ENV }) => {
  const fallback = NODE_ENV === 'production' ? 'none' : LOOPBACK;
  const networks = read.parsed(name, WEBHOOK_NETWORKS_FORM, fallback, parseWebhookNetworks);
  return { ...networks, isDefault: read.text(name) === undefined };
};

/** How often something may happen in the window of a limit. */
const limit = <const N extends string>(name: N, usual: number, most = MOST) => ({
  field: `rateLimits.${name}` as const,
  read: integer(1, most, usual),
  see: LIMITS,
});

function parseShare(text: string): number | undefined {
  return /^(?:0|1|[01]?\.\d{1,6})$/.test(text) && Number(text) <= 1 ? Number(text) : undefined;
}

/** Null for no port. */
function parsePort(text: string): number | null | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  return text === '' ? null : undefined;
}

/** Limits, proxies, metrics, retention, traces and logs. */
export const OPERATION_SETTINGS = {
  RATE_LIMIT: {
    field: 'rateLimit',
    read: toggle(['on', 'off'], 'on'),
    meaning: '`off` disables all limits: for load tests only.',
    see: LIMITS,
  },
  RATE_LIMIT_REQUESTS: {
    ...limit('requests', 300, 100_000),
    meaning:
      'Requests to the sign-in endpoints, to `PUT /api/auth/user` and to `GET /api/auth/user/data` from one client address in a minute.',
  },
  RATE_LIMIT_LOGINS: {
    ...limit('failedLogins', 10),
    meaning: 'Failed logins to one account from one client address in 15 minutes.',
  },
  RATE_LIMIT_ACCOUNT_LOGINS: {
    ...limit('failedLoginsOfAccount', 100, 10_000),
    meaning: 'Failed logins to one account in an hour, from all addresses that have not signed in within 30 days.',
  },
  RATE_LIMIT_OLD_PASSWORDS: {
    ...limit('oldPasswords', 10),
    meaning: 'Wrong current passwords of a signed-in user in 15 minutes.',
  },
  RATE_LIMIT_EMAIL_CHANGES: {
    ...limit('emailChanges', 5),
    meaning: 'Changes of the email of a user in an hour.',
  },
  RATE_LIMIT_PASSWORD_NOTICES: {
    ...limit('passwordNotices', 10),
    meaning:
      'Emails in an hour about a changed password, per user, and about changed factors, per address that is not proved. As many about new sign-ins, per such address. The changes and sign-ins themselves are not limited.',
  },
  RATE_LIMIT_EMAILS: {
    ...limit('emails', 5),
    meaning: 'Requested emails to one mailbox, for one client address in 10 minutes.',
  },
  RATE_LIMIT_MAILBOX_EMAILS: {
    ...limit('emailsOfMailbox', 30, 10_000),
    meaning: 'Requested emails to one mailbox in an hour, for all addresses that have not signed in.',
  },
  RATE_LIMIT_FACTORS: {
    ...limit('factors', 10),
    meaning: 'Wrong second factors of one user in 15 minutes. Wrong recovery codes are counted apart.',
  },
  RATE_LIMIT_FACTORS_PER_DAY: {
    ...limit('factorsPerDay', 50),
    meaning: 'Wrong second factors of one user in a day. Wrong recovery codes are counted apart.',
  },
  RATE_LIMIT_EMAIL_CODES: {
    ...limit('emailCodes', 20),
    meaning: 'Wrong codes of emails to one mailbox in an hour.',
  },
  RATE_LIMIT_ADMIN_TOKENS: {
    ...limit('adminTokens', 30),
    meaning: 'Wrong admin tokens from one client address in a minute.',
  },
  RATE_LIMIT_CLIENT_SECRETS: {
    ...limit('clientSecrets', 30),
    meaning: 'Wrong secrets and assertions of clients from one client address in a minute.',
  },
  RATE_LIMIT_API_KEYS: {
    ...limit('apiKeys', 30),
    meaning: 'Wrong API keys from one client address in a minute.',
  },
  RATE_LIMIT_LOGOUT_TOKENS: {
    ...limit('logoutTokens', 10),
    meaning: 'Logout tokens of a provider for one identity in a minute.',
  },
  REDIS_URL: {
    field: 'redisUrl',
    read: optional(
      'redis://user:password@host:6379/0, rediss://… for TLS, or none (default none)',
      'none',
      parseRedisUrl,
    ),
    shown: 'url',
    meaning: 'The Redis in which replicas share their limits. `none`: each process counts alone.',
    see: 'docs/scale.md',
  },
  CORS_ORIGINS: {
    field: 'corsOrigins',
    read: parsed(
      'origins separated by commas, such as https://app.example.com, or none (default none)',
      'none',
      parseCorsOrigins,
    ),
    shown: 'text',
    meaning:
      'Origins of web pages whose scripts can call the service. `none`: no pages. Outside production, pages of `localhost` and of loopback addresses always can.',
  },
  COOKIE_ORIGINS: {
    field: 'cookieOrigins',
    read: readCookieOrigins,
    shown: 'text',
    meaning:
      'Origins of web pages whose sessions can be in a cookie; they need no `CORS_ORIGINS`. That of `BASE_URL` always counts. `none`: no other. Outside production, pages of `localhost` and of loopback addresses always can.',
    byDefault: 'the origin of `APP_URL`',
  },
  METRICS_PORT: {
    field: 'metricsPort',
    read: optional('an integer from 1 to 65535 (default none)', '', parsePort),
    shown: 'text',
    meaning:
      'A separate port for `/metrics`, without authentication. Unset: `/metrics` requires an admin token with the scope `read`.',
    see: 'docs/operating.md',
  },
  TRUST_PROXY: {
    field: 'trustProxy',
    read: parsed(TRUST_PROXY_FORMS, 'none', parseTrustProxy),
    shown: 'text',
    meaning:
      'The proxies whose `X-Forwarded-For` is trusted; its entries may have a port. Without them, all clients behind a proxy count as one; with wrong ones, a client can forge its address.',
    see: 'docs/operating.md',
  },
  WEBHOOK_NETWORKS: {
    field: 'webhookNetworks',
    read: readWebhookNetworks,
    shown: 'text',
    meaning: 'Private networks and hosts that webhooks may lead to. `none`: public addresses only.',
    see: 'docs/webhooks.md',
  },
  EVENTS_TTL: {
    field: 'retention.events',
    read: integerOrZero(ONE_HOUR, TEN_YEARS, ONE_YEAR, 'for ever'),
    meaning: 'For how many seconds events are kept; 0 keeps them forever.',
    see: RETENTION,
  },
  EVENT_ADDRESSES_TTL: {
    field: 'retention.eventAddresses',
    read: integerOrZero(7 * ONE_DAY, TEN_YEARS, 0, 'for as long as the events'),
    meaning: 'After how many seconds client addresses are removed from events; 0 keeps them as long as the events.',
    see: RETENTION,
  },
  EMAILS_TTL: {
    field: 'retention.emails',
    read: integer(ONE_DAY, ONE_YEAR, 30 * ONE_DAY),
    meaning: 'For how many seconds the list of sent and failed emails is kept, without their texts.',
    see: RETENTION,
  },
  DELIVERIES_TTL: {
    field: 'retention.deliveries',
    read: integer(ONE_DAY, ONE_YEAR, 30 * ONE_DAY),
    meaning: 'For how many seconds deliveries of webhooks are kept that were sent or given up.',
    see: RETENTION,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    field: 'traces.endpoint',
    read: optional(
      'an http or https URL, such as http://collector:4318, or none (default none)',
      'none',
      parseCollectorUrl,
    ),
    shown: 'url',
    meaning: 'The collector of OpenTelemetry that gets spans by OTLP over HTTP, in JSON. `none`: nothing is recorded.',
    see: 'docs/tracing.md',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    field: 'traces.share',
    read: parsed('a number from 0 to 1 (default 1.0)', '1.0', parseShare),
    shown: 'text',
    meaning: 'The share of the traces that are recorded, of those that begin in the service: 0.1 for one of ten.',
    see: 'docs/tracing.md',
  },
  LOG_LEVEL: {
    field: 'logLevel',
    read: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
    meaning: 'The least severe lines of the log.',
  },
} as const satisfies Record<string, Setting>;
