import type { SettingText } from './setting-text.js';

/** The settings of the pages of the service. */
export const PAGE_TEXTS = {
  HOSTED_PAGES: {
    meaning:
      'Whether the service has sign-in pages: their cookie, the codes by which they open sessions of a product, and their well-known URLs. Outside production they are on by default.',
    byDefault: 'production: `off`; otherwise `on`',
    see: 'docs/sign-in-pages.md',
  },
  BRANDING_DIR: {
    meaning:
      'A folder with the colors, the logo and texts of all pages that users see, and the colors and the logo of the emails.',
    see: 'docs/sign-in-pages.md',
  },
  SIGN_UP: {
    meaning:
      '`off`: people cannot create accounts. `POST /api/auth/user/create` answers `SIGN_UP_NOT_ALLOWED`, `sign_up` of magic links and email codes has no effect, and external providers sign in only to accounts: by a linked identity, or by a vouched address that the account has proved. Administrators can still create users, and make links with `sign_up` that create one.',
    see: 'docs/security/hardening.md',
  },
  TERMS_URL: { meaning: 'The terms of the product, which the pages link to.' },
  PRIVACY_URL: { meaning: 'What the product does with personal data. The pages link to it.' },
} satisfies Record<string, SettingText>;
