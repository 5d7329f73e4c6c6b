import { OPERATION_TEXTS } from './operation-texts.js';
import { PASSWORD_TEXTS } from './password-texts.js';
import { SERVICE_TEXTS } from './service-texts.js';
import type { SettingText } from './setting-text.js';
import { TOKEN_TEXTS } from './token-texts.js';

const ALL = { ...SERVICE_TEXTS, ...TOKEN_TEXTS, ...PASSWORD_TEXTS, ...OPERATION_TEXTS };

/** The name of a setting. A setting without a text does not compile. */
export type SettingName = keyof typeof ALL;

export const SETTING_TEXTS: Readonly<Record<SettingName, SettingText>> = ALL;

/** The settings in the order of the documents, by subject. */
export const SETTING_GROUPS: Readonly<Record<string, readonly SettingName[]>> = {
  'The service': names(SERVICE_TEXTS),
  'Tokens and sign-ins': names(TOKEN_TEXTS),
  'Emails and passwords': names(PASSWORD_TEXTS),
  Operation: names(OPERATION_TEXTS),
};

function names(texts: Partial<Record<SettingName, SettingText>>): SettingName[] {
  return Object.keys(texts) as SettingName[];
}
