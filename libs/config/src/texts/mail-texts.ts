import type { SettingText } from './setting-text.js';

/** The settings of emails. */
export const MAIL_TEXTS = {
  SMTP_URL: {
    meaning:
      'The mail server, or `none` for no email. In development the service starts and uses a local inbox. `?name=` at its end is the name that the service gives in EHLO, in place of the full name of the machine, or of the host of `BASE_URL` if that name has no dot.',
    byDefault: 'production: `none`; otherwise the local inbox',
  },
  MAIL_FROM: {
    meaning:
      'The sender of emails: an address, or a name and an address, such as `Acme, Inc. <no-reply@acme.example>`.',
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
