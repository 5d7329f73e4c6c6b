import type { Schemas } from '@latchkey/client';

type EventType = Schemas['SecurityEventView']['type'];

/** Events that are about no user, or about one who is no more. */
type Unseen =
  | 'user.deleted'
  | 'user.erased'
  | 'admin.key_rotated'
  | 'admin.exported'
  | `${'provider' | 'webhook' | 'client'}.${string}`;

/**
 * What happened in an account, in English, and the keys of all other languages: the types of events about users. Where a type alone would
 * mislead, it has texts for its reasons.
 */
export const en = {
  'user.created': 'Account created',
  'user.updated': 'Account changed',
  'user.disabled': 'Account disabled',
  'user.enabled': 'Account enabled again',
  'user.claims_changed': 'Permissions changed',
  'user.email_changed': 'Email changed',
  'user.email_changed.undone': 'Change of the email undone',
  'user.email_verified': 'Email confirmed',
  'user.admin_scopes_removed': 'Administrator rights removed',
  'user.password_changed': 'Password changed',
  'user.password_changed.void': 'Password removed',
  'user.password_reset': 'Password reset',
  'user.imported': 'Account moved here',
  'user.exported': 'Data downloaded',
  'user.impersonated': 'An administrator acted for you',
  'login.succeeded': 'Sign-in',
  'login.failed': 'Failed sign-in',
  'account.secured': 'Account secured',
  'device.added': 'New device',
  'device.trusted': 'Device trusted',
  'device.removed': 'Device removed',
  'session.opened': 'Sign-in to an app',
  'session.revoked': 'Session ended',
  'session.revoked.logout': 'Sign-out',
  'session.revoked.replaced': 'Session replaced by a new sign-in',
  'session.revoked.ended': 'Session ended by you',
  'session.revoked.password': 'Session ended: password changed',
  'session.revoked.owner': 'Session ended: email confirmed, password reset or account secured',
  'session.revoked.factor': 'Session ended: second factor changed or missing',
  'session.revoked.limit': 'Session ended: too many sessions',
  'session.revoked.identity': 'Session ended: connected account removed or signed out',
  'session.reuse_detected': 'Session ended: it may have been stolen',
  'link.sent': 'Link or code sent by email',
  'link.sent.not_mailed': 'Link or code created',
  'link.used': 'Link or code used',
  'admin.token_created': 'Admin token created',
  'admin.token_revoked': 'Admin token revoked',
  'admin.token_changed': 'Admin token expires sooner',
  'admin.token_stolen': 'Work of a thief with admin rights disabled',
  'admin.signed_in': 'Sign-in to the console',
  'admin.signed_out': 'Sign-out of the console',
  'mfa.challenged': 'Second factor asked for',
  'mfa.failed': 'Wrong second factor',
  'mfa.enabled': 'Second factor switched on',
  'mfa.disabled': 'Second factor switched off',
  'mfa.locked': 'Authenticator apps locked',
  'mfa.factor_added': 'Second factor added',
  'mfa.factor_removed': 'Second factor removed',
  'mfa.recovery_used': 'Recovery code used',
  'mfa.recovery_renewed': 'New recovery codes',
  'mfa.reset_asked': 'Removal of your second factors requested',
  'mfa.reset_stopped': 'Removal of your second factors stopped',
  'mfa.reset': 'Your second factors were removed',
  'passkey.added': 'Passkey added',
  'passkey.removed': 'Passkey removed',
  'passkey.counter_regressed': 'A passkey may have been copied',
  'identity.linked': 'Account connected',
  'identity.unlinked': 'Account disconnected',
  'api_key.created': 'API key created',
  'api_key.revoked': 'API key revoked',
} satisfies Record<Exclude<EventType, Unseen>, string> & Record<`${EventType}.${string}`, string>;

export type EventTexts = Record<keyof typeof en, string>;
