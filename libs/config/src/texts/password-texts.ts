import type { SettingText } from './setting-text.js';

/** The settings of sign-ups and passwords. */
export const PASSWORD_TEXTS = {
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
} satisfies Record<string, SettingText>;
