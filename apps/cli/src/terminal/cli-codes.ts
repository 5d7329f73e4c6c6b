import type { ErrorCode } from '@app/errors';

/** The codes that only the command line fails with, and what to do, in Markdown: for docs/reference/command-line.md. */
export const CLI_CODES = {
  DATABASE_NOT_FOUND: 'The database does not exist. Check `DATABASE_URL` and the working folder, or run `migrate`.',
  PENDING_MIGRATIONS: 'The schema is older than the program. Run `migrate`.',
  UNRELEASED_SCHEMA:
    'A state of the program before its first release wrote the database. Export with that program, and import with this one.',
  FOREIGN_TABLES:
    'The database has tables of the same names, which another program has made. Let `DATABASE_URL` name another one.',
  INCOMPLETE_SCHEMA: 'The database has not the tables and columns that it should have. The message names the cure.',
  INVALID_SETTINGS: 'A setting is wrong or missing. The message names it and the allowed values.',
  FILE_UNUSABLE: 'A file cannot be read or written. The message says why.',
  NOT_CONFIRMED: 'A question was not answered with yes, or a password was not entered. Nothing was changed.',
} as const;

export type CliCode = keyof typeof CLI_CODES | ErrorCode;
