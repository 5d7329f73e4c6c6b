const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** The first bytes of files that are often mistaken for a text in UTF-8. */
const OTHER_FORMATS: [bytes: number[], reason: string][] = [
  [[0xff, 0xfe, 0x00, 0x00], 'it is UTF-32, not UTF-8: save it as UTF-8'],
  [[0xff, 0xfe], 'it is UTF-16, not UTF-8: save it as UTF-8'],
  [[0xfe, 0xff], 'it is UTF-16, not UTF-8: save it as UTF-8'],
  [[0x1f, 0x8b], 'it is compressed: unpack it first'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'it is compressed: unpack it first'],
  [[0x42, 0x5a, 0x68, 0x39, 0x31, 0x41], 'it is compressed: unpack it first'],
  [[0x50, 0x4b, 0x03, 0x04], 'it is compressed, or a workbook: unpack it first, or save the sheet as CSV in UTF-8'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'it is a workbook: save the sheet as CSV in UTF-8'],
];

/** The bytes without a byte order mark, as spreadsheets and SQL Server write it. */
export function withoutMark(beginning: Buffer): Buffer {
  return beginning.subarray(0, BOM.length).equals(BOM) ? beginning.subarray(BOM.length) : beginning;
}

/** Why a file with this beginning is no text in UTF-8. */
export function problemOfText(beginning: Buffer): string | undefined {
  const format = OTHER_FORMATS.find(([bytes]) => bytes.every((byte, index) => beginning[index] === byte));
  return format?.[1] ?? (beginning.includes(0) ? 'it is not a text in UTF-8: it has NUL bytes' : undefined);
}
