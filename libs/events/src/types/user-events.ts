import type { EventText } from './event-text.js';

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
  'user.password_reset': { when: 'A user set a new password by the link in a reset email.' },
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
