import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { DatabaseKind } from '../dialect.js';
import { isAlreadyDone, isMissing } from '../driver-errors.js';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
/** Such as `0001-initial.sql`. */
const FILE = /^(\d{4})-([a-z\d-]+)\.sql$/;
/** The next part of an SQL text: a comment, a quoted text, a semicolon, or anything else. */
const PART = /(--[^\n]*|\/\*[\s\S]*?\*\/)|('(?:[^'\\]|'')*'|"[^"\\]*"|`[^`]*`)|(;)|([^-/'"`;]+|[-/])/y;

/**
 * TypeORM's migrations of a database, oldest first: one for each SQL file of its folder, such as `Initial0000000000001` for
 * `0001-initial.sql`.
 * @param folder has a folder for each kind of database
 */
export function migrationsOf(kind: DatabaseKind, folder = FOLDER): (new () => MigrationInterface)[] {
  return filesOf(kind, folder).map((file) => migration(nameOf(file), statementsOf(kind, file, folder)));
}

/** The names of the SQL files of a database, oldest first. */
function filesOf(kind: DatabaseKind, folder: string): string[] {
  return readdirSync(join(folder, kind))
    .filter((file) => FILE.test(file))
    .sort();
}

function statementsOf(kind: DatabaseKind, file: string, folder: string): string[] {
  return statementsIn(readFileSync(join(folder, kind, file), 'utf8'));
}

/**
 * The statements of an SQL text, without its comments.
 * @throws {Error} for quotes without an end, or with a backslash, which the databases read differently
 */
export function statementsIn(text: string): string[] {
  const statements = [''];
  const part = new RegExp(PART);
  while (part.lastIndex < text.length) {
    const found = part.exec(text);
    if (!found) throw new Error('An SQL file has quotes without an end, or with a backslash.');
    const [all, comment, , end] = found;
    if (end) statements.push('');
    else if (!comment) statements.push(`${statements.pop()}${all}`);
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}

/** The columns that the first migration gives its tables, as `table.column`. Each of these tables is made with all of them at once. */
export function firstColumns(kind: DatabaseKind): string[] {
  const [first = ''] = filesOf(kind, FOLDER);
  return statementsOf(kind, first, FOLDER).flatMap((statement) => {
    const [, table] = /^CREATE TABLE (\w+) \(/.exec(statement) ?? [];
    return table ? [...statement.matchAll(/^ +([a-z]\w*) /gm)].map(([, column]) => `${table}.${column}`) : [];
  });
}

/** TypeORM reads the number from the last 13 digits. */
function nameOf(file: string): string {
  const [, number = '', words = ''] = FILE.exec(file) ?? [];
  const name = words.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `${name}${number.padStart(13, '0')}`;
}

/** What a statement drops: an earlier one that reads it has been run, if it is gone. */
function droppedBy(statement: string): string[] {
  const [, table, column] = /^(?:DROP TABLE (\w+)|ALTER TABLE \w+ DROP COLUMN (\w+))$/.exec(statement) ?? [];
  return [table ?? column ?? []].flat();
}

function migration(name: string, statements: string[]): new () => MigrationInterface {
  return class implements MigrationInterface {
    readonly name = name;

    /** A process may have been killed in the middle on MySQL, which commits each change of a table at once. */
    async up(runner: QueryRunner): Promise<void> {
      for (const [index, statement] of statements.entries()) {
        await runner.query(statement).catch((error) => {
          if (isAlreadyDone(error)) return;
          const later = statements.slice(index).flatMap(droppedBy);
          if (!isMissing(error) || !later.some((name) => statement.includes(name))) throw error;
        });
      }
    }

    async down(): Promise<void> {
      throw new Error('No migration is undone. Restore a backup of the database.');
    }
  };
}
