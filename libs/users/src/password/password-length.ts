/** The length of a password in characters, which are code points (NIST SP 800-63B). */
export const MIN_CHARACTERS = 8;
export const MAX_CHARACTERS = 256;
