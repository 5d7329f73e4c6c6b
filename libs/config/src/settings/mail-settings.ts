import type { SettingsReader } from '../settings-reader.js';

const SMTP_FORM =
  'smtp://user:password@host:587, smtps://user:password@host:465, or none for no mail (default: a local inbox, in production none)';
const MAIL_FROM_FORM =
  'an address, or a name and an address: Acme <no-reply@example.com> (default: APP_NAME <no-reply@host of BASE_URL>)';
const LOCALE_FORM = 'a language tag, such as en, de or pt-BR (default en)';
export const APP_NAME_FORM = 'one line of at most 60 characters (default Latchkey)';

const MAX_NAME_LENGTH = 60;
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9.-]+$/;

/** The sender of emails. */
export interface MailSender {
  name: string;
  address: string;
}

/** @param service its name and address are the default sender */
export function readMailSettings(read: SettingsReader, service: { nodeEnv: string; appName: string; baseUrl: string }) {
  const { nodeEnv, appName, baseUrl } = service;
  const sender = `${appName} <no-reply@${new URL(baseUrl).hostname}>`;
  // A host that no email address can have, such as an IPv6 literal.
  const localSender = { name: appName, address: 'no-reply@localhost' };
  return {
    smtpUrl: read.parsed('SMTP_URL', SMTP_FORM, 'none', parseSmtpUrl) ?? undefined,
    wantsInbox: read.text('SMTP_URL') === undefined && nodeEnv !== 'production',
    mailFrom: read.parsed('MAIL_FROM', MAIL_FROM_FORM, sender, parseSender) ?? localSender,
    mailTemplatesDir: read.text('MAIL_TEMPLATES_DIR', 'the path of a folder'),
    mailLocale: read.parsed('MAIL_LOCALE', LOCALE_FORM, 'en', parseLocale),
  };
}

/** The URL; null for `none`; undefined for any other text. */
export function parseSmtpUrl(text: string): string | null | undefined {
  if (text === 'none') return null;
  const url = new URL(text);
  return ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname && !url.hash ? text : undefined;
}

/** A language tag (BCP 47) in its canonical form, such as `pt-BR`; undefined for any other text. */
export function parseLocale(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

/** One line of text without characters that have a meaning in the header of an email. */
export function parseLine(text: string): string | undefined {
  return text.length <= MAX_NAME_LENGTH && /^[^\p{Cc}<>"@,;:\\]+$/u.test(text) ? text : undefined;
}

/** An address, or a name and an address in angle brackets. */
export function parseSender(text: string): MailSender | undefined {
  const [, name = '', bracketed, address = bracketed] = /^(?:([^<>]*)<([^<>]+)>|([^<>]+))$/.exec(text) ?? [];
  const sender = { name: name.trim(), address: address ?? '' };
  const fits = sender.name === '' || parseLine(sender.name) !== undefined;
  return fits && ADDRESS.test(sender.address) ? sender : undefined;
}
