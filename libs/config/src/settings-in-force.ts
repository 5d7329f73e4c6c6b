import { describeLocation, parseDatabaseUrl } from './database-url.js';
import type { FoundSetting } from './settings-reader.js';
import { parseUrl } from './url-settings.js';
import { isWeakerThanStrict } from './values.js';

/**
 * How an administrator sees a setting: its text; the protocol and the host of a URL; the location of a database; or, of a
 * secret, only whether it is set.
 */
type Shown = 'text' | 'url' | 'database' | 'secret';

/**
 * The settings with a free text. A number, or one of a few words, is no secret and has no entry. A setting that is missing here
 * counts as a secret, such as the variables that `PROVIDERS_FILE` names.
 */
export const SHOWN: Record<string, Shown> = {
  HOST: 'text',
  BASE_URL: 'text',
  APP_URL: 'text',
  APP_NAME: 'text',
  BRANDING_DIR: 'text',
  TERMS_URL: 'text',
  PRIVACY_URL: 'text',
  REDIRECT_ALLOWLIST: 'text',
  DATABASE_URL: 'database',
  AUTH_SECRET: 'secret',
  AUTH_SECRET_PREVIOUS: 'secret',
  ADMIN_TOKEN: 'secret',
  ACCESS_TOKEN_AUDIENCE: 'text',
  API_KEY_SCOPES: 'text',
  API_KEY_AUDIENCES: 'text',
  PASSKEY_RP_ID: 'text',
  PASSKEY_ORIGINS: 'text',
  PROVIDERS_FILE: 'text',
  SMTP_URL: 'url',
  MAIL_FROM: 'text',
  MAIL_TEMPLATES_DIR: 'text',
  MAIL_LOCALE: 'text',
  PASSWORD_BREACH: 'url',
  MIGRATION_URL: 'url',
  MIGRATION_SECRET: 'secret',
  REDIS_URL: 'url',
  CORS_ORIGINS: 'text',
  COOKIE_ORIGINS: 'text',
  METRICS_PORT: 'text',
  TRUST_PROXY: 'text',
  WEBHOOK_NETWORKS: 'text',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'url',
  OTEL_TRACES_SAMPLER_ARG: 'text',
};

/** A setting for a reader. */
export interface SettingInForce {
  name: string;
  /** Null if there is none, and for a secret. */
  value: string | null;
  /** Null if there is none. */
  default: string | null;
  /** Whether the operator has set it; else the value is the default, or one that the service has made. */
  given: boolean;
  secret: boolean;
  /** Whether it has a value. */
  set: boolean;
  /** Whether the value is weaker than the default with `SECURITY_PROFILE=strict`. */
  weak: boolean;
}

/** The settings in the order in which they were read, without secrets. */
export function settingsInForce(found: ReadonlyMap<string, FoundSetting>): SettingInForce[] {
  return [...found].map(([name, { text, given, fallback, harmless }]) => {
    const shown = harmless ? 'text' : (SHOWN[name] ?? 'secret');
    const inForce = text ?? fallback;
    return {
      name,
      value: present(inForce, shown),
      default: present(fallback, shown),
      given,
      secret: shown === 'secret',
      set: Boolean(inForce),
      weak: isWeakerThanStrict(name, inForce),
    };
  });
}

function present(text: string | undefined, shown: Shown): string | null {
  if (!text || shown === 'secret') return null;
  if (shown === 'url') return withoutSecrets(text);
  return shown === 'database' ? locationOf(text) : text;
}

function locationOf(text: string): string | null {
  const location = parseDatabaseUrl(text);
  return location ? describeLocation(location) : null;
}

/** Only the protocol and the host of a URL, since its path can contain a key, too; a word such as `none` as it is. */
function withoutSecrets(text: string): string {
  const url = parseUrl(text);
  if (!url) return text;
  const { protocol, host, pathname, search } = url;
  return `${protocol}//${host}${pathname.length > 1 || search !== '' ? '/…' : ''}`;
}
