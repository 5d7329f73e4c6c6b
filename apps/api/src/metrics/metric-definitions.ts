const FIRST_STEPS = ['password', 'sign_up', 'magic_link', 'email_code', 'passkey', 'external'] as const;
const FIRST_STEP = '`password`, `sign_up`, `magic_link`, `email_code`, `passkey` or `external`';

/** The metrics that count or measure what happens. Durations are in seconds. */
const COUNTERS = {
  requests: {
    name: 'latchkey_request_duration_seconds',
    type: 'histogram',
    help: 'Duration of requests by route, status and error code; the code of a success is empty.',
    labels: {
      method: 'the HTTP method',
      route:
        'the path with the names of its parameters, such as `/api/auth/user/sessions/:session_id`; `none` without an endpoint',
      status: 'the HTTP status; `none` if the connection ended before the answer',
      code: 'the [error code](error-codes.md); empty for a success',
    },
    alert:
      '`LatchkeyErrors`, any `INTERNAL_ERROR`: read the log. `LatchkeyUnavailable`, one in 100 requests of a replica is answered 503 for five minutes: `latchkey doctor` names the cause. `LatchkeyTooManyRequests`, one in five requests is answered 429 for ten minutes: the limits see all clients as one, or there is a flood.',
  },
  signIns: {
    name: 'latchkey_sign_ins_total',
    type: 'counter',
    help: 'Sign-ins by the method of their first step and by result: succeeded or the reason of the failure.',
    labels: {
      method: `the first step: ${FIRST_STEP}`,
      result:
        '`succeeded`, or the `reason` of the event [`login.failed`](events.md#loginfailed): `wrong_password` is usual in small numbers, many of `unknown_email` are guesses or a wrong database',
    },
    fromStart: { method: FIRST_STEPS, result: ['succeeded'] },
    alert:
      '`LatchkeyNoSignIns`, for half an hour more than 20 sign-ins have failed, and none succeeded: users cannot get in. `LatchkeySignInsFail`, more than 100 have failed in an hour, five times as many as in a usual hour of the day before: an attacker guesses passwords, or a new version of a client is wrong.',
  },
  externalSignIns: {
    name: 'latchkey_external_sign_ins_total',
    type: 'counter',
    help: 'Sign-ins by external providers, by provider and result: succeeded or the code of the failure.',
    labels: { provider: 'the id of the provider', result: '`succeeded`, or the [error code](error-codes.md)' },
    alert:
      '`LatchkeyProviderFails`, more than five sign-ins by a provider ended with `PROVIDER_ERROR` in 15 minutes, and none succeeded: test it with `latchkey provider test`.',
  },
  reusedTokens: {
    name: 'latchkey_sessions_reused_total',
    type: 'counter',
    help: 'Sessions that ended because a replaced refresh token or a used code was sent again.',
    alert:
      '`LatchkeyTokensReused`, more than five in an hour, five times as many as in a usual hour of the day before: tokens are stolen, or a new version of a client sends old ones. A few are usual: a client that loses an answer does it, too.',
  },
  impersonations: {
    name: 'latchkey_impersonations_total',
    type: 'counter',
    help: 'How often an administrator began to act as a user.',
    alert:
      '`LatchkeyImpersonation`, any increase. Remove this rule if your support staff acts as users; it never fires with `IMPERSONATION=off`, the default.',
  },
  mfaChallenges: {
    name: 'latchkey_mfa_challenges_total',
    type: 'counter',
    help: 'Sign-ins that had to prove a second factor, by the method of their first step.',
    labels: { method: `the first step: ${FIRST_STEP}` },
    alert: null,
  },
  mfaFailures: {
    name: 'latchkey_mfa_failures_total',
    type: 'counter',
    help: 'Wrong second factors by kind: factor or recovery_code.',
    labels: { kind: '`factor` or `recovery_code`' },
    fromStart: { kind: ['factor', 'recovery_code'] },
    alert:
      '`LatchkeyFactorsFail`, more than 50 in an hour, five times as many as in a usual hour of the day before: the passwords of these users may be known. A wrong clock of this machine causes it, too.',
  },
  mfaLocked: {
    name: 'latchkey_mfa_locked_total',
    type: 'counter',
    help: 'How often too many wrong codes have switched the authenticator apps of a user off.',
    alert: '`LatchkeyFactorsGuessed`, any in an hour: an attacker who knows the password of a user guesses codes.',
  },
  machineTokens: {
    name: 'latchkey_machine_tokens_total',
    type: 'counter',
    help: 'Requests for access tokens of clients and API keys, by kind and result: succeeded or the code of the failure.',
    labels: {
      kind: '`client` or `api_key`',
      result: '`succeeded`, or the [error code](error-codes.md); of a client `NOT_AUTHENTICATED` for `invalid_client`',
    },
    fromStart: { kind: ['client', 'api_key'], result: ['succeeded', 'NOT_AUTHENTICATED', 'INVALID_API_KEY'] },
    alert:
      '`LatchkeyMachinesRefused`, more than 50 with `NOT_AUTHENTICATED` or `INVALID_API_KEY` in an hour, five times as many as in a usual hour of the day before: a program uses old credentials, or a stranger tries leaked ones.',
  },
  webhookTries: {
    name: 'latchkey_webhook_tries_total',
    type: 'counter',
    help: 'Tries to send a message of a webhook by result: sent, retried, blocked or failed (given up).',
    labels: {
      result:
        '`sent`; `retried` (failed, and tried again later); `blocked` (the address is not allowed); `failed` (given up)',
    },
    fromStart: { result: ['sent', 'retried', 'blocked', 'failed'] },
    alert:
      '`LatchkeyWebhookFails`, any with `failed` in 15 minutes: the receiver missed messages. Replay them when it works.',
  },
  hashing: {
    name: 'latchkey_hashing_duration_seconds',
    type: 'histogram',
    help: 'Duration of hashing or comparing a password, including the wait for a thread.',
    alert: null,
  },
  breachChecks: {
    name: 'latchkey_password_breach_checks_total',
    type: 'counter',
    help: 'Look-ups of new passwords by result: breached, not_breached, or unreachable (the list was out of reach).',
    labels: { result: '`breached`, `not_breached` or `unreachable`' },
    fromStart: { result: ['breached', 'not_breached', 'unreachable'] },
    alert:
      '`LatchkeyBreachListUnreachable`, some with `unreachable` for 15 minutes: new passwords are not checked, or refused (`PASSWORD_BREACH_STRICT`).',
  },
  migrationChecks: {
    name: 'latchkey_migration_checks_total',
    type: 'counter',
    help: 'Questions to the earlier system (MIGRATION_URL) by result: right, wrong, failed, or busy (not asked).',
    labels: { result: '`right`, `wrong`, `failed` (no usable answer) or `busy` (not asked, because too many wait)' },
    fromStart: { result: ['right', 'wrong', 'failed', 'busy'] },
    alert:
      '`LatchkeyEarlierSystemFails`, some with `failed` for five minutes: users who have not come yet cannot sign in.',
  },
} as const satisfies Record<string, MetricDefinition>;

const CONNECTIONS = 'PostgreSQL, MySQL and MariaDB';

/** The metrics that are read at each scrape. A gauge is -1 when its value cannot be read. */
const GAUGES = {
  webhookLag: {
    name: 'latchkey_webhook_lag_seconds',
    type: 'gauge',
    help: 'The age of the oldest event that an active webhook has not received, in seconds.',
    alert: '`LatchkeyWebhooksLag`, above 600 for five minutes: a receiver is down or too slow.',
  },
  webhooksDisabled: {
    name: 'latchkey_webhooks_disabled',
    type: 'gauge',
    help: 'Webhooks that were disabled because of failures.',
    alert: '`LatchkeyWebhookDisabled`, above 0: activate the webhook again when its receiver works.',
  },
  hashingWaiting: {
    name: 'latchkey_hashing_waiting',
    type: 'gauge',
    help: 'Passwords that wait for a hashing thread.',
    alert:
      '`LatchkeyHashingWaits`, above 0 for five minutes: sign-ins need more cores, or an attacker guesses passwords.',
  },
  mailWaiting: {
    name: 'latchkey_mail_waiting',
    type: 'gauge',
    help: 'Emails in the queue.',
    alert: null,
  },
  mailOldest: {
    name: 'latchkey_mail_oldest_seconds',
    type: 'gauge',
    help: 'The age of the oldest queued email, in seconds.',
    alert: '`LatchkeyEmailsWait`, above 600 for five minutes: the mail server is down or refuses the emails.',
  },
  limitsShared: {
    name: 'latchkey_limits_shared',
    type: 'gauge',
    help: '1 while limits are shared by all replicas, 0 while Redis is unreachable.',
    only: '`REDIS_URL` is set',
    alert:
      '`LatchkeyLimitsNotShared`, 0 for five minutes: Redis is unreachable, and each replica counts its limits alone.',
  },
  connectionsBusy: {
    name: 'latchkey_database_connections_busy',
    type: 'gauge',
    help: 'Connections to the database: busy.',
    only: CONNECTIONS,
    alert: null,
  },
  connectionsIdle: {
    name: 'latchkey_database_connections_idle',
    type: 'gauge',
    help: 'Connections to the database: idle.',
    only: CONNECTIONS,
    alert: null,
  },
  connectionsWaiting: {
    name: 'latchkey_database_connections_waiting',
    type: 'gauge',
    help: 'Requests that wait for a connection to the database.',
    only: CONNECTIONS,
    alert: '`LatchkeyConnectionsWait`, above 0 for five minutes: the database is slow, or locks block each other.',
  },
} as const satisfies Record<string, MetricDefinition>;

/** What Prometheus and docs/reference/metrics.md say of a metric. Texts are Markdown. */
export interface MetricDefinition {
  name: `latchkey_${string}`;
  type: 'counter' | 'gauge' | 'histogram';
  /** The line that `/metrics` has of it. */
  help: string;
  /** The meaning of each label. */
  labels?: Readonly<Record<string, string>>;
  /**
   * Labels and values whose series exist from the start, with 0. Without it, a series begins with 1, which `increase()` does not
   * count, and an alert for missing successes has nothing to compare. Left out where the values are not known in advance.
   */
  fromStart?: Readonly<Record<string, readonly string[]>>;
  /** When the metric exists; left out for always. */
  only?: string;
  /** What the rules of docs/monitoring/alerts.yml with this metric mean, each named; null for a metric that only graphs need. */
  alert: string | null;
}

/** All metrics with their texts for docs/reference/metrics.md. A metric without a text does not compile. */
export const METRICS = { ...COUNTERS, ...GAUGES };

type Definitions = typeof METRICS;
type NamesOf<Type extends MetricDefinition['type']> = {
  [Name in keyof Definitions]: Definitions[Name]['type'] extends Type ? Name : never;
}[keyof Definitions];

export type CounterName = NamesOf<'counter'>;
export type GaugeName = NamesOf<'gauge'>;
export type HistogramName = NamesOf<'histogram'>;

/** The names of the labels of a metric. */
export type LabelOf<Name extends keyof Definitions> = Definitions[Name] extends { labels: infer Labels }
  ? Extract<keyof Labels, string>
  : never;

/** The definition as prom-client reads it. */
export function optionsOf<Name extends keyof Definitions>(name: Name) {
  const { name: full, help, labels = {} }: MetricDefinition = METRICS[name];
  return { name: full, help, labelNames: Object.keys(labels) as LabelOf<Name>[] };
}

/** The labels of each series that exists from the start: each value of each label with each of the others. */
export function seriesFromStart<Name extends keyof Definitions>(name: Name): Partial<Record<LabelOf<Name>, string>>[] {
  const { fromStart = {} }: MetricDefinition = METRICS[name];
  const known = Object.entries(fromStart);
  if (known.length === 0) return [];
  return known.reduce<Record<string, string>[]>(
    (series, [label, values]) => series.flatMap((labels) => values.map((value) => ({ ...labels, [label]: value }))),
    [{}],
  ) as Partial<Record<LabelOf<Name>, string>>[];
}
