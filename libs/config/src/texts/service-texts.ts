import type { SettingText } from './setting-text.js';

/** The settings of the service itself: its mode, addresses and database. */
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
    meaning:
      'The address of your web product: the target of links without a target of their own, and of the name or logo above each page of the service.',
    byDefault: 'the value of `BASE_URL`',
  },
  APP_NAME: {
    meaning: 'The name of the product in emails, pages, authenticator apps and passkeys: one line of any characters.',
  },
  CONSOLE: {
    meaning: 'Whether administrators can use the console in a browser, at `/console` below `BASE_URL`.',
    see: 'docs/console.md',
  },
  REDIRECT_ALLOWLIST: {
    meaning:
      'Origins that links can lead to, in addition to those of `APP_URL` and `BASE_URL`, such as `https://app.example.com,https://*.example.org`. Outside production, an empty list allows all.',
  },
  DATABASE_URL: {
    meaning:
      'The database: SQLite for one process, MariaDB or MySQL for more. Special characters in the user and the password are percent-encoded. A cluster whose nodes each accept reads and writes: `mysql://user:password@host1:3306,host2:3306/database`.',
    see: 'docs/database.md',
  },
} satisfies Record<string, SettingText>;
