import type { SettingText } from './setting-text.js';

/** The settings of the migration from an earlier system. */
export const MIGRATION_TEXTS = {
  MIGRATION_URL: {
    meaning: 'The URL of an earlier system, which is asked about the password of each user who has none here.',
    see: 'docs/lazy-migration.md',
  },
  MIGRATION_SECRET: { meaning: 'Signs the questions. Needed with `MIGRATION_URL`.', see: 'docs/lazy-migration.md' },
  MIGRATION_TIMEOUT: {
    meaning: 'How many seconds the earlier system may take. Each refused login takes this time longer.',
    see: 'docs/lazy-migration.md',
  },
} satisfies Record<string, SettingText>;
