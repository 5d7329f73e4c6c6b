import type { SettingText } from './setting-text.js';

/** The secrets. */
export const SECRET_TEXTS = {
  AUTH_SECRET: {
    meaning:
      'The root of the keys that sign the refresh tokens, protect email codes, and encrypt the signing keys, queued emails, and the secrets of authenticator apps, providers and webhooks. Production requires it. Otherwise the first start creates one and stores it next to the database.',
    byDefault: 'production: none; otherwise one that the first start creates',
    see: 'docs/operating.md',
  },
  AUTH_SECRET_PREVIOUS: {
    meaning: 'The previous value of `AUTH_SECRET`: still decrypts and verifies while you replace the secret.',
    see: 'docs/operating.md',
  },
  ADMIN_TOKEN: {
    meaning: 'A first admin token with all scopes. A new value replaces the previous one.',
    byDefault: 'production: none; otherwise one that the first start creates and prints once',
    see: 'docs/back-office.md',
  },
} satisfies Record<string, SettingText>;
