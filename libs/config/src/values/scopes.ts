const MOST_CHARACTERS = 100;
const SCOPE = /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]+$/;

/** Whether a text can be a scope (RFC 6749, section 3.3). One with a comma could not be listed in a setting. */
export function isScope(text: string): boolean {
  return text.length <= MOST_CHARACTERS && SCOPE.test(text);
}
