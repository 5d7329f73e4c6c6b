import type { SettingText } from './setting-text.js';

/** The settings of emails, sign-ups and passwords. */
export const PASSWORD_TEXTS = {
  SMTP_URL: {
    meaning: 'The mail server, or `none` for no email. In development the service starts and uses a local inbox.',
    byDefault: 'production: `none`; otherwise the local inbox',
  },
  MAIL_FROM: {
    meaning: 'The sender of emails: an address, or a name and an address.',
    byDefault: '`APP_NAME <no-reply@host of BASE_URL>`',
  },
  MAIL_TEMPLATES_DIR: {
    meaning: 'A folder with your own email templates, and with folders for languages.',
    see: 'docs/email-templates.md',
  },
  MAIL_LOCALE: {
    meaning:
      'The language of emails and pages for other readers than those of the languages of the service and of your templates; also that of the templates directly in `MAIL_TEMPLATES_DIR`.',
    see: 'docs/emails.md',
  },
  SIGNUP_EMAIL_VERIFIED: {
    meaning:
      '`client`: the service accepts `email_verified` in a create request. `ignore`: every account starts unverified.',
    see: 'docs/security/hardening.md',
  },
  PASSWORD_MIN_LENGTH: {
    meaning:
      'The minimum length of a new password in characters. 15 is recommended where MFA is not required (NIST SP 800-63B).',
    see: 'docs/passwords.md',
  },
  PASSWORD_MIN_SCORE: {
    meaning: 'The minimum zxcvbn score of a new password: 0 is easy to guess, 4 is hard.',
    see: 'docs/security/hardening.md',
  },
  PASSWORD_BREACH: {
    meaning:
      'Refuses new passwords that have appeared in a data breach: an https URL to which 5 hexadecimal digits are appended, such as `https://api.pwnedpasswords.com/range/`, or a folder with the same texts (`00000.txt` to `FFFFF.txt`).',
    see: 'docs/passwords.md',
  },
  PASSWORD_BREACH_MIN: { meaning: 'How often a password must have appeared in breaches to be refused.' },
  PASSWORD_BREACH_STRICT: {
    meaning: 'While the list is out of reach: `off` accepts new passwords, `on` refuses them with `UNAVAILABLE`.',
  },
  PASSWORD_HASH: {
    meaning:
      'The algorithm of new password hashes. A sign-in replaces a hash of the other algorithm or of another cost.',
    see: 'docs/passwords.md',
  },
  BCRYPT_COST: { meaning: 'The work factor of bcrypt.' },
  BCRYPT_ENGINE: {
    meaning: '`auto`: the native bcrypt if it loads, otherwise the JavaScript one. `native` or `js`: only this one.',
  },
  ARGON2_MEMORY: {
    meaning: 'The memory of argon2id in KiB, for each hashing thread, of which there is one per core.',
    see: 'docs/passwords.md',
  },
  ARGON2_PASSES: { meaning: 'The number of passes of argon2id.', see: 'docs/passwords.md' },
  MIGRATION_URL: {
    meaning: 'The URL of an earlier system, which is asked about the password of each user who has none here.',
    see: 'docs/lazy-migration.md',
  },
  MIGRATION_SECRET: { meaning: 'Signs the questions. Needed with `MIGRATION_URL`.', see: 'docs/lazy-migration.md' },
  MIGRATION_TIMEOUT: {
    meaning: 'How many seconds the earlier system may take. Each refused login takes this time longer.',
    see: 'docs/lazy-migration.md',
  },
} satisfies Record<string, SettingText>;
