import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Kind, type TestDatabase } from './database.js';
import { TABLES_OF } from './inspection.js';

const SCHEMA = resolve(__dirname, '../../../libs/database/src/schema/postgres/0003-initial.sql');
/** Tables that each database has for itself. */
const OWN = /^(?:migrations|sqlite_sequence|migration_lease)$/;

export async function tablesOf(database: TestDatabase, kind: Kind): Promise<string[]> {
  const names = (await database.sql(TABLES_OF[kind])).map(({ name }) => String(name));
  return names.filter((name) => !OWN.test(name)).sort();
}

/** All rows of all tables, in a form that is the same for all kinds of databases. */
export async function contentOf(database: TestDatabase, kind: Kind): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  for (const table of await tablesOf(database, kind)) {
    const rows = await database.sql(`SELECT * FROM ${table}`);
    content[table] = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
  }
  return content;
}

const REFERENCE = /FOREIGN KEY \((\w+)\) REFERENCES (\w+) \((\w+)\)/g;
const COLUMN = /^ {2}([a-z]\w*) (varchar|text|bigint|boolean)\b([^,\n]*)/gm;
/** Short enough for all columns, in ASCII. */
const VALUES = { varchar: `'"x'`, text: `a'b\\"`, bigint: 4_294_967_295, boolean: 1 };

/**
 * Gives each table without rows one, with a value in each column that needs one and in some others, so that no table is
 * compared without rows.
 */
export async function fillEmptyTables(database: TestDatabase): Promise<void> {
  const statements = readFileSync(SCHEMA, 'utf8').split(';\n');
  for (const statement of statements) {
    const [, table] = /CREATE TABLE (\w+) \(/.exec(statement) ?? [];
    if (table === undefined || (await database.sql(`SELECT 1 AS found FROM ${table}`)).length > 0) continue;
    const row = new Map<string, unknown>();
    for (const [, name = '', type = '', more = ''] of statement.matchAll(COLUMN)) {
      if (more.includes('NOT NULL') && !more.includes('DEFAULT')) row.set(name, VALUES[type as keyof typeof VALUES]);
    }
    for (const [, column = '', parent, key] of statement.matchAll(REFERENCE)) {
      if (row.has(column)) row.set(column, (await database.sql(`SELECT ${key} AS found FROM ${parent}`))[0]?.found);
    }
    const places = [...row].map(() => '?').join();
    const values = [...row.values()];
    await database.sql(`INSERT INTO ${table} (${[...row.keys()].join()}) VALUES (${places})`, values);
  }
}
