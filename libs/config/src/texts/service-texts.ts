import type { SettingText } from './setting-text.js';

/** The settings of the service itself: its mode, addresses, database and secrets. */
export const SERVICE_TEXTS = {
  NODE_ENV: {
    meaning:
      'The mode. `production` requires `AUTH_SECRET` and `BASE_URL`, creates no secret and no admin token, and restricts links to listed origins.',
    byDefault: '`production`; with `npm start` `development`',
  },
  SECURITY_PROFILE: {
    meaning:
      '`strict` changes the defaults of some settings to safer ones. A setting that has a value keeps it. `spec` leaves them as the API is specified.',
    see: 'docs/security/hardening.md',
  },
  PORT: { meaning: 'The port of the service.' },
  HOST: { meaning: 'The address of this machine at which the service listens. `0.0.0.0` means all of them.' },
  SHUTDOWN_DELAY: {
    meaning:
      'How long after SIGTERM the service answers requests while `/health/ready` answers 503, so that load balancers notice; in seconds.',
    see: 'docs/start-and-stop.md',
  },
  BASE_URL: {
    meaning:
      'The address at which clients reach the service; also the issuer (`iss`) of its tokens and the root of its links. Production requires it.',
    byDefault: 'production: none; otherwise `http://localhost:PORT`',
  },
  APP_URL: {
    meaning: 'The address of your web product: the target of links without a target of their own.',
    byDefault: 'the value of `BASE_URL`',
  },
  APP_NAME: { meaning: 'The name of the product in emails and pages.' },
  CONSOLE: {
    meaning: 'Whether administrators can use the console in a browser, at `/console` below `BASE_URL`.',
    see: 'docs/console.md',
  },
  RESET_PAGE: {
    meaning:
      '`on`: a reset link that would lead to `BASE_URL`, because neither `reset_url` nor `APP_URL` leads elsewhere, opens a page of the service to choose a new password.',
    see: 'docs/emails.md',
  },
  HOSTED_PAGES: {
    meaning:
      'Whether the service has sign-in pages: their cookie, the codes by which they open sessions of a product, and their well-known URLs. Outside production they are on by default.',
    byDefault: 'production: `off`; otherwise `on`',
    see: 'docs/sign-in-pages.md',
  },
  BRANDING_DIR: {
    meaning: 'A folder with the colors, the logo and texts of the sign-in pages.',
    see: 'docs/sign-in-pages.md',
  },
  SIGN_UP: {
    meaning:
      '`off`: people cannot create accounts. `POST /api/auth/user/create` answers `SIGN_UP_NOT_ALLOWED`, `sign_up` of magic links and email codes has no effect, and external providers sign in only identities that are linked to an account. Administrators can still create users, and make links with `sign_up` that create one.',
    see: 'docs/security/hardening.md',
  },
  TERMS_URL: { meaning: 'The terms of the product, which the pages link to.' },
  PRIVACY_URL: { meaning: 'What the product does with personal data. The pages link to it.' },
  REDIRECT_ALLOWLIST: {
    meaning:
      'Origins that links can lead to, in addition to those of `APP_URL` and `BASE_URL`, such as `https://app.example.com,https://*.example.org`. Outside production, an empty list allows all.',
  },
  DATABASE_URL: {
    meaning:
      'The database: SQLite for one process, MariaDB or MySQL for more. Special characters in the user and the password are percent-encoded. A cluster whose nodes each accept reads and writes: `mysql://user:password@host1:3306,host2:3306/database`.',
    see: 'docs/database.md',
  },
  AUTH_SECRET: {
    meaning:
      'The root of the keys that encrypt the signing keys and sign the refresh tokens. Production requires it. Otherwise the first start creates one and stores it next to the database.',
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
