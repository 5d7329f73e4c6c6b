import { resolve } from 'node:path';
import { commandLine, type DatabaseLocation, describeLocation, SettingsError } from '@app/config';
import { databaseFailure, SchemaError } from '@app/database';
import { ApiError, type ErrorCode } from '@app/errors';
import { CommanderError } from 'commander';
import { plain, wantsJson } from './output.js';

/** The codes that only the command line fails with, and what to do, in Markdown: for docs/reference/command-line.md. @public */
export const CLI_CODES = {
  DATABASE_NOT_FOUND: 'The database does not exist. Check `DATABASE_URL` and the working folder, or run `migrate`.',
  PENDING_MIGRATIONS: 'The schema is older than the program. Run `migrate`.',
  UNRELEASED_SCHEMA:
    'A state of the program before its first release wrote the database. Export with that program, and import with this one.',
  FOREIGN_TABLES:
    'The database has tables of the same names, which another program has made. Let `DATABASE_URL` name another one.',
  INCOMPLETE_SCHEMA: 'The database has not the tables and columns that it should have. The message names the cure.',
  NEWER_SCHEMA: 'A newer version of the program has changed the database. Use that version.',
  UNFINISHED_COPY: 'A copy of another database into this one was not finished. Run `import --from-database` again.',
  DATABASE_NOT_EMPTY:
    'The database already has rows, so nothing is copied into it. Let `DATABASE_URL` name an empty one.',
  SOURCE_CHANGED:
    'The other database has changed while it was copied. Stop all that uses it, empty the database of `DATABASE_URL`, and begin again.',
  ROW_REFUSED:
    'The database of `DATABASE_URL` cannot store a row of the other one. The message names the row and the reason.',
  COPY_DIFFERS:
    'The copy has not the rows of the other database. Empty the database of `DATABASE_URL`, and begin again.',
  OTHER_SECRET: 'The secrets in the other database were sealed with another `AUTH_SECRET`. Set that one.',
  INVALID_SETTINGS: 'A setting is wrong or missing. The message names it and the allowed values.',
  FILE_UNUSABLE: 'A file cannot be read or written. The message says why.',
  NOT_CONFIRMED: 'A question was not answered with yes, or a password was not entered. Nothing was changed.',
} as const;

type CliCode = keyof typeof CLI_CODES | ErrorCode;

const FAILED = 1;
const WRONG_USAGE = 2;

/** A failure that is printed as one sentence, without a stack. */
export class CliError extends Error {
  constructor(
    readonly code: CliCode,
    message: string,
    readonly exitCode: number = FAILED,
  ) {
    super(message);
  }
}

/** A wrong argument or option: exit code 2. */
export function usageError(message: string): CliError {
  return new CliError('INVALID_REQUEST', message, WRONG_USAGE);
}

/** Writes which database a command uses to standard error, without the user and the password. */
export function announceDatabase(location: DatabaseLocation): void {
  const isFile = location.type === 'sqlite' && location.file !== ':memory:';
  const database = describeLocation(isFile ? { ...location, file: resolve(location.file) } : location);
  process.stderr.write(`${wantsJson() ? JSON.stringify({ database }) : `latchkey: database ${plain(database)}`}\n`);
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'you have no permission to use it',
  EPERM: 'you have no permission to use it',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'its name is too long',
};

/** A file that cannot be used, with the reason in plain words; `-` is standard input. */
export function unusableFile(path: string, reason: string): CliError {
  const name = path === '-' ? 'standard input' : `the file ${plain(path)}`;
  return new CliError('FILE_UNUSABLE', `cannot use ${name}: ${reason}.`);
}

/** The error for a failed operation on a file. */
export function fileError(error: unknown, path: string): CliError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return unusableFile(path, REASONS[code] ?? plain(message));
}

/** Prints an error to standard error and returns the exit code. Help and version are no errors. */
export function printError(error: unknown): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const { code, message, exitCode } = toCliError(error);
  // Commander has already printed its errors as text.
  if (wantsJson()) process.stderr.write(`${JSON.stringify({ code, message })}\n`);
  else if (!(error instanceof CommanderError)) process.stderr.write(`latchkey: ${message}\n`);
  return exitCode;
}

function toCliError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  const { message, stack, code, path } = error as NodeJS.ErrnoException;
  if (error instanceof CommanderError) return usageError(message.replace(/^error: /, ''));
  if (error instanceof SettingsError) return new CliError('INVALID_SETTINGS', `a setting is wrong:\n${message}`);
  if (error instanceof ApiError && error.code === 'INVALID_REQUEST') return usageError(message);
  if (error instanceof ApiError) return new CliError(error.code, message);
  if (error instanceof SchemaError) return new CliError(error.code, `${message} Cure: ${error.cure}.`);
  if (databaseFailure(error)) return databaseError(message || String(code));
  if (path !== undefined && code !== undefined) return fileError(error, path);
  return new CliError('INTERNAL_ERROR', wantsJson() ? message : (stack ?? message));
}

function databaseError(reason: string): CliError {
  const cure = `Start it, or correct DATABASE_URL; "${commandLine('doctor')}" shows more.`;
  return new CliError('UNAVAILABLE', `the database is out of reach (${reason}). ${cure}`);
}
