import { LineSplitter } from './json-file.js';

/** The lines of a text that arrives in chunks of this size; `null` for a line that is too long. */
function split(text: string | Buffer, size: number): (string | null)[] {
  const bytes = Buffer.from(text);
  const splitter = new LineSplitter();
  const lines = [];
  for (let at = 0; at < bytes.length; at += size) lines.push(...splitter.push(bytes.subarray(at, at + size)));
  lines.push(...splitter.end());
  expect(lines.map(({ number }) => number)).toEqual(lines.map((_line, index) => index + 1));
  return lines.map((line) => line.bytes?.toString() ?? null);
}

const LONGEST = 'x'.repeat(65_536);

describe.each([1, 2, 3, 7, 65_536, 1_000_000])('LineSplitter with chunks of %i bytes', (size) => {
  it.each<[string, (string | null)[]]>([
    ['', []],
    ['\n', ['']],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\nb', ['a', 'b']],
    ['a\r\nb\r\n', ['a', 'b']],
    ['a\r\n\r\n\nb', ['a', '', '', 'b']],
    ['a\rb\n', ['a\rb']],
    ['a\r', ['a']],
    ['\ufeffa\n\ufeffb\n', ['a', '\ufeffb']],
    ['\ufeff', ['']],
    ['\ufeff\ufeffa', ['\ufeffa']],
    ['ü€𝄞\n密\n', ['ü€𝄞', '密']],
    ['a\u2028b\u0085c\n', ['a\u2028b\u0085c']],
  ])('splits %j into %j', (text, lines) => {
    expect(split(text, size)).toEqual(lines);
  });
});

describe.each([4_096, 65_536, 1_000_000])('LineSplitter with long lines in chunks of %i bytes', (size) => {
  it.each<[string, string, (string | null)[]]>([
    ['the longest allowed line', `${LONGEST}\na\n`, [LONGEST, 'a']],
    ['the longest allowed line with CRLF', `${LONGEST}\r\na\n`, [LONGEST, 'a']],
    ['the longest allowed line after a BOM', `\ufeff${LONGEST}\r\na\n`, [LONGEST, 'a']],
    ['a line with one byte too many', `a\n${LONGEST}x\nb`, ['a', null, 'b']],
    ['a line with one byte too many and CRLF', `a\n${LONGEST}x\r\nb`, ['a', null, 'b']],
    ['two lines that are too long', `${LONGEST}xyzuvw\n${'y'.repeat(300_000)}\na\n`, [null, null, 'a']],
    ['a last line that is too long', `a\n${'y'.repeat(300_000)}`, ['a', null]],
  ])('reports %s', (_what, text, lines) => {
    expect(split(text, size).map((line) => line?.length ?? null)).toEqual(lines.map((line) => line?.length ?? null));
  });
});

it('LineSplitter keeps no bytes of a line that is too long', () => {
  const splitter = new LineSplitter();
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < 2_000; count++) splitter.push(Buffer.alloc(65_536, 0x78)).next();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(80 * 1024 * 1024);
  expect([...splitter.push(Buffer.from('\nok\n'))].map(({ bytes }) => bytes?.toString())).toEqual([undefined, 'ok']);
});
