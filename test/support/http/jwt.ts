type Json = Record<string, unknown>;

const encode = (part: Json) => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());

/** The parts of a token, without a check of its signature. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into claims of every shape
export function readToken(token: string): { header: any; claims: any; signature: string } {
  const [header, claims, signature = ''] = token.split('.');
  return { header: decode(header), claims: decode(claims), signature };
}

/** A token with this header and these claims, and with the signature that `sign` returns for them. */
export function writeToken(header: Json, claims: Json, sign: (text: string) => Buffer | string): string {
  const text = `${encode(header)}.${encode(claims)}`;
  const signature = sign(text);
  return `${text}.${typeof signature === 'string' ? signature : signature.toString('base64url')}`;
}
