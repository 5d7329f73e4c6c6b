import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Check, type Finding, fail, ok, skip, warn } from '../check.js';

/** The bits of a file's mode for other users. */
const OTHERS = 0o007;

/** Checks that the folder of an SQLite database is writable, and that other users cannot read its files. */
export const files: Check = {
  name: 'files',
  settings: ['DATABASE_URL'],
  run: async ({ env: { database } }) => {
    if (database.type !== 'sqlite' || database.file === ':memory:')
      return skip('the database has no files here: it is a server, or in memory');
    const file = resolve(database.file);
    const folder = existingFolder(dirname(file));
    if (!isWritable(folder)) return fail(`${folder} cannot be written to`, 'let the user of the service write there');
    const open = [file, `${file}-wal`, `${file}.secret`].filter((path) => existsSync(path)).flatMap(exposure);
    return open.length > 0 ? open : ok(`${folder} can be written to`);
  },
};

/** The folder, or the parent in which it will be created. */
function existingFolder(folder: string): string {
  return existsSync(folder) ? folder : existingFolder(dirname(folder));
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function exposure(path: string): Finding[] {
  const mode = statSync(path).mode & OTHERS;
  return mode === 0 ? [] : warn(`every user of this machine can access ${path}`, `chmod 600 ${path}`);
}
