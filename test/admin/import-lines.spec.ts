import type { Answer } from '../support/http/http.js';
import { importLines, importStream } from '../support/imports/ndjson.js';
import { newEmail, useApp } from '../support/service/app.js';

const app = useApp();

const line = (more: Record<string, unknown> = {}) => JSON.stringify({ email: newEmail(), ...more });

/** The codes of the failed lines. */
async function codes(chunks: (string | Buffer)[], query = ''): Promise<string[]> {
  async function* each() {
    yield* chunks;
  }
  const answer = await importStream(app.service, each(), query);
  return answer.json.results.map((result: { line: number; code: string }) => `${result.line} ${result.code}`);
}

it.each<[string, () => (string | Buffer)[], string[]]>([
  [
    'CRLF, a BOM, blank lines and no line break at the end',
    () => [`\ufeff${line()}\r\n\r\n \n${line()}\nx\n${line()}`],
    ['5 INVALID_REQUEST'],
  ],
  ['a BOM that is not at the start', () => [`${line()}\n\ufeff${line()}\n`], ['2 INVALID_REQUEST']],
  ['a line that arrives byte by byte', () => [...`${line()}\n`], []],
  [
    'invalid UTF-8',
    () => [
      line({ metadata: '"?"' }).replace('?', '\u00ff'),
      '\n',
      Buffer.from(line({ metadata: '"?"' }).replace('?', '\u00ff'), 'latin1'),
    ],
    ['2 INVALID_REQUEST'],
  ],
  ['an incomplete UTF-8 character', () => [Buffer.from([0x22, 0xe2, 0x82, 0x0a]), line()], ['1 INVALID_REQUEST']],
  ['the longest line', () => [`${line()}${' '.repeat(65_536 - line().length - 5)}\n`], []],
  ['a line over 64 KiB', () => [`${line()}\n${' '.repeat(65_530)}${line()}\r\n${line()}`], ['2 PAYLOAD_TOO_LARGE']],
  [
    'a line of 20 MiB',
    () => [line(), '\n', Buffer.alloc(20 * 1024 * 1024, 'x'), '\n', line(), '\nx'],
    ['2 PAYLOAD_TOO_LARGE', '4 INVALID_REQUEST'],
  ],
  [
    'NUL bytes',
    () => [
      Buffer.alloc(100),
      '\n',
      line({ metadata: '"\\u0000"' }),
      '\n',
      line({ metadata: '"\0"' }),
      '\n',
      JSON.stringify({ email: `a\0${newEmail()}` }),
    ],
    ['1 INVALID_REQUEST', '3 INVALID_METADATA', '4 INVALID_EMAIL'],
  ],
  [
    'nothing but open brackets',
    () => ['['.repeat(60_000), '\n', '{"a":'.repeat(10_000), '\n', line()],
    ['1 INVALID_REQUEST', '2 INVALID_REQUEST'],
  ],
  [
    'deep nesting',
    () => [
      `{"email":"${newEmail()}","x":${'['.repeat(30_000)}${']'.repeat(30_000)}}\n{"email":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
    ],
    ['1 INVALID_REQUEST', '2 INVALID_EMAIL'],
  ],
  [
    'keys that look like prototypes',
    () => [
      `{"email":"${newEmail()}","__proto__":{"active":"x","uid":1},"constructor":{"prototype":{"active":1}},"toString":null}\n{"__proto__":{"email":"${newEmail()}"}}`,
    ],
    ['1 INVALID_REQUEST', '2 INVALID_REQUEST'],
  ],
  ['two objects on one line', () => [`${line()}${line()}`], ['1 INVALID_REQUEST']],
  ['an object over two lines', () => ['{\n"email":"a@example.com"}'], ['1 INVALID_REQUEST', '2 INVALID_REQUEST']],
  ['lone surrogates', () => [`{"email":"${newEmail()}","metadata":"\\"\\ud800\\""}`], ['1 INVALID_METADATA']],
  [
    'SQL',
    () => [
      JSON.stringify({ email: "x'); DROP TABLE users; --@example.com" }),
      '\n',
      JSON.stringify({ email: newEmail(), uid: "' OR 1=1 --" }),
    ],
    ['1 INVALID_EMAIL', '2 INVALID_REQUEST'],
  ],
  ['line breaks for headers', () => [JSON.stringify({ email: `x\r\nbcc:${newEmail()}` })], ['1 INVALID_EMAIL']],
])('an import reports exactly the wrong lines: %s', async (_what, chunks, expected) => {
  const same = chunks();
  expect(await codes(same, '?dry_run=true')).toEqual(expected);
  expect(await codes(same)).toEqual(expected);
});

/** The response of an import, and how many other requests were answered one after the other during the import. */
async function importWhileRequesting(
  lines: AsyncIterable<string>,
  path: string,
): Promise<{ answer: Answer; answered: number }> {
  let over = false;
  const importing = importStream(app.service, lines).finally(() => {
    over = true;
  });
  let answered = 0;
  for (; !over; answered++) expect((await app.get(path)).status).toBe(200);
  return { answer: await importing, answered };
}

it('100,000 invalid lines are reported one by one, while other requests are answered', async () => {
  async function* garbage() {
    yield 'x\n'.repeat(100_000);
  }
  const { answer, answered } = await importWhileRequesting(garbage(), '/health/live');
  const { created, failed, results } = answer.json;
  expect([created, failed, results.length]).toEqual([0, 100_000, 100_000]);
  expect(
    results.every(
      (result: { line: number; code: string }, index: number) =>
        result.line === index + 1 && result.code === 'INVALID_REQUEST',
    ),
  ).toBe(true);
  // Usually about 800 requests are answered; a hundred of them while the service reads the body and writes its report.
  expect(answered).toBeGreaterThan(200);
});

it('other requests are answered while an import writes to the database', async () => {
  async function* lines() {
    for (let chunk = 0; chunk < 40; chunk++)
      yield Array.from({ length: 100 }, () => `${line({ metadata: `"${'x'.repeat(2_000)}"` })}\n`).join('');
  }
  const { answer, answered } = await importWhileRequesting(lines(), '/health/ready');
  expect(answer.json).toMatchObject({ created: 4_000, failed: 0 });
  // Usually more than 30 requests are answered: after each batch of lines, other requests have their turn.
  expect(answered).toBeGreaterThan(5);
});

it('a dry run also reports every line when the report is longer than the memory buffer', async () => {
  const good = { email: newEmail() };
  const lines = Array.from({ length: 3_500 }, (_, index) => (index % 7 === 0 ? good : { email: `bad ${index}` }));
  const { created, failed, results } = (await importLines(app, lines, '?dry_run=true')).json;
  expect([created, failed]).toEqual([1, 3_499]);
  expect(results.map((result: { line: number }) => result.line)).toEqual(
    Array.from({ length: 3_499 }, (_, index) => index + 2),
  );
});
