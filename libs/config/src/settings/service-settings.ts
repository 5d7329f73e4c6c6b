import { readBranding } from '../branding.js';
import { DATABASE_URL_FORMS, DEFAULT_DATABASE_URL, parseDatabaseUrl } from '../database-url.js';
import {
  choice,
  inProduction,
  integer,
  optional,
  parsed,
  type Reading,
  type Setting,
  toggle,
} from '../settings-reader.js';
import { ALLOWLIST_FORM, parseAllowlist, parseAppUrl, parseHost, parseLine, parseRootUrl } from '../values.js';

const MIN_LENGTH = 32;
const MIN_DIFFERENT = 10;

const HOW_TO_MAKE = 'for instance from: openssl rand -base64 48';
const LENGTH_FORM = `at least ${MIN_LENGTH} characters, ${HOW_TO_MAKE}`;
export const SECRET_FORM = `at least ${MIN_LENGTH} characters, at least ${MIN_DIFFERENT} different ones, not the value of ADMIN_TOKEN, ${HOW_TO_MAKE}`;
const BEARER_FORM = `letters, digits and -._~+/, ${HOW_TO_MAKE}`;
const BRANDING_FORM =
  'the path of a folder with theme.css, logo.svg, logo.png and texts/<language>.json: see docs/sign-in-pages.md';
const BASE_URL_FORM =
  'an absolute http or https URL without credentials, query or fragment (default http://localhost:$PORT; production needs it)';

const linkOrNone = optional('an absolute http or https URL, or none (default none)', 'none', (text) =>
  text === 'none' ? null : parseAppUrl(text),
);

const readBaseUrl: Reading<string> = (read, name, { NODE_ENV, PORT }) => {
  if (NODE_ENV === 'production' && read.text(name) === undefined) {
    read.reject(name, 'it is not set, and production needs it (NODE_ENV unset means production)', BASE_URL_FORM);
  }
  return read.parsed(name, BASE_URL_FORM, `http://localhost:${PORT}`, parseRootUrl);
};

const readBrandingDir = ((read, name) => {
  const folder = read.text(name, BRANDING_FORM);
  return folder === undefined ? undefined : readBranding(folder, (wrong) => read.reject(name, wrong, BRANDING_FORM));
}) satisfies Reading<unknown>;

/** The root of all keys; empty, which is also a problem, when it is missing. No message contains a secret. */
const readSecret: Reading<string> = (read, name) => {
  const value = read.text(name, SECRET_FORM) ?? '';
  const wrong = wrongWith(value, read.text('ADMIN_TOKEN'));
  if (wrong !== undefined) read.reject(name, wrong, SECRET_FORM);
  return value;
};

function wrongWith(secret: string, adminToken: string | undefined): string | undefined {
  if (secret === '') return 'it is not set, and production needs it (NODE_ENV unset means production)';
  if (secret.length < MIN_LENGTH) return `it has only ${secret.length} characters`;
  const different = new Set(secret).size;
  if (different < MIN_DIFFERENT) return `it has only ${different} different characters`;
  return secret === adminToken ? 'it is the same as ADMIN_TOKEN' : undefined;
}

/** A secret that is being replaced, or a token: only its length is checked. */
const readPreviousSecret: Reading<string | undefined> = (read, name) => {
  const value = read.text(name, LENGTH_FORM);
  if (value !== undefined && value.length < MIN_LENGTH) {
    read.reject(name, `it has only ${value.length} characters`, LENGTH_FORM);
  }
  return value;
};

/** A secret of the characters that an Authorization header allows (RFC 6750, section 2.1). */
const readBearerToken: Reading<string | undefined> = (read, name, earlier) => {
  const value = readPreviousSecret(read, name, earlier);
  if (value !== undefined && !/^[\w.~+/-]+=*$/.test(value)) {
    read.reject(name, 'it has characters that no Authorization header can carry', BEARER_FORM);
  }
  return value;
};

/** The mode, the addresses, the database, the pages and the secrets of the service. */
export const SERVICE_SETTINGS = {
  NODE_ENV: {
    field: 'nodeEnv',
    read: choice(['development', 'test', 'production'], 'production'),
    meaning:
      'The mode. `production` requires `AUTH_SECRET` and `BASE_URL`, creates no secret and no admin token, and restricts links to listed origins.',
    byDefault: '`production`; with `npm start` `development`',
  },
  SECURITY_PROFILE: {
    field: 'securityProfile',
    read: choice(['spec', 'strict'], 'spec'),
    meaning:
      '`strict` changes the defaults of some settings to safer ones. A setting that has a value keeps it. `spec` leaves them as the API is specified.',
    see: 'docs/security/hardening.md',
  },
  PORT: {
    field: 'port',
    read: integer(1, 65_535, 3000),
    meaning: 'The port of the service.',
  },
  HOST: {
    field: 'host',
    read: parsed('a host name or an IP address (default 0.0.0.0)', '0.0.0.0', parseHost),
    shown: 'text',
    meaning: 'The address of this machine at which the service listens. `0.0.0.0` means all of them.',
  },
  SHUTDOWN_DELAY: {
    field: 'shutdownDelay',
    read: integer(0, 60, inProduction(5, 0)),
    meaning:
      'How long after SIGTERM the service answers requests while `/health/ready` answers 503, so that load balancers notice; in seconds.',
    see: 'docs/start-and-stop.md',
  },
  BASE_URL: {
    field: 'baseUrl',
    read: readBaseUrl,
    shown: 'text',
    meaning:
      'The address at which clients reach the service; also the issuer (`iss`) of its tokens and the root of its links. Production requires it.',
    byDefault: 'production: none; otherwise `http://localhost:PORT`',
  },
  APP_URL: {
    field: 'appUrl',
    read: parsed('an absolute http or https URL (default BASE_URL)', ({ BASE_URL }) => BASE_URL, parseAppUrl),
    shown: 'text',
    meaning:
      'The address of your web product: the target of links without a target of their own, and of the name or logo above each page of the service.',
    byDefault: 'the value of `BASE_URL`',
  },
  APP_NAME: {
    field: 'appName',
    read: parsed('one line of at most 60 characters (default Latchkey)', 'Latchkey', parseLine),
    shown: 'text',
    meaning: 'The name of the product in emails, pages, authenticator apps and passkeys: one line of any characters.',
  },
  CONSOLE: {
    field: 'console',
    read: toggle(['on', 'off'], inProduction('off', 'on')),
    meaning: 'Whether administrators can use the console in a browser, at `/console` below `BASE_URL`.',
    see: 'docs/console.md',
  },
  REDIRECT_ALLOWLIST: {
    field: 'redirectAllowlist',
    read: parsed(ALLOWLIST_FORM, '', parseAllowlist),
    shown: 'text',
    meaning:
      'Origins that links can lead to, in addition to those of `APP_URL` and `BASE_URL`, such as `https://app.example.com,https://*.example.org`. Outside production, an empty list allows all.',
  },
  DATABASE_URL: {
    field: 'database',
    read: parsed(`${DATABASE_URL_FORMS} (default ${DEFAULT_DATABASE_URL})`, DEFAULT_DATABASE_URL, parseDatabaseUrl),
    shown: 'database',
    meaning:
      'The database: SQLite for one process, PostgreSQL, MariaDB or MySQL for more. Special characters in the user and the password are percent-encoded. Several hosts, as in `mysql://user:password@host1:3306,host2:3306/database`, are a cluster of MySQL or MariaDB whose nodes each accept reads and writes, or a PostgreSQL primary and its standbys.',
    see: 'docs/database.md',
  },
  HOSTED_PAGES: {
    field: 'pages.on',
    read: toggle(['on', 'off'], inProduction('off', 'on')),
    meaning:
      'Whether the service has sign-in pages: their cookie, the codes by which they open sessions of a product, and their well-known URLs. Outside production they are on by default.',
    byDefault: 'production: `off`; otherwise `on`',
    see: 'docs/sign-in-pages.md',
  },
  BRANDING_DIR: {
    field: 'pages.branding',
    read: readBrandingDir,
    shown: 'text',
    meaning:
      'A folder with the colors, the logo and texts of all pages that users see, and the colors and the logo of the emails.',
    see: 'docs/sign-in-pages.md',
  },
  SIGN_UP: {
    field: 'signUp',
    read: toggle(['open', 'off'], 'open'),
    meaning:
      '`off`: people cannot create accounts. `POST /api/auth/user/create` answers `SIGN_UP_NOT_ALLOWED`, `sign_up` of magic links and email codes has no effect, and external providers sign in only to accounts: by a linked identity, or by a vouched address that the account has proved. Administrators can still create users, and make links with `sign_up` that create one.',
    see: 'docs/security/hardening.md',
  },
  TERMS_URL: {
    field: 'pages.termsUrl',
    read: linkOrNone,
    shown: 'text',
    meaning: 'The terms of the product, which the pages link to.',
  },
  PRIVACY_URL: {
    field: 'pages.privacyUrl',
    read: linkOrNone,
    shown: 'text',
    meaning: 'What the product does with personal data. The pages link to it.',
  },
  AUTH_SECRET: {
    field: 'authSecret',
    read: readSecret,
    shown: 'secret',
    meaning:
      'The root of the keys that sign the refresh tokens, protect email codes, and encrypt the signing keys, queued emails, and the secrets of authenticator apps, providers and webhooks. Production requires it. Otherwise the first start creates one and stores it next to the database.',
    byDefault: 'production: none; otherwise one that the first start creates',
    see: 'docs/operating.md',
  },
  AUTH_SECRET_PREVIOUS: {
    field: 'authSecretPrevious',
    read: readPreviousSecret,
    shown: 'secret',
    meaning: 'The previous value of `AUTH_SECRET`: still decrypts and verifies while you replace the secret.',
    see: 'docs/operating.md',
  },
  ADMIN_TOKEN: {
    field: 'adminToken',
    read: readBearerToken,
    shown: 'secret',
    meaning: 'A first admin token with all scopes. A new value replaces the previous one.',
    byDefault: 'production: none; otherwise one that the first start creates and prints once',
    see: 'docs/back-office.md',
  },
} as const satisfies Record<string, Setting>;
