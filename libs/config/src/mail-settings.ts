export const SMTP_FORM =
  'smtp://user:password@host:587, smtps://user:password@host:465, or none for no mail (default: a local inbox, in production none)';
export const MAIL_FROM_FORM =
  'an address, or a name and an address: Acme <no-reply@example.com> (default: APP_NAME <no-reply@host of BASE_URL>)';
export const APP_NAME_FORM = 'one line of at most 60 characters (default Latchkey)';

const MAX_NAME_LENGTH = 60;
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9.-]+$/;

/** The URL, null for `none`, undefined for what is neither. */
export function parseSmtpUrl(text: string): string | null | undefined {
  if (text === 'none') return null;
  const url = new URL(text);
  return ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname && !url.hash ? text : undefined;
}

/** One line of text without anything that means something in a header of a letter. */
export function parseLine(text: string): string | undefined {
  return text.length <= MAX_NAME_LENGTH && /^[^\p{Cc}<>"@,;:\\]+$/u.test(text) ? text : undefined;
}

/** Whom letters come from. */
export interface Sender {
  name: string;
  address: string;
}

/** An address, or a name and an address in angle brackets. */
export function parseSender(text: string): Sender | undefined {
  const [, name = '', bracketed, address = bracketed] = /^(?:([^<>]*)<([^<>]+)>|([^<>]+))$/.exec(text) ?? [];
  const sender = { name: name.trim(), address: address ?? '' };
  const fits = sender.name === '' || parseLine(sender.name) !== undefined;
  return fits && ADDRESS.test(sender.address) ? sender : undefined;
}
