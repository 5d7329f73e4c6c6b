import type { TextKey, Wording } from '../texts/texts.js';
import type { Field } from './fields.js';

/**
 * The field of a new password.
 * @param least how many characters it has at least
 */
export function newPassword(wording: Wording, label: TextKey, least: number): Field {
  const hint = wording.text('passwordHint', { count: wording.number(least) });
  return { id: 'password', label, type: 'password', autocomplete: 'new-password', hint, least };
}

/** Whether the service would refuse a new password for its length alone. It counts code points in NFC. */
export function isTooShort(password: string, least: number): boolean {
  return [...password.normalize('NFC')].length < least;
}
