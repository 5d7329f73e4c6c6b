import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseKind, migrationsOf, statementsIn } from './migrations.js';

/**
 * The SHA-256 of each migration that has landed. It is recorded with the migration and never changes: a database that has
 * applied the file does not apply it again. What must change later is a migration of its own.
 */
const CHECKSUMS: Record<string, string> = {
  'mysql/0001-initial.sql': 'f2bc43e066877b7033323b05e286da9c1e4f05861d7ce9a6bd8450eb2555dcfc',
  'mysql/0002-access.sql': 'e54e74588dcb9a810aab66944255de46dcb5d31fe969d0252457074a7f747dba',
  'mysql/0003-makers.sql': '957a24b0885ecc59797033be85f2cb07cf9ba54f1287cf16265540ff5cdb0750',
  'mysql/0004-unlinked-providers.sql': 'cfa33447a3da11bdf4a1488fb9744e2c8067aac66d2b0474bfdda7d970016cd4',
  'mysql/0005-secure-account.sql': '77eb33bc22103e29dcff8ba0ed669d7065ce69dd6406f33442391e3c8d1b91be',
  'sqlite/0001-initial.sql': '92a5eda6369da8db575850be364433206d57264de33cc896edde6ecfe430a1aa',
  'sqlite/0002-access.sql': 'd5cbe102b991e3602fdeaa935e2a35599ab59176b266810639a9b72d58074a2b',
  'sqlite/0003-makers.sql': '957a24b0885ecc59797033be85f2cb07cf9ba54f1287cf16265540ff5cdb0750',
  'sqlite/0004-unlinked-providers.sql': '4c263281c28581f8b5bfb8c2d3a766aea52b3d23abbdd4838617d83acc753654',
  'sqlite/0005-secure-account.sql': '3c563cb7064b0bc56609bad9755c802decf0e5df4e75c1a277c591c38d1929fa',
};

const KINDS: DatabaseKind[] = ['mysql', 'sqlite'];

const filesOf = (kind: DatabaseKind) => readdirSync(join(__dirname, kind)).sort();
const files = KINDS.flatMap((kind) => filesOf(kind).map((file) => `${kind}/${file}`));

it('every migration has a recorded checksum', () => {
  expect(files).toEqual(Object.keys(CHECKSUMS));
});

it.each(files)('the migration %s has not been edited since it landed', (file) => {
  // Windows may check files out with other line ends.
  const text = readFileSync(join(__dirname, file), 'utf8').replaceAll('\r\n', '\n');
  expect(createHash('sha256').update(text).digest('hex')).toBe(CHECKSUMS[file]);
});

it('both databases have the same migrations, numbered without a gap, and every SQL file is one', () => {
  expect(filesOf('mysql')).toEqual(filesOf('sqlite'));
  for (const kind of KINDS) {
    const names = migrationsOf(kind).map((Migration) => new Migration().name);
    expect(names).toHaveLength(filesOf(kind).length);
    expect(names.map((name) => Number(name?.slice(-13)))).toEqual(names.map((_, index) => index + 1));
  }
  expect(new (migrationsOf('mysql')[0] as ReturnType<typeof migrationsOf>[0])().name).toBe('Initial0000000000001');
});

describe('the statements of an SQL text', () => {
  it.each([
    ['none', '-- nothing; at all\n/* or; this */ ;\n', []],
    ['two, the second one without an end', 'SELECT 1;\nSELECT 2', ['SELECT 1', 'SELECT 2']],
    ['a comment with a quote', "SELECT 1 -- it's one\n;", ['SELECT 1']],
    ['a comment before the end', 'SELECT 1; -- the end; really', ['SELECT 1']],
    ['quoted semicolons', `SELECT 'a;b''c;', "d;", \`e;\`; SELECT 2`, [`SELECT 'a;b''c;', "d;", \`e;\``, 'SELECT 2']],
    ['quoted comments', `SELECT '-- a', "/* b */"`, [`SELECT '-- a', "/* b */"`]],
    ['operators', 'SELECT 4 - 2 / 1;', ['SELECT 4 - 2 / 1']],
  ])('are %s', (_what, text, statements) => {
    expect(statementsIn(text)).toEqual(statements);
  });

  it.each(["SELECT 'a", 'SELECT "a', 'SELECT `a', "SELECT 'a\\'b'"])('are refused in %s', (text) => {
    expect(() => statementsIn(text)).toThrow('quotes without an end, or with a backslash');
  });
});
