import { FACTOR_TEXTS } from './factor-texts.js';
import { MAIL_TEXTS } from './mail-texts.js';
import { MIGRATION_TEXTS } from './migration-texts.js';
import { OPERATION_TEXTS } from './operation-texts.js';
import { PAGE_TEXTS } from './page-texts.js';
import { PASSWORD_TEXTS } from './password-texts.js';
import { PROVIDER_TEXTS } from './provider-texts.js';
import { SECRET_TEXTS } from './secret-texts.js';
import { SERVICE_TEXTS } from './service-texts.js';
import type { SettingText } from './setting-text.js';
import { TOKEN_TEXTS } from './token-texts.js';

const SERVICE = { ...SERVICE_TEXTS, ...PAGE_TEXTS, ...SECRET_TEXTS };
const TOKENS = { ...TOKEN_TEXTS, ...FACTOR_TEXTS, ...PROVIDER_TEXTS };
const EMAILS = { ...MAIL_TEXTS, ...PASSWORD_TEXTS, ...MIGRATION_TEXTS };
const ALL = { ...SERVICE, ...TOKENS, ...EMAILS, ...OPERATION_TEXTS };

/** The name of a setting. A setting without a text does not compile. */
export type SettingName = keyof typeof ALL;

export const SETTING_TEXTS: Readonly<Record<SettingName, SettingText>> = ALL;

/** The settings in the order of the documents, by subject. */
export const SETTING_GROUPS: Readonly<Record<string, readonly SettingName[]>> = {
  'The service': names(SERVICE),
  'Tokens and sign-ins': names(TOKENS),
  'Emails and passwords': names(EMAILS),
  Operation: names(OPERATION_TEXTS),
};

function names(texts: Partial<Record<SettingName, SettingText>>): SettingName[] {
  return Object.keys(texts) as SettingName[];
}
