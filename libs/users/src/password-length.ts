/** How many characters, which are code points, a password may have (NIST SP 800-63B). */
export const MIN_CHARACTERS = 8;
export const MAX_CHARACTERS = 256;
