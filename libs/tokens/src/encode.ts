/** The header or the claims of a token, as they stand in it (RFC 7515, section 2: base64url of the UTF-8 of the JSON). */
export function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
