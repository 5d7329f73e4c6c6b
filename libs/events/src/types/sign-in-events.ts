import type { EventText } from './event-text.js';

const METHODS = '`password`, `sign_up`, `magic_link`, `email_code`, `passkey` or `external`';
const SENT_PURPOSES =
  '`magic_link`, `verify_email`, `reset_password`, or `confirm_email`; of a code `email_code`, `reauthenticate` or `external_confirm`';
const PURPOSES = `${SENT_PURPOSES}; of a link that secures the account \`secure_account\``;
const TOKEN = 'the id of the admin token';
const DEVICE = { device_id: 'the id of the device' };

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
      reason:
        '`unknown_email`, `no_password`, `wrong_password`, `disabled`, `wrong_code` (of an email), or `changed` (the password changed during the sign-in)',
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
    when: 'A link was followed, or its code was entered, with success.',
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
