import { readFileSync } from 'node:fs';
import {
  choice,
  integer,
  integerOrZero,
  parsed,
  type Reading,
  type Setting,
  type SettingsReader,
  toggle,
} from '../settings-reader.js';
import { isScope, parseCorsOrigins, parseUrl } from '../values.js';

/** In seconds. The specification limits the life of an access token to 15 minutes. */
export const MAX_ACCESS_TOKEN_TTL = 900;

const ONE_DAY = 86_400;
const THREE_DAYS = 3 * ONE_DAY;
const THIRTY_DAYS = 30 * ONE_DAY;
const ONE_YEAR = 365 * ONE_DAY;

const MAX_AUDIENCE = 255;
const SCOPES_FORM = 'scopes separated by commas, such as orders:read,orders:write, or none (default none)';
const AUDIENCES_FORM =
  'names or URIs separated by commas, such as https://api.example.com, or none (default that of ACCESS_TOKEN_AUDIENCE)';
const AUDIENCE_FORM = `a name or a URI of at most ${MAX_AUDIENCE} visible ASCII characters, such as https://api.example.com (default none)`;

/** A list with commas. */
function parseList(text: string, fits: (part: string) => boolean): string[] | undefined {
  if (text === 'none') return [];
  const parts = text.split(',').map((part) => part.trim());
  return parts.every(fits) && new Set(parts).size === parts.length ? parts : undefined;
}

/** A name or a URI (RFC 7519, section 2: StringOrURI). */
const readAudience: Reading<string | undefined> = (read, name) => {
  const value = read.text(name, AUDIENCE_FORM);
  if (value !== undefined && !isAudience(value)) read.reject(name, 'this value cannot be used', AUDIENCE_FORM);
  return value;
};

/** Whether a text can be the `aud` of a token. */
export function isAudience(text: string): boolean {
  const visible = text.length <= MAX_AUDIENCE && /^[!-~]+$/.test(text);
  return visible && (!text.includes(':') || parseUrl(text) !== undefined);
}

/** Without another audience, API keys of users are for the services that accept the tokens of users. */
const readKeyAudiences: Reading<string[]> = (read, name, { ACCESS_TOKEN_AUDIENCE = 'none', API_KEY_SCOPES }) => {
  const audiences = read.parsed(name, AUDIENCES_FORM, ACCESS_TOKEN_AUDIENCE, (text) => parseList(text, isAudience));
  if (API_KEY_SCOPES.length > 0 && audiences.length === 0)
    read.reject(name, 'API_KEY_SCOPES is set, and API keys need an audience', AUDIENCES_FORM);
  return audiences;
};

const RP_ID_FORM = 'a domain name in lower case, such as example.com (default the host of APP_URL)';
const ORIGINS_FORM =
  'https origins separated by commas, such as https://app.example.com, or http ones of localhost, or android:apk-key-hash: and the SHA-256 of the signing certificate in base64url, 43 characters (default the origin of APP_URL, and that of the pages)';
const PAGES_FORM =
  'a domain that contains the hosts of BASE_URL and APP_URL; or leave it, and list in PASSKEY_ORIGINS the origins with passkeys: see docs/sign-in-pages.md';
/** Not an IP address: the last label has a letter. */
const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*(?=[a-z0-9-]*[a-z])[a-z0-9-]{1,63}$/;

/** The origin of an app for Android, in the client data of its passkeys. */
const ANDROID_APP = /^android:apk-key-hash:([\w-]{43})$/;

/** Browsers refuse passkeys at an IP address, but a service without passkeys may have one in APP_URL. */
function parseRpId(text: string, { APP_URL }: { APP_URL: string }): string | undefined {
  return DOMAIN.test(text) || text === new URL(APP_URL).hostname ? text : undefined;
}

const readPasskeyOrigins: Reading<string[]> = (read, name, { APP_URL, BASE_URL, HOSTED_PAGES, PASSKEY_RP_ID }) => {
  const { origin } = new URL(APP_URL);
  const ofPages = HOSTED_PAGES ? originsOfPages(read, PASSKEY_RP_ID, BASE_URL) : [];
  const byDefault = [...new Set([origin, ...ofPages])].join();
  return read.parsed(name, ORIGINS_FORM, byDefault, (text) =>
    text === byDefault || text === origin ? text.split(',') : parsePasskeyOrigins(text),
  );
};

/**
 * The origin of the sign-in pages, where it is one of passkeys by default. A host that their domain does not contain is an error
 * only where the operator has switched the pages on: in development they are on in any case.
 */
function originsOfPages(read: SettingsReader, rpId: string, baseUrl: string): string[] {
  const { origin, hostname } = new URL(baseUrl);
  if (isBelow(rpId, hostname)) return [origin];
  if (read.text('HOSTED_PAGES') === 'on' && read.text('PASSKEY_ORIGINS') === undefined)
    read.reject('PASSKEY_RP_ID', `the sign-in pages are at ${hostname}, which ${rpId} does not contain`, PAGES_FORM);
  return [];
}

/** Browsers allow WebAuthn only in secure contexts. */
function parsePasskeyOrigins(text: string): string[] | undefined {
  const entries = text.split(',').map((entry) => entry.trim());
  const origins = entries.map((entry) => (isAndroidApp(entry) ? entry : secureOrigin(entry)));
  return origins.every((origin) => origin !== undefined) ? origins : undefined;
}

function secureOrigin(text: string): string | undefined {
  const [origin] = parseCorsOrigins(text) ?? [];
  return origin && (origin.startsWith('https:') || isLocalhost(new URL(origin).hostname)) ? origin : undefined;
}

/** Only in the canonical form, since the texts are compared: the last character has two bits that mean nothing. */
function isAndroidApp(origin: string): boolean {
  const [, hash] = ANDROID_APP.exec(origin) ?? [];
  return hash !== undefined && Buffer.from(hash, 'base64url').toString('base64url') === hash;
}

function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

function isBelow(rpId: string, host: string): boolean {
  return host === rpId || host.endsWith(`.${rpId}`);
}

/**
 * Those origins that browsers accept only with a file at `https://{RP ID}/.well-known/webauthn` (WebAuthn Level 3, section 5.11).
 * Android compares an app with the domain by /.well-known/assetlinks.json.
 */
export function relatedOrigins(rpId: string, origins: readonly string[]): string[] {
  return origins.filter((origin) => !ANDROID_APP.test(origin) && !isBelow(rpId, new URL(origin).hostname));
}

const PROVIDERS_FORM =
  'the path of a JSON file with a list of providers, as docs/provider-administration.md describes (default none)';
/** The fields that are secrets. The file has the name of an environment variable in a field such as `client_secret_env`. */
const PROVIDER_SECRETS = ['client_secret', 'private_key'];
const VARIABLE = /^[A-Za-z_]\w{0,99}$/;

/** A provider as the file has it, with its secrets. The service checks the fields when it starts. */
type ProviderEntry = Record<string, unknown>;

const readProviders: Reading<ProviderEntry[]> = (read, name) => {
  const path = read.text(name, PROVIDERS_FORM);
  const reject = (wrong: string, allowed = PROVIDERS_FORM) => read.reject(name, wrong, allowed);
  const list = path === undefined ? [] : parseFile(path, reject);
  return list.map((entry, index) => withSecrets(entry, `provider ${index + 1} of the file`, read, reject));
};

function parseFile(path: string, reject: (wrong: string) => void): ProviderEntry[] {
  let list: unknown;
  try {
    list = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    // The message of a syntax error quotes the text, which may contain a secret that does not belong there.
    const reason = error instanceof SyntaxError ? 'it is no valid JSON' : (error as Error).message;
    reject(`the file ${path} cannot be read: ${reason}`);
    return [];
  }
  if (Array.isArray(list) && list.every((entry) => typeof entry === 'object' && entry !== null)) return list;
  reject(`the file ${path} must contain a list of objects`);
  return [];
}

function withSecrets(
  entry: ProviderEntry,
  place: string,
  read: SettingsReader,
  reject: (wrong: string, allowed: string) => void,
): ProviderEntry {
  const filled = { ...entry };
  for (const name of PROVIDER_SECRETS) {
    const reference = `${name}_env`;
    if (name in entry) {
      reject(`${place} contains the secret "${name}"`, `"${reference}" with the name of a variable that has it`);
    }
    if (!(reference in entry)) continue;
    delete filled[reference];
    const variable = entry[reference];
    filled[name] = typeof variable === 'string' && VARIABLE.test(variable) ? read.text(variable) : undefined;
    if (filled[name] === undefined) {
      const wrong = `${place} has a "${reference}" that names no variable that is set`;
      reject(wrong, 'the name of a variable that has the secret');
    }
  }
  return filled;
}

/** Tokens, sessions, links, second factors, passkeys and external providers. */
export const SIGN_IN_SETTINGS = {
  ACCESS_TOKEN_TTL: {
    field: 'accessTokenTtl',
    read: integer(1, MAX_ACCESS_TOKEN_TTL, MAX_ACCESS_TOKEN_TTL),
    meaning: 'The lifetime of access tokens in seconds.',
  },
  ACCESS_TOKEN_AUDIENCE: {
    field: 'accessTokenAudience',
    read: readAudience,
    shown: 'text',
    meaning:
      'The audience (`aud`) of access tokens. The service then accepts only tokens with this audience, and other services must require it.',
    see: 'docs/other-services.md',
  },
  API_KEY_SCOPES: {
    field: 'apiKeys.scopes',
    read: parsed(SCOPES_FORM, 'none', (text) => parseList(text, isScope)),
    shown: 'text',
    meaning:
      'The scopes that API keys of users can have: each user can give an own key all of them, unless the claims of the user have a list `scopes`. `none`: users have no API keys.',
    see: 'docs/reference/endpoints.md',
  },
  API_KEY_AUDIENCES: {
    field: 'apiKeys.audiences',
    read: readKeyAudiences,
    shown: 'text',
    meaning: 'The audiences that API keys of users can have, and so the `aud` of their access tokens.',
    byDefault: 'that of `ACCESS_TOKEN_AUDIENCE`',
  },
  REFRESH_TOKEN_TTL: {
    field: 'refreshTokenTtl',
    read: integer(1, ONE_YEAR, THIRTY_DAYS),
    meaning: 'The lifetime of refresh tokens in seconds. Each refresh starts it again.',
  },
  REFRESH_GRACE: {
    field: 'refreshGrace',
    read: integer(0, 600, 10),
    meaning:
      'The grace period: for how many seconds the previous refresh token is still accepted after a refresh. In a cookie, each one replaced in that time. `0`: none. Then the second of two parallel refreshes, and one that is repeated after a lost response, count as theft and end the session.',
    see: 'docs/security/design.md',
  },
  MAGIC_LINK_TTL: {
    field: 'magicLinkTtl',
    read: integer(1, ONE_DAY, 600),
    meaning: 'The lifetime of magic links in seconds.',
  },
  VERIFY_EMAIL_TTL: {
    field: 'verifyEmailTtl',
    read: integer(1, THIRTY_DAYS, ONE_DAY),
    meaning: 'The lifetime of verification links in seconds.',
  },
  RESET_PASSWORD_TTL: {
    field: 'resetPasswordTtl',
    read: integer(1, ONE_DAY, 3600),
    meaning: 'The lifetime of reset links in seconds.',
  },
  LINK_CONFIRM: {
    field: 'linkConfirm',
    read: choice(['none', 'page'], 'none'),
    strict: 'page',
    meaning:
      '`page`: magic and verification links open a page with a button, because mail scanners follow links. `none`: no such page.',
    see: 'docs/security/hardening.md',
  },
  EMAIL_CHANGE: {
    field: 'emailChange',
    read: choice(['immediate', 'confirm'], 'immediate'),
    strict: 'confirm',
    meaning:
      '`confirm`: a new email of a user replaces the old one only when a reader of the new mailbox confirms it. `immediate`: at once, except for a user with a second factor, a passkey or an external identity.',
    see: 'docs/security/hardening.md',
  },
  REAUTH_MAX_AGE: {
    field: 'reauthMaxAge',
    read: integerOrZero(60, ONE_DAY, 600, 'for any age'),
    meaning:
      'How many seconds a sign-in or a new proof counts as recent, for changes of the account that need it; 0 for any age. A product that was signed in by the sign-in pages needs a proof in its own session in any case.',
  },
  SESSION_MAX_TTL: {
    field: 'sessionMaxTtl',
    read: integerOrZero(60, ONE_YEAR, 0, 'for no limit'),
    strict: String(THIRTY_DAYS),
    asSafe: (text) => text !== '0' && Number(text) <= THIRTY_DAYS,
    meaning: 'When a session ends after its sign-in, in seconds, however often it is refreshed; 0 for no limit.',
    see: 'docs/security/hardening.md',
  },
  SIGN_IN_NOTICE: {
    field: 'devices.notice',
    read: choice(['new_device', 'off'], 'new_device'),
    meaning:
      '`new_device`: a sign-in on a device that the account does not know mails its user, with a link to refuse it. `off`: no such emails.',
    see: 'docs/devices.md',
  },
  MAX_SESSIONS: {
    field: 'maxSessions',
    read: integer(1, 10_000, 100),
    meaning: 'The maximum number of sessions of a user. One more ends the least recently used session.',
  },
  IMPERSONATION: {
    field: 'impersonation',
    read: toggle(['off', 'on'], 'off'),
    meaning: '`on`: administrators can act as a user, with an admin token that has the scope `impersonate`.',
    see: 'docs/impersonation.md',
  },
  IMPERSONATION_NOTICE: {
    field: 'impersonationNotice',
    read: choice(['mail', 'list', 'off'], 'mail'),
    meaning:
      'How the user learns of an impersonation. `mail`: by an email and in the list of sessions. `list`: in the list of sessions. `off`: not at all.',
    see: 'docs/impersonation.md',
  },
  MFA: {
    field: 'mfa',
    read: choice(['off', 'optional', 'required'], 'optional'),
    meaning:
      'Second factors. `optional`; `required`: every user must add one; `off`: no new ones, and those that exist are still asked for.',
    see: 'docs/factor-administration.md',
  },
  MFA_GRACE: {
    field: 'mfaGrace',
    read: integer(0, THIRTY_DAYS, 0),
    meaning: 'How many seconds after the first sign-in that requires a factor the user can still sign in without one.',
    see: 'docs/factor-administration.md',
  },
  TRUSTED_DEVICE_TTL: {
    field: 'devices.trustTtl',
    read: integerOrZero(1, THIRTY_DAYS, 0, 'to trust none'),
    meaning:
      'For how many seconds a sign-in by password on a device that the user trusts needs no second factor. Only with the session in a cookie. 0: every sign-in asks for it.',
    see: 'docs/devices.md',
  },
  MFA_RESET_DELAY: {
    field: 'mfaResetDelay',
    read: integer(0, THREE_DAYS, 0),
    meaning: 'How many seconds a reset of factors by an administrator waits, so that the user can stop it.',
    see: 'docs/factor-administration.md',
  },
  EMAIL_CODE_TTL: {
    field: 'emailCodeTtl',
    read: integer(1, ONE_DAY, 600),
    meaning: 'The lifetime of codes in emails, in seconds.',
  },
  PASSKEY_RP_ID: {
    field: 'passkeyRpId',
    read: parsed(RP_ID_FORM, ({ APP_URL }) => new URL(APP_URL).hostname, parseRpId),
    shown: 'text',
    meaning:
      'The domain that passkeys belong to, such as `example.com` for pages at `app.example.com`. Passkeys work only with the domain they were created for: a change strands the existing ones.',
    byDefault: 'the host of `APP_URL`, and so of `BASE_URL` without it',
    see: 'docs/factor-administration.md',
  },
  PASSKEY_ORIGINS: {
    field: 'passkeyOrigins',
    read: readPasskeyOrigins,
    shown: 'text',
    meaning:
      'The origins of the pages that create and use passkeys. An origin outside of `PASSKEY_RP_ID` needs a file at `https://PASSKEY_RP_ID/.well-known/webauthn`, whose content the start prints. An app for Android is `android:apk-key-hash:` and the SHA-256 of its signing certificate in base64url; one for iOS sends `https://PASSKEY_RP_ID`.',
    byDefault:
      'the origin of `APP_URL`; with `HOSTED_PAGES=on` also that of `BASE_URL`, if `PASSKEY_RP_ID` contains its host',
    see: 'docs/factor-administration.md',
  },
  PROVIDERS_FILE: {
    field: 'providerEntries',
    read: readProviders,
    shown: 'text',
    meaning: 'A JSON file with external providers that the admin API does not change.',
    see: 'docs/provider-administration.md',
  },
} as const satisfies Record<string, Setting>;
