import { describeLocation, parseDatabaseUrl } from './database-url.js';
import { EMAIL_SETTINGS } from './settings/email-settings.js';
import { OPERATION_SETTINGS } from './settings/operation-settings.js';
import { SERVICE_SETTINGS } from './settings/service-settings.js';
import { SIGN_IN_SETTINGS } from './settings/sign-in-settings.js';
import type { Earlier, FoundSetting, Setting, SettingsReader } from './settings-reader.js';
import { parseUrl } from './values.js';

/** All settings by their names, in the order in which they are read and documented. */
export const SETTINGS = { ...SERVICE_SETTINGS, ...SIGN_IN_SETTINGS, ...EMAIL_SETTINGS, ...OPERATION_SETTINGS };

/** The settings by the headings of the reference. */
export const SETTING_GROUPS = {
  'The service': SERVICE_SETTINGS,
  'Tokens and sign-ins': SIGN_IN_SETTINGS,
  'Emails and passwords': EMAIL_SETTINGS,
  Operation: OPERATION_SETTINGS,
};

type Table = typeof SETTINGS;
type SettingName = keyof Table;
type Values = { [N in SettingName as Table[N]['field']]: ReturnType<Table[N]['read']> };
type GroupOf<F> = F extends `${infer G}.${string}` ? G : never;

/** The values of all settings, by their fields. */
export type Settings = { readonly [F in keyof Values as F extends `${string}.${string}` ? never : F]: Values[F] } & {
  readonly [G in GroupOf<keyof Values>]: { [F in keyof Values as F extends `${G}.${infer S}` ? S : never]: Values[F] };
};

const ENTRIES: [string, Setting][] = Object.entries(SETTINGS);

/** The defaults that `SECURITY_PROFILE=strict` changes, by the names of the settings. */
export const STRICT_DEFAULTS: Readonly<Record<string, string>> = Object.fromEntries(
  ENTRIES.flatMap(([name, { strict }]) => (strict === undefined ? [] : [[name, strict]])),
);

/** Reads all settings. */
export function readSettings(read: SettingsReader): Settings {
  const values = {} as Record<string, unknown> & Earlier;
  const fields: Record<string, unknown> = {};
  for (const [name, setting] of ENTRIES) {
    const strict = values.SECURITY_PROFILE === 'strict' ? setting.strict : undefined;
    values[name] = setting.read(read, name, values, strict);
    const [first = '', second] = setting.field.split('.');
    if (second === undefined) fields[first] = values[name];
    else fields[first] = { ...(fields[first] as object | undefined), [second]: values[name] };
  }
  return fields as Settings;
}

/** The parameters of argon2id (RFC 9106) for new hashes: the memory in KiB, and the passes. The number of lanes is 1. */
export type Argon2Cost = Settings['argon2'];

/** How many counts each rate limit allows within its window. The windows are in the limits library. */
export type RateLimitCounts = Settings['rateLimits'];

/** The name of the setting of a limit, for the log. */
export function settingOfLimit(limit: keyof RateLimitCounts): string | undefined {
  return ENTRIES.find(([, { field }]) => field === `rateLimits.${limit}`)?.[0];
}

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
  const table = new Map(ENTRIES);
  return [...found].map(([name, { text, given, fallback }]) => {
    const setting = table.get(name);
    const shown = shownOf(setting);
    const inForce = text ?? fallback;
    return {
      name,
      value: present(inForce, shown),
      default: present(fallback, shown),
      given,
      secret: shown === 'secret',
      set: Boolean(inForce),
      weak: isWeak(inForce, setting),
    };
  });
}

/** A variable that is no setting is one that `PROVIDERS_FILE` names, and so a secret. A number, or one of a few words, is none. */
function shownOf(setting: Setting | undefined): string {
  if (setting === undefined) return 'secret';
  return 'shown' in setting ? setting.shown : 'text';
}

/** Whether a value is weaker than the default of the profile `strict`. */
function isWeak(text: string | undefined, { strict, asSafe }: Partial<Setting> = {}): boolean {
  return strict !== undefined && text !== undefined && text !== strict && !asSafe?.(text);
}

function present(text: string | undefined, shown: string): string | null {
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
