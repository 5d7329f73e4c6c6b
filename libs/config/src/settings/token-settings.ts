import type { SettingsReader } from '../settings-reader.js';
import { parseUrl } from '../url-settings.js';
import { isScope } from '../values.js';

/** In seconds. The specification limits the life of an access token to 15 minutes. */
export const MAX_ACCESS_TOKEN_TTL = 900;

const ONE_DAY = 86_400;
const THIRTY_DAYS = 30 * ONE_DAY;
const ONE_YEAR = 365 * ONE_DAY;

const MAX_AUDIENCE = 255;
const SCOPES_FORM = 'scopes separated by commas, such as orders:read,orders:write, or none (default none)';
const AUDIENCES_FORM =
  'names or URIs separated by commas, such as https://api.example.com, or none (default that of ACCESS_TOKEN_AUDIENCE)';
const AUDIENCE_FORM = `a name or a URI of at most ${MAX_AUDIENCE} visible ASCII characters, such as https://api.example.com (default none)`;

/** The lifetimes of tokens, sessions and links, and the audience of tokens. */
export function readTokenSettings(read: SettingsReader) {
  return {
    accessTokenTtl: read.integer('ACCESS_TOKEN_TTL', {
      min: 1,
      max: MAX_ACCESS_TOKEN_TTL,
      fallback: MAX_ACCESS_TOKEN_TTL,
    }),
    ...readApiKeySettings(read),
    refreshTokenTtl: read.integer('REFRESH_TOKEN_TTL', { min: 1, max: ONE_YEAR, fallback: THIRTY_DAYS }),
    refreshGrace: read.integer('REFRESH_GRACE', { min: 0, max: 600, fallback: 10 }),
    magicLinkTtl: read.integer('MAGIC_LINK_TTL', { min: 1, max: ONE_DAY, fallback: 600 }),
    verifyEmailTtl: read.integer('VERIFY_EMAIL_TTL', { min: 1, max: THIRTY_DAYS, fallback: ONE_DAY }),
    resetPasswordTtl: read.integer('RESET_PASSWORD_TTL', { min: 1, max: ONE_DAY, fallback: 3600 }),
    linkConfirm: read.oneOf('LINK_CONFIRM', ['none', 'page'], 'none'),
    emailChange: read.oneOf('EMAIL_CHANGE', ['immediate', 'confirm'], 'immediate'),
    reauthMaxAge: read.integerOrZero('REAUTH_MAX_AGE', { min: 60, max: ONE_DAY, fallback: 600 }, 'for any age'),
    sessionMaxTtl: read.integerOrZero('SESSION_MAX_TTL', { min: 60, max: ONE_YEAR, fallback: 0 }, 'for no limit'),
    maxSessions: read.integer('MAX_SESSIONS', { min: 1, max: 10_000, fallback: 100 }),
    impersonation: read.oneOf('IMPERSONATION', ['off', 'on'], 'off') === 'on',
    impersonationNotice: read.oneOf('IMPERSONATION_NOTICE', ['mail', 'list', 'off'], 'mail'),
  };
}

/** What API keys of users may be for. Without another audience, they are for the services that accept the tokens of users. */
function readApiKeySettings(read: SettingsReader) {
  const accessTokenAudience = readAudience(read);
  const scopes = read.parsed('API_KEY_SCOPES', SCOPES_FORM, 'none', (text) => parseList(text, isScope));
  const audiences = read.parsed('API_KEY_AUDIENCES', AUDIENCES_FORM, accessTokenAudience ?? 'none', (text) =>
    parseList(text, isAudience),
  );
  if (scopes.length > 0 && audiences.length === 0)
    read.reject('API_KEY_AUDIENCES', 'API_KEY_SCOPES is set, and API keys need an audience', AUDIENCES_FORM);
  return { accessTokenAudience, apiKeys: { scopes, audiences } };
}

/** A list with commas. */
function parseList(text: string, fits: (part: string) => boolean): string[] | undefined {
  if (text === 'none') return [];
  const parts = text.split(',').map((part) => part.trim());
  return parts.every(fits) && new Set(parts).size === parts.length ? parts : undefined;
}

/** A name or a URI (RFC 7519, section 2: StringOrURI). */
function readAudience(read: SettingsReader): string | undefined {
  const value = read.text('ACCESS_TOKEN_AUDIENCE', AUDIENCE_FORM);
  if (value !== undefined && !isAudience(value)) {
    read.reject('ACCESS_TOKEN_AUDIENCE', 'this value cannot be used', AUDIENCE_FORM);
  }
  return value;
}

/** Whether a text can be the `aud` of a token. */
export function isAudience(text: string): boolean {
  const visible = text.length <= MAX_AUDIENCE && /^[!-~]+$/.test(text);
  return visible && (!text.includes(':') || parseUrl(text) !== undefined);
}
