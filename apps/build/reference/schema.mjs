// The tables of both databases, from the SQL files of the migrations.
import { readdirSync, readFileSync } from 'node:fs';
import { code, item, page, prose, table } from './markdown.mjs';

const FOLDER = new URL('../../../libs/database/src/schema/', import.meta.url);
/** A table that a file makes, and what a later one does with it. */
const STATEMENT =
  /^-- (.+)\nCREATE TABLE (\w+) \(\n([\s\S]+?)\n\)|^ALTER TABLE (\w+) (ADD COLUMN|DROP COLUMN|ADD KEY) (.+?);(?: -- (.+))?$|^DROP TABLE (?:IF EXISTS )?(\w+);$/gm;
const COLUMN = /^ {2}([a-z]\w*) (.+?),? -- (.+)$/gm;
const KEY = /^ {2}((?:PRIMARY|UNIQUE) KEY|KEY|CONSTRAINT) (.+?),?$/gm;

const INTRODUCTION = `All tables, for administrators of the database: read what you like, and let only the service write. The SQL is in
\`libs/database/src/schema\`, one file for each migration. Tables and columns may change with [each
version](../upgrading.md#what-may-change). Times are seconds since 1970-01-01 00:00 UTC. Texts are compared by their bytes; on MySQL and
MariaDB they are ASCII if the type does not say \`utf8mb4\`. A foreign key deletes the row with the row that it refers to. Below each table
are its keys and indexes.

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
  for (const [, meaning, name, body, changed, change, rest, what, dropped] of text.matchAll(STATEMENT)) {
    if (name) tables.set(name, { meaning, columns: columnsIn(body), keys: keysIn(body) });
    else if (dropped) tables.delete(dropped);
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

const [mysql, sqlite] = ['mysql', 'sqlite'].map(tablesOf);

/** A table on both databases. @throws {Error} when they have not the same columns with the same meanings */
function section([name, { meaning, columns, keys }]) {
  const other = sqlite.get(name);
  const told = ({ meaning, columns }) => JSON.stringify([meaning, columns.map(({ column, what }) => [column, what])]);
  if (other === undefined || told(other) !== told({ meaning, columns }))
    throw new Error(`The table ${name} differs between the SQL files of MySQL and SQLite.`);
  const rows = columns.map(({ column, type, what }, index) => [
    code(column),
    prose(what),
    code(other.columns[index].type),
    code(type.replace(' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin', ' utf8mb4')),
  ]);
  return [
    item(name),
    prose(meaning),
    table(['column', 'meaning', 'SQLite', 'MySQL, MariaDB'], rows),
    keys.map((key) => `- ${code(key)}`).join('\n'),
  ];
}

if (mysql.size !== sqlite.size) throw new Error('The SQL files of MySQL and SQLite have not the same tables.');

export const schema = page('Tables', INTRODUCTION, '## The tables', [...mysql].map(section));
