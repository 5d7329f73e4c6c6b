import type { SettingsReader } from '../settings-reader.js';

const SMTP_FORM =
  'smtp://user:password@host:587, smtps://user:password@host:465, or none for no mail (default: a local inbox, in production none); ?name=host.example.com behind it is the name that the service gives to the mail server';
const MAIL_FROM_FORM =
  'an address, or a name and an address: Acme <no-reply@example.com> (default: APP_NAME <no-reply@host of BASE_URL>)';
const LOCALE_FORM = 'a language tag, such as en, de or pt-BR (default en)';
export const APP_NAME_FORM = 'one line of at most 60 characters (default Latchkey)';

const MAX_NAME_LENGTH = 60;
/** A host name, or an address in brackets (RFC 5321, section 4.1.3). */
const EHLO_NAME = /^(?:[A-Za-z\d](?:[A-Za-z\d.-]*[A-Za-z\d])?|\[(?:[\d.]+|IPv6:[\dA-Fa-f:.]+)\])$/;
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9.-]+$/;

/** The sender of emails. */
export interface MailSender {
  name: string;
  address: string;
}

/** @param service its name and address are the default sender */
export function readMailSettings(read: SettingsReader, service: { nodeEnv: string; appName: string; baseUrl: string }) {
  const { nodeEnv, appName, baseUrl } = service;
  const sender = `${quoted(appName)} <no-reply@${new URL(baseUrl).hostname}>`;
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
  const names = url.searchParams.getAll('name');
  const isNamed = names.length === 0 || (names.length === 1 && EHLO_NAME.test(names[0] ?? ''));
  return ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname && !url.hash && isNamed ? text : undefined;
}

/** A language tag (BCP 47) in its canonical form, such as `pt-BR`; undefined for any other text. */
export function parseLocale(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

/** One line of text. It is encoded wherever it goes: to the header of an email, to a page, to an authenticator app. */
export function parseLine(text: string): string | undefined {
  const isLine = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u.test(text) && /\S/.test(text);
  return text.length <= MAX_NAME_LENGTH && isLine ? text : undefined;
}

/** A name as a quoted string, if it needs to be one (RFC 5322, section 3.2.4). */
function quoted(name: string): string {
  return /["<>@,;:\\]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name;
}

/**
 * An address, or a name and an address in angle brackets. The name may be a quoted string. Without quotation marks an address in it
 * is a mistake: the text is a list of senders.
 */
export function parseSender(text: string): MailSender | undefined {
  const [, given = '', bracketed, address = bracketed] = /^(?:(.*)<([^<>]+)>|([^<>]+))$/.exec(text) ?? [];
  const [, content] = /^"((?:[^"\\]|\\.)*)"$/.exec(given.trim()) ?? [];
  const name = content?.replace(/\\(.)/g, '$1') ?? given.trim();
  const fits = name === '' || (parseLine(name) !== undefined && (content !== undefined || !/\S@\S/.test(name)));
  return fits && ADDRESS.test(address ?? '') ? { name, address: address ?? '' } : undefined;
}
