import { describeLocation, parseDatabaseUrl } from '../database-url.js';
import type { FoundSetting } from '../settings-reader.js';
import { isWeakerThanStrict } from '../values/security-profile.js';
import { parseUrl } from '../values/url-settings.js';
import { SHOWN, type Shown } from './shown-settings.js';

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
