import { domainToASCII, domainToUnicode } from 'node:url';

const MAX_HOST_LENGTH = 253;
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;
/** A host name whose characters outside ASCII are still to be converted. */
const GIVEN_HOST = /^[a-z\d.\u{80}-\u{10ffff}-]+$/iu;
const A_LABEL = /(?:^|\.)xn--/i;
/** A host name whose last label is no number, so that nothing reads it as an IP address. */
const HOST_NAME = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/**
 * The form in which an email is stored and compared: trimmed and in lower case, an international domain by its A-labels
 * (`lena@xn--bcher-kva.example`). Undefined for a text with another local part than ASCII, or without such a domain.
 * The check of the local part comes before the change of case, since the Kelvin sign, for example, would become a k.
 */
export function normaliseEmail(text: string): string | undefined {
  const trimmed = text.trim();
  const { local, domain } = partsOf(trimmed);
  if (PRINTABLE_ASCII.test(trimmed) && !A_LABEL.test(domain)) return trimmed.toLowerCase();
  const host = local.length > 1 && PRINTABLE_ASCII.test(local) ? toAsciiHost(domain) : undefined;
  return host && local.toLowerCase() + host;
}

/** What is wrong with the characters of an email, for people; undefined if nothing is. */
export function emailObjection(text: string): string | undefined {
  const { local } = partsOf(text.trim());
  if (local === '' || normaliseEmail(text) !== undefined) return undefined;
  return PRINTABLE_ASCII.test(local)
    ? 'The domain of the email is not a valid host name.'
    : 'The part of the email before the @ must consist of printable ASCII characters.';
}

/** The mailbox of an email: its normalised form without the tag that many providers ignore (`name+tag@example.com`). */
export function mailboxOf(text: string): string {
  const email = normaliseEmail(text) ?? text;
  return email.replace(/^([^+@]+)\+[^@]*@/, '$1@');
}

/**
 * A host name in lower case with its A-labels (UTS 46); undefined for any other text. The result is judged as a host name again:
 * the conversion reads percent-encodings and numbers as a URL does, ends at a slash, and accepts A-labels of plain ASCII.
 */
export function toAsciiHost(text: string): string | undefined {
  if (text.length > MAX_HOST_LENGTH || !GIVEN_HOST.test(text)) return undefined;
  const host = domainToASCII(text);
  const isName = host.length <= MAX_HOST_LENGTH && HOST_NAME.test(host);
  return isName && domainToASCII(domainToUnicode(host)) === host ? host : undefined;
}

/** The part of an email up to the last @, and the rest. */
function partsOf(email: string): { local: string; domain: string } {
  const end = email.lastIndexOf('@') + 1;
  return { local: email.slice(0, end), domain: email.slice(end) };
}
