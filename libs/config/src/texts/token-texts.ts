import type { SettingText } from './setting-text.js';

/** The settings of tokens, sessions, links and sign-ins. */
export const TOKEN_TEXTS = {
  ACCESS_TOKEN_TTL: { meaning: 'The lifetime of access tokens in seconds.' },
  ACCESS_TOKEN_AUDIENCE: {
    meaning:
      'The audience (`aud`) of access tokens. The service then accepts only tokens with this audience, and other services must require it.',
    see: 'docs/other-services.md',
  },
  API_KEY_SCOPES: {
    meaning:
      'The scopes that API keys of users can have: each user can give an own key all of them, unless the claims of the user have a list `scopes`. `none`: users have no API keys.',
    see: 'docs/reference/endpoints.md',
  },
  API_KEY_AUDIENCES: {
    meaning: 'The audiences that API keys of users can have, and so the `aud` of their access tokens.',
    byDefault: 'that of `ACCESS_TOKEN_AUDIENCE`',
  },
  REFRESH_TOKEN_TTL: { meaning: 'The lifetime of refresh tokens in seconds. Each refresh starts it again.' },
  REFRESH_GRACE: {
    meaning:
      'The grace period: for how many seconds the previous refresh token is still accepted after a refresh. In a cookie, each one replaced in that time. `0`: none. Then the second of two parallel refreshes, and one that is repeated after a lost response, count as theft and end the session.',
    see: 'docs/security/design.md',
  },
  MAGIC_LINK_TTL: { meaning: 'The lifetime of magic links in seconds.' },
  VERIFY_EMAIL_TTL: { meaning: 'The lifetime of verification links in seconds.' },
  RESET_PASSWORD_TTL: { meaning: 'The lifetime of reset links in seconds.' },
  LINK_CONFIRM: {
    meaning:
      '`page`: magic and verification links open a page with a button, because mail scanners follow links. `none`: no such page.',
    see: 'docs/security/hardening.md',
  },
  EMAIL_CHANGE: {
    meaning:
      '`confirm`: a new email of a user replaces the old one only when a reader of the new mailbox confirms it. `immediate`: at once, except for a user with a second factor, a passkey or an external identity.',
    see: 'docs/security/hardening.md',
  },
  REAUTH_MAX_AGE: {
    meaning:
      'How many seconds a sign-in or a new proof counts as recent, for changes of the account that need it; 0 for any age. A product that was signed in by the sign-in pages needs a proof in its own session in any case.',
  },
  SESSION_MAX_TTL: {
    meaning: 'When a session ends after its sign-in, in seconds, however often it is refreshed; 0 for no limit.',
    see: 'docs/security/hardening.md',
  },
  SIGN_IN_NOTICE: {
    meaning:
      '`new_device`: a sign-in on a device that the account does not know mails its user, with a link to refuse it. `off`: no such emails.',
    see: 'docs/devices.md',
  },
  MAX_SESSIONS: {
    meaning: 'The maximum number of sessions of a user. One more ends the least recently used session.',
  },
  IMPERSONATION: {
    meaning: '`on`: administrators can act as a user, with an admin token that has the scope `impersonate`.',
    see: 'docs/impersonation.md',
  },
  IMPERSONATION_NOTICE: {
    meaning:
      'How the user learns of an impersonation. `mail`: by an email and in the list of sessions. `list`: in the list of sessions. `off`: not at all.',
    see: 'docs/impersonation.md',
  },
} satisfies Record<string, SettingText>;
