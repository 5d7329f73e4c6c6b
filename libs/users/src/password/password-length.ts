/** The least value of `PASSWORD_MIN_LENGTH`, and the most characters of a password, in code points (NIST SP 800-63B). */
export const MIN_CHARACTERS = 8;
export const MAX_CHARACTERS = 256;
