import type { EventText } from './event-text.js';
import { WIDENED } from './machine-events.js';

const TYPE = '`totp` or `passkey`';
const PASSKEY = { passkey_id: 'the id of the passkey' };
const IDENTITY = { provider: 'the id of the provider', identity_id: 'the id of the identity' };
const REASON = { meaning: 'the reason that the administrator gave', personal: true } as const;
const EXTENT = { passkeys: 'whether passkeys are removed, too', identities: 'whether identities are unlinked, too' };
const WEBHOOK = { webhook_id: 'the id of the webhook' };

/** Events about second factors, passkeys and identities, and about providers and webhooks. */
export const FACTOR_EVENTS = {
  'mfa.challenged': {
    when: 'The first step of a sign-in was right, and the account needs a second factor.',
    data: { method: 'the first step, as in `login.succeeded`' },
  },
  'mfa.failed': {
    when: 'A second factor was wrong. The actor is always `anonymous`.',
    data: { kind: '`factor` or `recovery_code`' },
  },
  'mfa.enabled': { when: 'Sign-ins of the user need a second factor from now on.' },
  'mfa.disabled': { when: 'Sign-ins of the user need no second factor any more.' },
  'mfa.locked': {
    when: 'Too many wrong codes in a row switched the authenticator apps of the user off. A passkey or a recovery code still works.',
  },
  'mfa.factor_added': { when: 'A user added a factor.', data: { type: TYPE } },
  'mfa.factor_removed': {
    when: 'A factor was removed.',
    data: {
      type: TYPE,
      reason: '`address` if the owner of the mailbox confirmed the address or undid a change; left out otherwise',
    },
  },
  'mfa.recovery_used': { when: 'A recovery code was used.', data: { left: 'how many codes the user still has' } },
  'mfa.recovery_renewed': { when: 'A user made new recovery codes. The earlier ones no longer work.' },
  'mfa.reset_asked': {
    when: 'An administrator asked to remove the factors of a user.',
    data: { reason: REASON, ...EXTENT, due_at: 'when the reset happens, in UNIX epoch seconds' },
  },
  'mfa.reset_stopped': { when: 'A reset of factors that waited was stopped, by an administrator or by the user.' },
  'mfa.reset': { when: 'A reset removed the factors of a user.', data: { reason: REASON, ...EXTENT } },
  'passkey.added': { when: 'A user added a passkey.', data: PASSKEY },
  'passkey.removed': { when: 'A passkey was removed, but not by a reset of factors.', data: PASSKEY },
  'passkey.counter_regressed': {
    when: 'A passkey signed in with a counter that was not greater than before. It can be a copy; some authenticators count in no order.',
    data: { ...PASSKEY, counter: 'the counter that it sent' },
  },
  'identity.linked': { when: 'An external identity was linked to a user.', data: IDENTITY },
  'identity.unlinked': {
    when: 'An external identity was unlinked.',
    data: {
      ...IDENTITY,
      reason:
        '`address` as for `mfa.factor_removed`, or `reset`; left out when the user or an administrator unlinked it',
    },
  },
  'provider.changed': {
    when: 'An administrator created, changed or deleted an external provider.',
    data: {
      provider: 'the id of the provider',
      change: '`created`, `updated` or `deleted`',
      fields: 'the names of the changed fields; never their values',
      widened: WIDENED,
    },
  },
  'webhook.changed': {
    when: 'An administrator created, changed or removed a webhook, or replaced its secret.',
    data: { ...WEBHOOK, change: '`created`, `updated`, `removed` or `secret`', widened: WIDENED },
  },
  'webhook.disabled': {
    when: 'The service disabled a webhook. The actor is `system`.',
    data: {
      ...WEBHOOK,
      reason: '`gone` after an answer with the status 410, or `failing` after five days of failures',
    },
  },
} satisfies Record<string, EventText>;
