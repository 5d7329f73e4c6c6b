import { isEmail } from 'class-validator';

const MAX_LENGTH = 254;

/** An address in the form in which users have theirs: trimmed, ASCII, in lower case. Null for anything else. */
export function toAddress(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  // ASCII comes first: some letters become ASCII in lower case. Quoted local parts are for attackers only.
  const fits = text.length <= MAX_LENGTH && /^[\x21-\x7e]+$/.test(text) && !text.includes('"') && isEmail(text);
  return fits ? text.toLowerCase() : null;
}
