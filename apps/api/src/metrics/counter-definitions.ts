import type { MetricDefinition } from './metric-definition.js';

const FIRST_STEP = '`password`, `sign_up`, `magic_link`, `email_code`, `passkey` or `external`';

/** The metrics that count or measure what happens. Durations are in seconds. */
export const COUNTERS = {
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
      'The rate of `latchkey_request_duration_seconds_count{status=~"500|503"}` is above 0 for five minutes: read the log, then `latchkey doctor`.',
  },
  signIns: {
    name: 'latchkey_sign_ins_total',
    type: 'counter',
    help: 'Sign-ins by the method of their first step and by result: succeeded or the reason of the failure.',
    labels: {
      method: `the first step: ${FIRST_STEP}`,
      result: '`succeeded`, or the `reason` of the event [`login.failed`](events.md#loginfailed)',
    },
    alert:
      'Failures are many times the usual number: an attacker guesses passwords, or a new version of a client is wrong.',
  },
  externalSignIns: {
    name: 'latchkey_external_sign_ins_total',
    type: 'counter',
    help: 'Sign-ins by external providers, by provider and result: succeeded or the code of the failure.',
    labels: { provider: 'the id of the provider', result: '`succeeded`, or the [error code](error-codes.md)' },
    alert:
      'The rate of `{result="PROVIDER_ERROR"}` is above 0 for five minutes: test the provider with `POST /api/admin/providers/{id}/test`.',
  },
  impersonations: {
    name: 'latchkey_impersonations_total',
    type: 'counter',
    help: 'How often an administrator began to act as a user.',
    alert: 'Any increase, if your support staff does not use impersonation.',
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
    alert:
      'Many times the usual number: the passwords of these users may be known. A wrong clock of this machine causes it, too.',
  },
  mfaLocked: {
    name: 'latchkey_mfa_locked_total',
    type: 'counter',
    help: 'How often too many wrong codes have switched the authenticator apps of a user off.',
    alert: 'More than a few in an hour: an attacker who knows passwords guesses codes.',
  },
  machineTokens: {
    name: 'latchkey_machine_tokens_total',
    type: 'counter',
    help: 'Requests for access tokens of clients and API keys, by kind and result: succeeded or the code of the failure.',
    labels: {
      kind: '`client` or `api_key`',
      result: '`succeeded`, or the [error code](error-codes.md); of a client `NOT_AUTHENTICATED` for `invalid_client`',
    },
    alert:
      'The rate of `{result=~"NOT_AUTHENTICATED|INVALID_API_KEY"}` is many times the usual number: a program uses old credentials, or a stranger tries leaked ones.',
  },
  webhookTries: {
    name: 'latchkey_webhook_tries_total',
    type: 'counter',
    help: 'Tries to send a message of a webhook by result: sent, retried, blocked or failed (given up).',
    labels: {
      result:
        '`sent`; `retried` (failed, and tried again later); `blocked` (the address is not allowed); `failed` (given up)',
    },
    alert: 'The rate of `{result="failed"}` is above 0: the receiver missed messages. Replay them when it works.',
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
    alert:
      'The rate of `{result="unreachable"}` is above 0: new passwords are not checked, or refused (`PASSWORD_BREACH_STRICT`).',
  },
  migrationChecks: {
    name: 'latchkey_migration_checks_total',
    type: 'counter',
    help: 'Questions to the earlier system (MIGRATION_URL) by result: right, wrong, failed, or busy (not asked).',
    labels: { result: '`right`, `wrong`, `failed` (no usable answer) or `busy` (not asked, because too many wait)' },
    alert: 'The rate of `{result="failed"}` is above 0: users who have not come yet cannot sign in.',
  },
} as const satisfies Record<string, MetricDefinition>;
