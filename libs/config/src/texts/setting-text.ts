/** What docs/reference/settings.md and .env.example say of a setting, in Markdown. */
export interface SettingText {
  meaning: string;
  /** The default in words, where it depends on other settings. */
  byDefault?: string;
  /** The document that says more. */
  see?: `docs/${string}.md`;
}
