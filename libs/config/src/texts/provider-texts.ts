import type { SettingText } from './setting-text.js';

/** The settings of external providers. */
export const PROVIDER_TEXTS = {
  PROVIDERS_FILE: {
    meaning: 'A JSON file with external providers that the admin API does not change.',
    see: 'docs/provider-administration.md',
  },
} satisfies Record<string, SettingText>;
