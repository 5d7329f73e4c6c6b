import type { SettingText } from './setting-text.js';

/** The settings of emails. */
export const MAIL_TEXTS = {
  SMTP_URL: {
    meaning: 'The mail server, or `none` for no email. In development the service starts and uses a local inbox.',
    byDefault: 'production: `none`; otherwise the local inbox',
  },
  MAIL_FROM: {
    meaning: 'The sender of emails: an address, or a name and an address.',
    byDefault: '`APP_NAME <no-reply@host of BASE_URL>`',
  },
  MAIL_TEMPLATES_DIR: {
    meaning: 'A folder with your own email templates, and with folders for languages.',
    see: 'docs/email-templates.md',
  },
  MAIL_LOCALE: {
    meaning:
      'The language of emails and pages for other readers than those of the languages of the service and of your templates; also that of the templates directly in `MAIL_TEMPLATES_DIR`.',
    see: 'docs/emails.md',
  },
} satisfies Record<string, SettingText>;
