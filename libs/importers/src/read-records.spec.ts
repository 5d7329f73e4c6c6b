import { Readable } from 'node:stream';
import { readRecords } from './sources.js';

/** Reads a text in pieces of some bytes, as "place: email" or "place: code". */
async function read(path: string, text: string | Buffer, { lists = ['users'], size = 7, messages = false } = {}) {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_none, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  const found: string[] = [];
  const input = Readable.from(pieces, { objectMode: false });
  for await (const records of readRecords({ path, input, beginning: bytes }, { lists, convert: () => undefined }))
    for (const { at, fields, error, list } of records)
      found.push(
        `${at}: ${(messages ? error?.message : error?.code) ?? fields?.text('email')}${list === undefined ? '' : ` of ${list}`}`,
      );
  return found;
}

const LONG = 'x'.repeat(300_000);

describe('the records of a JSON document', () => {
  it('are the elements of its list, whatever their texts contain', async () => {
    const text = '[\n {"email":"a","note":"] } \\" ["},\r\n {"email":"b","list":[[1],{"email":"c"}]}]\n';
    expect(await read('users.json', text)).toEqual(['record 1: a', 'record 2: b']);
  });

  it('are the elements of the lists with the right keys at the first level only', async () => {
    const text =
      '{"realm":"users","groups":[{"users":[{"email":"no"}]}],"x":{"users":[1]},"users":[{"email":"a"}],"more":[2],"accounts":[{"email":"b"}]}';
    expect(await read('realm.json', text, { lists: ['users', 'accounts'] })).toEqual([
      'record 1: a of users',
      'record 2: b of accounts',
    ]);
  });

  it('are refused one by one: other values, wrong JSON, a text that is too long, and bytes that are no UTF-8', async () => {
    const wrong = Buffer.concat([
      Buffer.from(`[1, "two", null, [3], {"email":"a" "b"}, {"email":"${LONG}"}, {"email":"`),
      Buffer.from([0xff]),
      Buffer.from('"}, {"email":"last"}]'),
    ]);
    expect(await read('users.json', wrong, { size: 1_000 })).toEqual([
      ...[1, 2, 3, 4, 5].map((number) => `record ${number}: INVALID_REQUEST`),
      'record 6: PAYLOAD_TOO_LARGE',
      'record 7: INVALID_REQUEST',
      'record 8: last',
    ]);
  });

  it.each(['[{"email":"a"}, {"email":"b"', '[{"email":"a"}, {"email":"b}]'])(
    'end with a refusal when the document ends in the middle: %s',
    async (text) => {
      expect(await read('users.json', text)).toEqual(['record 1: a', 'record 2: INVALID_REQUEST']);
    },
  );

  it('end with a refusal when there is no list', async () => {
    expect(await read('users.json', '{\n"accounts":[{"email":"a"}]}')).toEqual(['record 1: INVALID_REQUEST']);
  });

  it('end with a refusal for text around the document', async () => {
    expect(await read('users.json', '[{"email":"a"}] and more')).toEqual(['record 1: a', 'record 2: INVALID_REQUEST']);
    expect(await read('users.json', '[{"email":"a"}]\r\n[{"email":"b"}]\n')).toEqual(['record 1: a', 'record 2: b']);
  });

  it.each(['null', '42', '<!doctype html><html></html>', '// users\n[{"email":"a"}]'])(
    'are not read from a file whose name says JSON and whose text does not: %s',
    async (text) => {
      await expect(read('users.json', text)).rejects.toThrow('users.json has neither a list nor an object.');
    },
  );

  it('give keys such as __proto__ no meaning', async () => {
    expect(await read('users.json', '[{"__proto__":{"email":"no"},"constructor":{"email":"no"}}]')).toEqual([
      'record 1: undefined',
    ]);
  });
});

describe('the records of an NDJSON file', () => {
  it('are found by their beginning in a file with another name', async () => {
    expect(await read('users.json', '{"email":"a"}\r\n\n{"email":\n{"email":"b"}')).toEqual([
      'line 1: a',
      'line 3: INVALID_REQUEST',
      'line 4: b',
    ]);
  });
});

describe('the records of an NDJSON file by its name', () => {
  it('are those of its list, if it is a list', async () => {
    expect(await read('users.ndjson', '[\n{"email":"a"},\n{"email":"b"}\n]\n')).toEqual(['record 1: a', 'record 2: b']);
  });

  it('are refused with the reason, if only CR ends its lines', async () => {
    expect(await read('users.ndjson', '{"email":"a"}\r{"email":"b"}\r', { messages: true })).toEqual([
      'line 1: The record is not valid JSON. A line must end with LF or CRLF, and not with CR alone.',
    ]);
  });
});

describe('the records of a CSV file', () => {
  it('have names by the header, line breaks in quotes, and the delimiter of the header', async () => {
    const text = 'email;"a, ""name"""\r\n"a";"two\r\nlines"\r\n\r\nb;c\r\n';
    expect(await read('users.csv', text)).toEqual(['record 1: a', 'record 2: b']);
  });

  it('are refused one by one: a wrong number of fields, a text that is too long, bytes that are no UTF-8', async () => {
    const wrong = Buffer.concat([
      Buffer.from(`email,name\na\nb,c,d\n"${LONG}",e\nf,${LONG}\n`),
      Buffer.from([0xff]),
      Buffer.from(',g\n__proto__,constructor\nlast,h\n'),
    ]);
    expect(await read('users.csv', wrong, { size: 1_000 })).toEqual([
      'record 1: INVALID_REQUEST',
      'record 2: INVALID_REQUEST',
      'record 3: PAYLOAD_TOO_LARGE',
      'record 4: PAYLOAD_TOO_LARGE',
      'record 5: INVALID_REQUEST',
      'record 6: __proto__',
      'record 7: last',
    ]);
  });

  it('do not need gigabytes for millions of empty fields', async () => {
    const before = process.memoryUsage.rss();
    const text = `email\n${','.repeat(3_000_000)}\nlast\n`;
    expect(await read('users.csv', text, { size: 65_536 })).toEqual(['record 1: PAYLOAD_TOO_LARGE', 'record 2: last']);
    expect(process.memoryUsage.rss() - before).toBeLessThan(700 * 1024 * 1024);
  });

  it('are not read if two columns have one name, since one would hide the other', async () => {
    await expect(read('users.csv', 'id,email,name,"id "\n1,a,b,2\n')).rejects.toThrow('the column "id" twice');
    expect(await read('users.csv', 'email,,\na,,\n')).toEqual(['record 1: a']);
  });

  it.each([
    ['CRLF and LF', 'email,name\r\na,b\nc,d\r\n'],
    ['LF and CRLF', 'email,name\na,b\r\nc,d'],
    ['CR, as on old systems', 'email,name\ra,b\rc,d\r'],
    ['blank lines', '\r\nemail,name\r\n\r\na,b\n\nc,d\n\n'],
  ])('have any line breaks: %s', async (_which, text) => {
    for (const size of [1, 2, 7, 100])
      expect(await read('users.csv', text, { size })).toEqual(['record 1: a', 'record 2: c']);
  });

  it('name the encoding as the reason, also for the header', async () => {
    await expect(read('users.csv', Buffer.from('email,prénom\na,b\n', 'latin1'))).rejects.toThrow(
      'The header is not valid UTF-8: save the file as UTF-8.',
    );
  });

  it('are refused if there is no header, and none is needed for a table without rows', async () => {
    expect(await read('users.csv', '\r\n\n')).toEqual(['record 1: INVALID_REQUEST']);
    expect(await read('users.csv', 'email,name\n')).toEqual([]);
  });

  it('are read behind a line with a quote that is not closed, which is named', async () => {
    const text = 'email,name\na,b\n"c,d\ne,f\n';
    for (const size of [1, 2, 7, 100])
      expect(await read('users.csv', text, { size, messages: true })).toEqual([
        'record 1: a',
        'record 2: Line 3 has a quote that is not closed.',
        'record 3: e',
      ]);
  });

  it('are read behind a line with text after a closing quote', async () => {
    const text = 'email,hash\r\na,"x""y"\r\nb,"unclosed\r\nc,"z"\r\nd,"w"w\r\ne,"two\r\nlines"\r\nf,1,2\r\n';
    const expected = [
      'record 1: a',
      'record 2: Line 3 has a quote that is not closed before the text in line 4.',
      'record 3: c',
      'record 4: Line 5 has text after a closing quote.',
      'record 5: e',
      'record 6: Line 8 has 3 fields, and the file 2 columns: it may be cut.',
    ];
    for (const form of [text, text.replaceAll('\r\n', '\r'), text.replaceAll('\r\n', '\n'), text.slice(0, -2)])
      for (const size of [1, 2, 7, 100])
        expect(await read('users.csv', form, { size, messages: true })).toEqual(expected);
  });

  it('name all lines of a record that has too many fields, which may have taken others along', async () => {
    const text = 'email,name\na,"b\nc,d\n",e\nf,g\n';
    expect(await read('users.csv', text, { messages: true })).toEqual([
      'record 1: The record in lines 2 to 4 has 3 fields, and the file 2 columns: it may be cut.',
      'record 2: f',
    ]);
  });

  it('are read behind a record of more than 512 KiB, in one line or in many', async () => {
    const long = 'x'.repeat(600_000);
    const text = `email,name\na,${long}\nb,"${long}\nc,d\ne,"${`${'y'.repeat(999)}\n`.repeat(600)}"\nlast,f\n`;
    const found = (await read('users.csv', text, { size: 65_536, messages: true })).filter(
      (each) => !each.includes('has 1 fields'),
    );
    expect(found).toEqual([
      'record 1: The record is longer than 256 KiB.',
      'record 2: The record is longer than 256 KiB.',
      'record 3: c',
      'record 4: Line 5 has a quote that is not closed.',
      expect.stringMatching(/^record 6\d+: Line 6\d+ has a quote that is not closed/),
      expect.stringMatching(/^record 6\d+: last$/),
    ]);
  });

  it('end with a refusal, and soon, if each line begins a quote that is not closed', async () => {
    const started = performance.now();
    const found = await read('users.csv', `email\n${'x","\n'.repeat(1_000_000)}`, { size: 65_536, messages: true });
    expect(found.at(-1)).toContain('ended here: too many lines have a quote that is not closed.');
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('may have a quote in a field without quotes', async () => {
    expect(await read('users.csv', 'email,name\na,5" pipe\nb,"6"" pipe"')).toEqual(['record 1: a', 'record 2: b']);
  });
});
