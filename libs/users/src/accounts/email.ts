/**
 * The form in which an email is stored and compared: trimmed and in lower case. Undefined for a text that is not plain ASCII.
 * The check comes before the change of case, since the Kelvin sign, for example, would become a k.
 */
export function normaliseEmail(text: string): string | undefined {
  const trimmed = text.trim();
  return /^[\x21-\x7e]+$/.test(trimmed) ? trimmed.toLowerCase() : undefined;
}

/** The mailbox of an email: its normalised form without the tag that many providers ignore (`name+tag@example.com`). */
export function mailboxOf(text: string): string {
  const email = normaliseEmail(text) ?? text;
  return email.replace(/^([^+@]+)\+[^@]*@/, '$1@');
}
