import type { MetricDefinition } from './metric-definition.js';

const CONNECTIONS = 'MySQL and MariaDB';

/** The metrics that are read at each scrape. A gauge is -1 when its value cannot be read. */
export const GAUGES = {
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
