/** The least value of `PASSWORD_MIN_LENGTH`, and the most characters of a password, in code points (NIST SP 800-63B). */
export const MIN_CHARACTERS = 8;
export const MAX_CHARACTERS = 256;

/**
 * NFD writes a character with at most this many UTF-16 units. A longer text is never the one of a password of ours, and is
 * compared as it was sent: sorting the marks of a long text takes quadratic time.
 */
const MOST_UNITS = 4;

/**
 * The text in which a password is judged and hashed. Systems write the same characters in several ways: `é` is one code point
 * on one keyboard, and a letter with a mark on another. NFC as in RFC 8265, OpaqueString, without its other mappings.
 */
export function passwordText(given: string): string {
  return normalised(given, 'NFC');
}

/**
 * The texts that are compared with a hash: as sent, since another system may have hashed any form, then in NFC and NFD. Their
 * number depends on the given text only, so the time of a comparison reveals nothing about the account.
 */
export function comparedTexts(given: string): string[] {
  return [...new Set([given, normalised(given, 'NFC'), normalised(given, 'NFD')])];
}

function normalised(given: string, form: 'NFC' | 'NFD'): string {
  return given.length > MAX_CHARACTERS * MOST_UNITS ? given : given.normalize(form);
}
