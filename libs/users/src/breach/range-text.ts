/** The number of digits after the 5 that name the range. */
const SUFFIX_DIGITS = 35;
const MAX_COUNT_DIGITS = 15;

/** The first digits of each suffix that are kept. Two passwords of one range agree in them by chance once in 2^48. */
const BYTES = 6;
const SHORTEST_LINE = SUFFIX_DIGITS + ':0'.length;

const [LF, CR, COLON] = [0x0a, 0x0d, 0x3a];
const NOT_HEX = 0xff;
/** The value of each hexadecimal digit by its character code. */
const DIGIT_VALUES = new Uint8Array(256).fill(NOT_HEX);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  DIGIT_VALUES[digit.charCodeAt(0)] = value;
  DIGIT_VALUES[digit.toUpperCase().charCodeAt(0)] = value;
}

/** The breached passwords whose SHA-1 digests begin with the same 5 hexadecimal digits, in 6 bytes for each. */
export class BreachedRange {
  constructor(private readonly suffixes: Buffer) {}

  get size(): number {
    return this.suffixes.length / BYTES;
  }

  /** @param suffix the other 35 digits of the SHA-1 digest of a password */
  has(suffix: string): boolean {
    const wanted = Buffer.from(suffix.slice(0, 2 * BYTES), 'hex');
    let at = this.suffixes.indexOf(wanted);
    while (at !== -1 && at % BYTES !== 0) at = this.suffixes.indexOf(wanted, at + 1);
    return at !== -1;
  }
}

/**
 * Reads the text of a range: on each line the other 35 digits of a digest, a colon, and how often the password was seen.
 * Lines with 0 are padding. Works on bytes: split into lines, a text would block the event loop six times as long.
 * @param min passwords that were seen less often are left out
 * @throws {Error} for any other text
 */
export function parseRange(text: Uint8Array, min: number): BreachedRange {
  const least = Math.max(1, min);
  const suffixes = Buffer.alloc(Math.ceil(text.length / SHORTEST_LINE) * BYTES);
  let length = 0;
  for (let at = 0; at < text.length; ) {
    if (text[at] === LF || text[at] === CR) {
      at += 1;
      continue;
    }
    readSuffix(text, at, suffixes, length);
    const countAt = at + SUFFIX_DIGITS + 1;
    const end = endOfLine(text, countAt);
    if (readCount(text, countAt, end) >= least) length += BYTES;
    at = end;
  }
  // A copy, so that the memory of lines that were left out is not kept.
  return new BreachedRange(Buffer.from(suffixes.subarray(0, length)));
}

/** Writes the first digits of a suffix, after a check of all of them. */
function readSuffix(text: Uint8Array, at: number, target: Buffer, offset: number): void {
  let invalid = text[at + SUFFIX_DIGITS] !== COLON;
  for (let digit = 0; digit < SUFFIX_DIGITS; digit++) {
    invalid ||= digitAt(text, at + digit) === NOT_HEX;
  }
  if (invalid) throwWrongFormat();
  for (let byte = 0; byte < BYTES; byte++) {
    target[offset + byte] = 16 * digitAt(text, at + 2 * byte) + digitAt(text, at + 2 * byte + 1);
  }
}

function endOfLine(text: Uint8Array, at: number): number {
  let end = at;
  while (end < text.length && text[end] !== LF && text[end] !== CR) end += 1;
  return end;
}

function readCount(text: Uint8Array, from: number, end: number): number {
  if (end === from || end - from > MAX_COUNT_DIGITS) throwWrongFormat();
  let count = 0;
  for (let at = from; at < end; at++) {
    const digit = digitAt(text, at);
    if (digit > 9) throwWrongFormat();
    count = 10 * count + digit;
  }
  return count;
}

function digitAt(text: Uint8Array, at: number): number {
  return DIGIT_VALUES[text[at] ?? 0] ?? NOT_HEX;
}

function throwWrongFormat(): never {
  throw new Error('the text is not a list of digests with counts');
}
