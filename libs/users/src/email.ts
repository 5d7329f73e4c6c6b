/**
 * The one form in which an email is stored and compared: trimmed and in lower case. Undefined for a text that is not
 * plain ASCII, judged before lower-casing: the Kelvin sign, for one, would fold into a k.
 */
export function normaliseEmail(text: string): string | undefined {
  const trimmed = text.trim();
  return /^[\x21-\x7e]+$/.test(trimmed) ? trimmed.toLowerCase() : undefined;
}

/** The mailbox of an address: its normalised form without the tag that many providers ignore (`name+tag@example.com`). */
export function mailboxOf(text: string): string {
  const email = normaliseEmail(text) ?? text;
  return email.replace(/^([^+@]+)\+[^@]*@/, '$1@');
}
