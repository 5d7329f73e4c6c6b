import type { SettingText } from './setting-text.js';

const RETENTION = 'docs/retention.md';
const LIMITS = 'docs/recipes/limits.md';

/** The settings of limits, proxies, metrics, events and logs. */
export const OPERATION_TEXTS = {
  RATE_LIMIT: { meaning: '`off` disables all limits: for load tests only.', see: LIMITS },
  RATE_LIMIT_REQUESTS: {
    meaning:
      'Requests to the sign-in endpoints, to `PUT /api/auth/user` and to `GET /api/auth/user/data` from one client address in a minute.',
    see: LIMITS,
  },
  RATE_LIMIT_LOGINS: {
    meaning: 'Failed logins to one account from one client address in 15 minutes.',
    see: LIMITS,
  },
  RATE_LIMIT_ACCOUNT_LOGINS: {
    meaning: 'Failed logins to one account in an hour, from all addresses that have not signed in within 30 days.',
    see: LIMITS,
  },
  RATE_LIMIT_OLD_PASSWORDS: { meaning: 'Wrong current passwords of a signed-in user in 15 minutes.', see: LIMITS },
  RATE_LIMIT_EMAIL_CHANGES: { meaning: 'Changes of the email of a user in an hour.', see: LIMITS },
  RATE_LIMIT_PASSWORD_NOTICES: {
    meaning:
      'Emails in an hour about a changed password, per user, and about changed factors, per address that is not proved. As many about new sign-ins, per such address. The changes and sign-ins themselves are not limited.',
    see: LIMITS,
  },
  RATE_LIMIT_EMAILS: {
    meaning: 'Requested emails to one mailbox, for one client address in 10 minutes.',
    see: LIMITS,
  },
  RATE_LIMIT_MAILBOX_EMAILS: {
    meaning: 'Requested emails to one mailbox in an hour, for all addresses that have not signed in.',
    see: LIMITS,
  },
  RATE_LIMIT_FACTORS: {
    meaning: 'Wrong second factors of one user in 15 minutes. Wrong recovery codes are counted apart.',
    see: LIMITS,
  },
  RATE_LIMIT_FACTORS_PER_DAY: {
    meaning: 'Wrong second factors of one user in a day. Wrong recovery codes are counted apart.',
    see: LIMITS,
  },
  RATE_LIMIT_EMAIL_CODES: { meaning: 'Wrong codes of emails to one mailbox in an hour.', see: LIMITS },
  RATE_LIMIT_ADMIN_TOKENS: { meaning: 'Wrong admin tokens from one client address in a minute.', see: LIMITS },
  RATE_LIMIT_CLIENT_SECRETS: {
    meaning: 'Wrong secrets and assertions of clients from one client address in a minute.',
    see: LIMITS,
  },
  RATE_LIMIT_API_KEYS: { meaning: 'Wrong API keys from one client address in a minute.', see: LIMITS },
  RATE_LIMIT_LOGOUT_TOKENS: { meaning: 'Logout tokens of a provider for one identity in a minute.', see: LIMITS },
  REDIS_URL: {
    meaning: 'The Redis in which replicas share their limits. `none`: each process counts alone.',
    see: 'docs/scale.md',
  },
  CORS_ORIGINS: {
    meaning:
      'Origins of web pages whose scripts can call the service. `none`: no pages. Outside production, pages of `localhost` and of loopback addresses always can.',
  },
  COOKIE_ORIGINS: {
    meaning:
      'Origins of web pages whose sessions can be in a cookie; they need no `CORS_ORIGINS`. That of `BASE_URL` always counts. `none`: no other. Outside production, pages of `localhost` and of loopback addresses always can.',
    byDefault: 'the origin of `APP_URL`',
  },
  METRICS_PORT: {
    meaning:
      'A separate port for `/metrics`, without authentication. Unset: `/metrics` requires an admin token with the scope `read`.',
    see: 'docs/operating.md',
  },
  TRUST_PROXY: {
    meaning:
      'The proxies whose `X-Forwarded-For` is trusted; its entries may have a port. Without them, all clients behind a proxy count as one; with wrong ones, a client can forge its address.',
    see: 'docs/operating.md',
  },
  WEBHOOK_NETWORKS: {
    meaning: 'Private networks and hosts that webhooks may lead to. `none`: public addresses only.',
    see: 'docs/webhooks.md',
  },
  EVENTS_TTL: { meaning: 'For how many seconds events are kept; 0 keeps them forever.', see: RETENTION },
  EVENT_ADDRESSES_TTL: {
    meaning: 'After how many seconds client addresses are removed from events; 0 keeps them as long as the events.',
    see: RETENTION,
  },
  EMAILS_TTL: {
    meaning: 'For how many seconds the list of sent and failed emails is kept, without their texts.',
    see: RETENTION,
  },
  DELIVERIES_TTL: {
    meaning: 'For how many seconds deliveries of webhooks are kept that were sent or given up.',
    see: RETENTION,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning: 'The collector of OpenTelemetry that gets spans by OTLP over HTTP, in JSON. `none`: nothing is recorded.',
    see: 'docs/tracing.md',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    meaning: 'The share of the traces that are recorded, of those that begin in the service: 0.1 for one of ten.',
    see: 'docs/tracing.md',
  },
  LOG_LEVEL: { meaning: 'The least severe lines of the log.' },
} satisfies Record<string, SettingText>;
