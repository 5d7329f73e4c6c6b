/** In the order of ASCII: texts of one length are sorted as their numbers. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = 62n;

/** A number with so many digits of 0-9, A-Z and a-z, with zeros in front. */
export function base62(number: bigint, length: number): string {
  let digits = '';
  for (let rest = number; digits.length < length; rest /= BASE) digits = DIGITS[Number(rest % BASE)] + digits;
  return digits;
}

/** Bytes as a number, the most significant first. */
export function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}
