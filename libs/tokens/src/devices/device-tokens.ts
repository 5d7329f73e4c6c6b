/** A browser has one token for each account that signs in on it. With more accounts, the one that signed in first is forgotten. */
const MOST_TOKENS = 5;
/** Not a character of base64url. */
const SEPARATOR = '.';
/** The base64url of 256 bits. */
const TOKEN = /^[\w-]{43}$/;

/** The tokens in the text that a device sends: none in `new`, and in any other text. */
export function deviceTokensIn(text: string): string[] {
  const tokens = text.split(SEPARATOR).slice(0, MOST_TOKENS);
  return tokens.every((token) => TOKEN.test(token)) ? tokens : [];
}

/** The text for a device. @param used the token of the newest sign-in @param others those of other accounts */
export function deviceTextOf(used: string, others: string[]): string {
  return [used, ...others].slice(0, MOST_TOKENS).join(SEPARATOR);
}
