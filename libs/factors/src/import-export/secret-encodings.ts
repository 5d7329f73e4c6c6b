import { Secret } from 'otpauth';

/** How other systems write the secret of an authenticator app: `ascii` is the key itself, as Better Auth exports it. */
export const SECRET_ENCODINGS = ['base32', 'hex', 'ascii'] as const;
export type SecretEncoding = (typeof SECRET_ENCODINGS)[number];

/** 80 bits: what older systems have made. */
const LEAST_BYTES = 10;
const MOST_BYTES = 128;

/** The secret in base32; undefined for a text in another encoding, and for less than 80 or more than 1,024 bits. */
export function toBase32(text: string, encoding: SecretEncoding): string | undefined {
  const secret = read(text, encoding);
  const length = secret?.bytes.length ?? 0;
  return length >= LEAST_BYTES && length <= MOST_BYTES ? secret?.base32 : undefined;
}

function read(text: string, encoding: SecretEncoding): Secret | undefined {
  switch (encoding) {
    case 'base32': {
      const plain = text.replace(/[\s-]/g, '').replace(/=+$/, '').toUpperCase();
      return /^[A-Z2-7]+$/.test(plain) ? Secret.fromBase32(plain) : undefined;
    }
    case 'hex':
      return /^(?:[\da-f]{2})+$/i.test(text) ? Secret.fromHex(text) : undefined;
    case 'ascii':
      return /^[\x20-\x7e]+$/.test(text) ? Secret.fromLatin1(text) : undefined;
  }
}
