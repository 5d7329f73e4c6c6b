import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { commandLine, type DatabaseLocation } from '@app/config';
import { CliError } from '../terminal/cli-error.js';
import { fileError } from '../terminal/file-error.js';

/** Fails unless an SQLite file exists: only the service and `latchkey migrate` create one. */
export function requireDatabase(location: DatabaseLocation): void {
  if (location.type !== 'sqlite') return;
  if (location.file === ':memory:') {
    throw new CliError(
      'DATABASE_NOT_FOUND',
      'the database is in the memory of the service: use the admin API instead.',
    );
  }
  const file = resolve(location.file);
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? missing(file) : fileError(error, file);
  }
}

function missing(file: string): CliError {
  const cure = `Start the service or run "${commandLine('migrate')}" to create it, or correct DATABASE_URL or the working folder.`;
  return new CliError('DATABASE_NOT_FOUND', `there is no database file ${file}. ${cure}`);
}
