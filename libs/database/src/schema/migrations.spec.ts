import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseKind } from '../dialect.js';
import { migrationsOf, statementsIn } from './migrations.js';

/**
 * The SHA-256 of each migration that has landed. It is recorded with the migration and never changes: a database that has
 * applied the file does not apply it again. What must change later is a migration of its own.
 */
const CHECKSUMS: Record<string, string> = {
  'mysql/0001-initial.sql': 'f2bc43e066877b7033323b05e286da9c1e4f05861d7ce9a6bd8450eb2555dcfc',
  'mysql/0002-access.sql': '72b617d5f8b6b9c1d8a6597773ac71b2174e25c99e8ee64fe28cd503a252bb8a',
  'mysql/0003-actors.sql': 'd7030a7a9a95ce7944e0d67adbec32ce08b13fb924ddec3167f2739a93fe3cdd',
  'postgres/0003-initial.sql': '7fbb0fa70683acf4dcf3c7e445f5aaccf66633efcf23e10e98a5c3e4cf2c982c',
  'sqlite/0001-initial.sql': '92a5eda6369da8db575850be364433206d57264de33cc896edde6ecfe430a1aa',
  'sqlite/0002-access.sql': '74f7172495097a6b5cc1204b62b81990ad694b46156ff8c8878f1b54bb4111f9',
  'sqlite/0003-actors.sql': '5bfa61396c945ce898fd6c788fd93411e504e73f72ed9cb490785f8e1b4de7f3',
};

const KINDS: DatabaseKind[] = ['mysql', 'postgres', 'sqlite'];

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

it('all databases have the same migrations, numbered without a gap, and every SQL file is one', () => {
  expect(filesOf('mysql')).toEqual(filesOf('sqlite'));
  // PostgreSQL begins with the state after the first three.
  expect(filesOf('postgres').slice(1)).toEqual(filesOf('mysql').slice(3));
  for (const kind of KINDS) {
    const first = kind === 'postgres' ? 3 : 1;
    const names = migrationsOf(kind).map((Migration) => new Migration().name);
    expect(names).toHaveLength(filesOf(kind).length);
    expect(names.map((name) => Number(name?.slice(-13)))).toEqual(names.map((_, index) => first + index));
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
