// The tables of all databases, from the SQL files of the migrations.
import { readdirSync, readFileSync } from 'node:fs';
import { code, item, page, prose, table } from './markdown.mjs';

const FOLDER = new URL('../../../libs/database/src/schema/', import.meta.url);
/** A table that a file makes, and what a later one does with it. */
const STATEMENT =
  /^-- (.+)\nCREATE TABLE (\w+) \(\n([\s\S]+?)\n\)|^ALTER TABLE (\w+) (ADD COLUMN|DROP COLUMN|ADD KEY) (.+?);(?: -- (.+))?$|^DROP TABLE (?:IF EXISTS )?(\w+);$|^CREATE INDEX (\w+) ON (\w+) (.+);$/gm;
const COLUMN = /^ {2}([a-z]\w*) (.+?),? -- (.+)$/gm;
const KEY = /^ {2}((?:PRIMARY|UNIQUE) KEY|KEY|CONSTRAINT) (.+?),?$/gm;

const INTRODUCTION = `All tables, for administrators of the database: read what you like, and let only the service write. The SQL is in
\`libs/database/src/schema\`, one file for each migration. Tables and columns may change with [each
version](../upgrading.md#what-may-change). Times are seconds since 1970-01-01 00:00 UTC. Texts are compared by their bytes: on PostgreSQL
each has the collation \`"C"\`, and on MySQL and MariaDB they are ASCII if the type does not say \`utf8mb4\`. A foreign key deletes the row
with the row that it refers to. Below each table are its keys and indexes, in the words of MySQL. All databases have the same ones.

Two more tables serve the migrations: \`migrations\` lists those that were applied, and \`migration_lease\` is their lock on a
[cluster](../scale.md#galera-mariadb).`;

/** The tables in the files of a database: meaning, columns and keys by the name of the table. */
function tablesOf(kind) {
  const folder = new URL(`${kind}/`, FOLDER);
  const text = readdirSync(folder)
    .sort()
    .map((file) => readFileSync(new URL(file, folder), 'utf8').replaceAll('\r\n', '\n'))
    .join('\n');
  const tables = new Map();
  for (const [, meaning, name, body, changed, change, rest, what, dropped, index, indexed, places] of text.matchAll(
    STATEMENT,
  )) {
    if (name) tables.set(name, { meaning, columns: columnsIn(body), keys: keysIn(body) });
    else if (dropped) tables.delete(dropped);
    else if (index) tables.get(indexed).keys.push(`KEY ${index} ${places}`);
    else alter(tables.get(changed), change, rest, what);
  }
  return tables;
}

const columnsIn = (body) => [...body.matchAll(COLUMN)].map(([, column, type, what]) => ({ column, type, what }));
const keysIn = (body) => [...body.matchAll(KEY)].map(([, kind, rest]) => `${kind} ${rest}`);

/** Adds or drops a column, or adds a key. */
function alter({ columns, keys }, change, rest, what) {
  const [, column, type] = /^(\w+) ?(.*)$/.exec(rest);
  if (change === 'ADD COLUMN') columns.push({ column, type, what });
  else if (change === 'ADD KEY') keys.push(`KEY ${rest}`);
  else
    columns.splice(
      columns.findIndex((one) => one.column === column),
      1,
    );
}

const [mysql, sqlite, postgres] = ['mysql', 'sqlite', 'postgres'].map(tablesOf);

/** The columns of a table by their names. @throws {Error} when it has not the same columns with the same meanings as on MySQL */
function columnsLike(other, name, wanted) {
  const told = ({ meaning, columns }) =>
    JSON.stringify([meaning, columns.map(({ column, what }) => [column, what]).sort()]);
  const table = other.get(name);
  if (table === undefined || told(table) !== told(wanted))
    throw new Error(`The table ${name} differs between the SQL files of the databases.`);
  return new Map(table.columns.map(({ column, type }) => [column, type]));
}

/** A table on all databases. */
function section([name, wanted]) {
  const onSqlite = columnsLike(sqlite, name, wanted);
  const onPostgres = columnsLike(postgres, name, wanted);
  const rows = wanted.columns.map(({ column, type, what }) => [
    code(column),
    prose(what),
    code(onSqlite.get(column)),
    code(onPostgres.get(column).replace(' COLLATE "C"', '')),
    code(type.replace(' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin', ' utf8mb4')),
  ]);
  return [
    item(name),
    prose(wanted.meaning),
    table(['column', 'meaning', 'SQLite', 'PostgreSQL', 'MySQL, MariaDB'], rows),
    wanted.keys.map((key) => `- ${code(key)}`).join('\n'),
  ];
}

for (const { size } of [sqlite, postgres])
  if (size !== mysql.size) throw new Error('The SQL files of the databases have not the same tables.');

export const schema = page('Tables', INTRODUCTION, '## The tables', [...mysql].map(section));
