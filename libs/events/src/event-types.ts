/**
 * A field of `data`: its meaning, in Markdown. A text that an administrator or a user has written, and an email, are `personal`:
 * webhooks leave them out.
 */
type Field = string | { meaning: string; personal: true };

/** What the reference says of a type of event, in Markdown. */
export interface EventText {
  /** When the service records it. */
  when: string;
  /** The fields of its `data`, which are left out where they say nothing. */
  data?: Readonly<Record<string, Field>>;
}

const CLIENT = { client_id: 'the id of the client' };
const NAME = { meaning: 'the name that it was given', personal: true } as const;
const SECRET = { ...CLIENT, secret_id: 'the id of the secret' };
const TOKENS = '`revoked` if the access tokens that the client got until then are refused from now on';

export const WIDENED = 'true if the change adds to what it may do or leads to another place';

/** Events about clients and API keys. */
export const MACHINE_EVENTS = {
  'client.created': {
    when: 'An administrator created or imported a client.',
    data: { ...CLIENT, name: NAME, auth_method: '`secret` or `private_key_jwt`' },
  },
  'client.changed': {
    when: 'An administrator changed a client.',
    data: {
      ...CLIENT,
      fields: 'the names of the changed fields; never their values',
      tokens: TOKENS,
      widened: WIDENED,
    },
  },
  'client.deleted': {
    when: 'An administrator deleted a client. Its access tokens are refused from now on.',
    data: { ...CLIENT, tokens: '`revoked`' },
  },
  'client.secret_created': { when: 'A client got another secret.', data: SECRET },
  'client.secret_deleted': { when: 'A secret of a client was deleted.', data: { ...SECRET, tokens: TOKENS } },
  'api_key.created': {
    when: 'A user made an API key.',
    data: { key_id: 'the id of the key', name: NAME, scopes: 'its scopes', audiences: 'its audiences' },
  },
  'api_key.revoked': {
    when: 'An API key was revoked. Its access tokens are refused from now on.',
    data: {
      key_id: 'the id of the key',
      reason:
        '`user` by its user; `administrator`; `leaked` from a list of leaked keys; `password` reset; `address` confirmed for the first time, or a change of it undone; `factor` undone',
    },
  },
} satisfies Record<string, EventText>;

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
      reason: '`secured` if the answer to a theft switched it off',
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

const METHODS = '`password`, `sign_up`, `magic_link`, `email_code`, `passkey` or `external`';
const SENT_PURPOSES =
  '`magic_link`, `verify_email`, `reset_password`, or `confirm_email`; of a code `email_code`, `reauthenticate` or `external_confirm`';
const PURPOSES = `${SENT_PURPOSES}; of a link that secures the account \`secure_account\``;
const TOKEN = 'the id of the admin token';
const DEVICE = { device_id: 'the id of the device' };

/** The reasons of `login.failed`, with what the name does not say. */
const LOGIN_FAILURES = {
  unknown_email: '',
  no_password: '',
  wrong_password: '',
  disabled: '',
  wrong_code: 'of an email',
  changed: 'the password changed during the sign-in',
};

export type LoginFailureReason = keyof typeof LOGIN_FAILURES;

/** Events about sign-ins, sessions and links, and about administrators. */
export const SIGN_IN_EVENTS = {
  'login.succeeded': {
    when: 'A sign-in opened the session `session_id`, after a second factor if one was needed.',
    data: {
      method: `the first step: ${METHODS}`,
      provider: 'the id of the external provider',
      device_id: 'the id of the device, of a client with a device token',
    },
  },
  'account.secured': {
    when: 'The owner secured the account with the link in an email, because another person had used it; or an administrator answered a theft, in which the account was changed. All access ended, and what was added went.',
    data: {
      about:
        'what the email was about: `address`, `factor`, `mfa` (sign-ins need a factor from then on), `identity`, `admin_token` or `sign_in`; `theft` where an administrator answered one',
      since: 'of a theft: when it began, in UNIX epoch seconds',
      address: '`restored` if a changed email came back',
      password: '`void` if the password was set in that time, or used for the sign-in, and so does not work any more',
      factors: 'the ids of the authenticator apps that were removed',
      passkeys: 'the ids of the passkeys',
      identities: 'the ids of the identities',
      api_keys: 'the ids of the API keys',
      admin_scopes: 'the admin scopes that were removed',
    },
  },
  'device.added': { when: 'A user signed in on a device that the account did not know.', data: DEVICE },
  'device.trusted': {
    when: 'A user trusts a device: sign-ins by password need no second factor on it.',
    data: { ...DEVICE, until: 'until when, in UNIX epoch seconds' },
  },
  'device.removed': {
    when: 'A device is not known any more, before its time.',
    data: { ...DEVICE, reason: '`user`, or why access to the account ended, as in `session.revoked`' },
  },
  'login.failed': {
    when: 'A password, a code of an email, a passkey or a provider did not sign in, for the `reason`. `uid` is null for an unknown email. The actor is always `anonymous`. Links, second factors and limits have other events, or only a line in the log.',
    data: {
      reason: Object.entries(LOGIN_FAILURES)
        .map(([name, more]) => `\`${name}\`${more && ` (${more})`}`)
        .join(', ')
        .replace(/, (?=[^,]*$)/, ', or '),
      method: '`external` or `passkey`; left out for passwords and codes of emails',
    },
  },
  'session.opened': {
    when: 'A code of the sign-in pages opened the session `session_id` of a product. The sign-in was before.',
    data: { parent_id: 'the session of the sign-in pages, with which it ends' },
  },
  'session.revoked': {
    when: 'The session `session_id` ended before its time.',
    data: {
      reason:
        '`logout` by its user; `replaced` by a new sign-in in the same browser; `ended` from the list of sessions; `password` changed or reset; `address` proved for the first time or brought back; `secured` (the answer to a theft); `administrator`; `stolen` (opened in a session whose token was reused); `limit` (`MAX_SESSIONS`); `factor` changed or overdue; `identity` removed or signed out at the provider',
    },
  },
  'session.reuse_detected': {
    when: 'A replaced refresh token, or a used code of an external sign-in, was sent again, so the session `session_id` ended.',
  },
  'link.sent': {
    when: 'An email with a link or a code was written to the outbox, or an administrator made a link. `uid` is null without an account. The links that secure an account are in the emails about what happened, and have no such event.',
    data: { purpose: SENT_PURPOSES, mailed: 'false for a link that an administrator made without an email' },
  },
  'link.used': {
    when: 'A link was followed, or its code was entered, with success. The actor of a link that an administrator made is that administrator.',
    data: { purpose: PURPOSES },
  },
  'admin.token_created': {
    when: 'An admin token was created.',
    data: { token_id: TOKEN, name: { meaning: 'the name of the token', personal: true }, scopes: 'its scopes' },
  },
  'admin.token_revoked': {
    when: 'An admin token was revoked, also because its maker lost a right.',
    data: { token_id: TOKEN },
  },
  'admin.token_changed': {
    when: 'An admin token expires sooner than before.',
    data: { token_id: TOKEN, expires_at: 'when it expires, in UNIX epoch seconds' },
  },
  'admin.token_stolen': {
    when: 'What a thief had made with a stolen admin token, or with the account of an administrator, was disabled. A second event follows with what came later. Each list has at most 200 ids.',
    data: {
      token_id: TOKEN,
      account: 'in place of the token: the uid of an administrator who secured the account',
      since: 'from when on, in UNIX epoch seconds; 0 for ever',
      clients: 'the ids of the disabled clients',
      providers: 'the ids of the disabled providers',
      webhooks: 'the ids of the disabled webhooks',
      users:
        'the uids of the users who are disabled, since they were made with a password or another way to sign in, or secured, since their account was changed',
      scopes: 'the uids of the users who lost their admin scopes',
      tokens: 'the ids of the revoked admin tokens',
    },
  },
  'admin.key_rotated': {
    when: 'The next signing key became the active one.',
    data: { kid: 'the id of the key that signs from now on' },
  },
  'admin.exported': {
    when: 'An export of all users began, or of a list of users as CSV.',
    data: {
      format: '`csv` for a list of users; left out for all users',
      filters: 'the names of the filters of the list',
      include_hashes: 'whether the export has password hashes',
      include_factors: 'true if it has second factors',
    },
  },
  'admin.signed_in': { when: 'An administrator signed in to the console.' },
  'admin.signed_out': { when: 'An administrator signed out of the console.' },
} satisfies Record<string, EventText>;

const METHOD =
  'how the account began: `sign_up`, `magic_link`, `email_code`, `external`, or `migration` by an earlier system; left out when an administrator created it';

/** Events about accounts. */
export const USER_EVENTS = {
  'user.created': { when: 'An account was created, but not by an import.', data: { method: METHOD } },
  'user.updated': {
    when: 'Fields of an account changed that have no event of their own.',
    data: {
      fields: 'the names of the changed fields: `metadata`, `claims`, `email_verified`, `mfa`, `admin_scopes`',
      admin_scopes: 'the new admin scopes, if they changed',
      given_scopes: 'those among them that the user did not have before',
      taken_scopes: 'those that the user had before',
    },
  },
  'user.deleted': {
    when: 'An account was deleted: by its user, an administrator, or the undo of an import.',
    data: { batch_id: 'the import, if its undo deleted the account' },
  },
  'user.disabled': { when: 'An administrator disabled an account.' },
  'user.enabled': { when: 'An administrator enabled a disabled account.' },
  'user.claims_changed': {
    when: 'The claims of access tokens changed.',
    data: { keys: 'the names of the members that changed' },
  },
  'user.email_changed': {
    when: 'The email of an account changed. `user.erased` removes both emails from the event.',
    data: {
      old_email: { meaning: 'the email before', personal: true },
      new_email: { meaning: 'the email from now on', personal: true },
      proved: 'true if the owner had proved the email before',
      undone: 'true if the owner of the old address secured the account, or an administrator answered a theft',
    },
  },
  'user.email_verified': {
    when: 'An email became verified, or its owner confirmed it for the first time.',
    data: { password: '`void` if this invalidated the password of the account' },
  },
  'user.admin_scopes_removed': {
    when: 'A user lost the admin scopes, because the account no longer meets their conditions.',
    data: { admin_scopes: 'the scopes that were removed' },
  },
  'user.password_changed': {
    when: 'A password changed: by its user with the old one, by an administrator, or by an answer of the earlier system. `session_id` is the session that stays open.',
    data: {
      method: '`migration` if the earlier system knew the password',
      password: '`void` if the owner of the mailbox refused the account, which has no password since then',
    },
  },
  'user.password_reset': {
    when: 'A user set a new password by a reset link. The actor of a link that an administrator made is that administrator.',
  },
  'user.imported': { when: 'An import created an account.', data: { batch_id: 'the import' } },
  'user.exported': {
    when: 'All data about one person was read: by an administrator, or by that person, who is then the actor.',
  },
  'user.erased': { when: 'An administrator removed client addresses and emails from the events about a person.' },
  'user.impersonated': {
    when: 'An administrator began to act as a user, in the session `session_id`.',
    data: {
      reason: { meaning: 'the reason that the administrator gave', personal: true },
      expires_at: 'when the session ends, in UNIX epoch seconds',
    },
  },
} satisfies Record<string, EventText>;

const ALL = { ...USER_EVENTS, ...SIGN_IN_EVENTS, ...FACTOR_EVENTS, ...MACHINE_EVENTS };

export type EventType = keyof typeof ALL;

/** All types of events with their texts for docs/reference/events.md. */
export const EVENTS: Readonly<Record<EventType, EventText>> = ALL;

export const EVENT_TYPES = Object.keys(ALL) as EventType[];

/** The `data` of an event: a field that the text of its type does not describe does not compile. */
export type EventData<T extends EventType> = (typeof ALL)[T] extends { data: infer Data }
  ? { readonly [Field in keyof Data]?: unknown } & (T extends 'login.failed' ? { reason: LoginFailureReason } : unknown)
  : undefined;

/** Whether the field of an event contains a text of a person. */
export function isPersonal(type: string, field: string): boolean {
  const fact = EVENTS[type as EventType]?.data?.[field];
  return typeof fact === 'object';
}
