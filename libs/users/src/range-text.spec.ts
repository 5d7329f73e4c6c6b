import { parseRange as parse } from './breached-passwords.js';

/** The other 35 digits of the SHA-1 digest of "password", whose first digits are 5BAA6. */
const PASSWORD = '1E4C9B93F3F0682250B6CF8331B7EE68FD8';
const OTHER = '003D68EB55068C33ACE09247EE4C639306B';

const parseRange = (text: string, min: number) => parse(Buffer.from(text), min);

describe('parseRange', () => {
  it.each([
    ['CRLF', `${OTHER}:3\r\n${PASSWORD}:10434004`],
    ['LF', `${OTHER}:3\n${PASSWORD}:10434004\n`],
    ['lower case', `${OTHER}:3\n${PASSWORD}:10434004`.toLowerCase()],
  ])('reads lines with %s', (_name, text) => {
    const range = parseRange(text, 1);
    expect([range.size, range.has(PASSWORD), range.has(OTHER), range.has('0'.repeat(35))]).toEqual([
      2,
      true,
      true,
      false,
    ]);
  });

  it('leaves out padding, and passwords that were seen less often than the least number', () => {
    const text = `${OTHER}:3\r\n${PASSWORD}:0`;
    expect(parseRange(text, 1).has(PASSWORD)).toBe(false);
    expect([parseRange(text, 3).has(OTHER), parseRange(text, 4).has(OTHER)]).toEqual([true, false]);
  });

  it('compares whole suffixes only: digits across two lines are not found', () => {
    const range = parseRange(`${'A'.repeat(12)}${'0'.repeat(23)}:1\n${'B'.repeat(12)}${'0'.repeat(23)}:1`, 1);
    expect(range.has(`${'A'.repeat(6)}${'B'.repeat(29)}`)).toBe(false);
    expect(range.has(`${'B'.repeat(12)}${'0'.repeat(23)}`)).toBe(true);
  });

  it('reads an empty text as a range without passwords', () => {
    expect(parseRange('', 1).size).toBe(0);
  });

  it.each([
    '<html></html>',
    `${PASSWORD}`,
    `${PASSWORD}:`,
    `${PASSWORD}:x`,
    `${PASSWORD}:a1`,
    `${PASSWORD}:1234567890123456`,
    `${PASSWORD}`.replace('F', 'G').concat(':1'),
    `${PASSWORD} :1`,
    `\u{feff}${PASSWORD}:1`,
    `${PASSWORD}:-1`,
    `5BAA6${PASSWORD}:1`,
    `${PASSWORD.slice(1)}:1`,
    `${PASSWORD}:1 ${OTHER}:1`,
    `${OTHER}:1\n{"error":"gone"}`,
  ])('throws for %j', (text) => {
    expect(() => parseRange(text, 1)).toThrow('not a list of digests');
  });
});
