import type { SettingText } from './setting-text.js';

/** The settings of second factors and passkeys. */
export const FACTOR_TEXTS = {
  MFA: {
    meaning:
      'Second factors. `optional`; `required`: every user must add one; `off`: no new ones, and those that exist are still asked for.',
    see: 'docs/factor-administration.md',
  },
  MFA_GRACE: {
    meaning: 'How many seconds after the first sign-in that requires a factor the user can still sign in without one.',
    see: 'docs/factor-administration.md',
  },
  TRUSTED_DEVICE_TTL: {
    meaning:
      'For how many seconds a sign-in by password on a device that the user trusts needs no second factor. Only with the session in a cookie. 0: every sign-in asks for it.',
    see: 'docs/devices.md',
  },
  MFA_RESET_DELAY: {
    meaning: 'How many seconds a reset of factors by an administrator waits, so that the user can stop it.',
    see: 'docs/factor-administration.md',
  },
  EMAIL_CODE_TTL: { meaning: 'The lifetime of codes in emails, in seconds.' },
  PASSKEY_RP_ID: {
    meaning:
      'The domain that passkeys belong to, such as `example.com` for pages at `app.example.com`. Passkeys work only with the domain they were created for: a change strands the existing ones.',
    byDefault: 'the host of `APP_URL`, and so of `BASE_URL` without it',
    see: 'docs/factor-administration.md',
  },
  PASSKEY_ORIGINS: {
    meaning:
      'The origins of the pages that create and use passkeys. An origin outside of `PASSKEY_RP_ID` needs a file at `https://PASSKEY_RP_ID/.well-known/webauthn`, whose content the start prints. An app for Android is `android:apk-key-hash:` and the SHA-256 of its signing certificate in base64url; one for iOS sends `https://PASSKEY_RP_ID`.',
    byDefault:
      'the origin of `APP_URL`; with `HOSTED_PAGES=on` also that of `BASE_URL`, if `PASSKEY_RP_ID` contains its host',
    see: 'docs/factor-administration.md',
  },
} satisfies Record<string, SettingText>;
