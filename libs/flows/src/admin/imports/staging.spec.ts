import { Readable } from 'node:stream';
import { SOURCES } from '@app/importers';
import { Staging, stageFile } from './staging.js';

const NO_OMISSIONS = async () => undefined;
const target = {
  problemOf: () => ({ code: 'INVALID_HASH', message: '' }) as const,
  problemOfFactor: () => undefined,
  providerOf: () => undefined,
};
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

/** The emails of the lines that a source gives for a text, and the refusals. */
async function convert(name: string, text: string, path = 'users.json') {
  const source = SOURCES.get(name);
  if (!source) throw new Error(name);
  const staging = new Staging({ joins: source.joins ?? false, assumesVerified: false });
  const beginning = Buffer.from(text);
  const file = { path, input: Readable.from([beginning]), beginning };
  await stageFile(file, { source, options: { columns: new Map() }, staging });
  const results: string[] = [];
  for await (const { lines } of staging.lines(target, NO_OMISSIONS))
    for (const { bytes, refused } of lines) results.push(refused?.message ?? JSON.parse(String(bytes)).email);
  staging.close();
  return results;
}

describe('a converter', () => {
  it.each([
    ['values', (deep: string) => `{"id":"1","email":"a@example.com","metadata":{"a":${deep}}}`, 'The record has more'],
    [
      'JSON in a text',
      (deep: string) => `{"id":"1","email":"a@example.com","metadata":"{\\"a\\":${deep}}"}`,
      'metadata must be JSON of at most',
    ],
  ])('refuses a record with too many levels of %s, and reads the next one', async (_where, recordOf, message) => {
    const text = (levels: number) => `[${recordOf(nested(levels))},{"id":"2","email":"b@example.com"}]`;
    expect(await convert('csv', text(50_000))).toEqual([expect.stringContaining(message), 'b@example.com']);
    expect(await convert('csv', text(90))).toEqual(['a@example.com', 'b@example.com']);
  });

  it.each([
    ['another name', 'Mail,Name\na@example.com,A\n', 'no column "email". Map it, such as --map email=<column>.'],
    ['no header', 'a@example.com,A\nb@example.com,B\n', 'The file has no header: its first line has an address.'],
    ['another delimiter', 'email|name\na@example.com|A\n', 'must be separated by commas, semicolons or tabs'],
    ['a line of a spreadsheet', 'sep=;\nemail;name\na@example.com;A\n', 'The first line "sep=" is of a spreadsheet'],
  ])('is refused once if the header of a table has no column of emails: %s', async (_what, text, message) => {
    await expect(convert('csv', text, 'users.csv')).rejects.toThrow(message);
  });

  it('does not join users whose ids are numbers that JSON rounds to the same number', async () => {
    const users = ['12345678901234567890', '12345678901234567891'].map(
      (id, index) => `{"id":${id},"credentials":[],"email":"user${index}@example.com"}`,
    );
    const refusal = 'id must be a text, because JSON rounds numbers of this size. It is a number.';
    expect(await convert('keycloak', `[${users.join()}]`)).toEqual([refusal, refusal]);
    expect(await convert('keycloak', '[{"id":9007199254740991,"credentials":[],"email":"a@example.com"}]')).toEqual([
      'a@example.com',
    ]);
  });

  it('reads a salt of many equals signs in a moment', async () => {
    const salt = `${'='.repeat(200_000)}x`;
    const credential = { type: 'password', secretData: { salt, value: 'AAAA' }, credentialData: {} };
    const begun = performance.now();
    const users = { users: [{ id: '1', email: 'a@example.com', credentials: [credential] }] };
    await convert('keycloak', JSON.stringify(users));
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
});
