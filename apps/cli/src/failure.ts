import { SettingsError } from '@app/config';
import { databaseFailure, IncompleteSchema, SCHEMA_CURE } from '@app/database';
import { ApiError } from '@app/errors';
import { CommanderError } from 'commander';
import { plain, wantsJson } from './output.js';

const FAILED = 1;
const WRONG_USAGE = 2;

/** A failure that is told in one sentence. */
export class Failure extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly exitCode: number = FAILED,
  ) {
    super(message);
  }
}

/** Something in the command line that is not as it must be. */
export function wrongUsage(message: string): Failure {
  return new Failure('INVALID_REQUEST', message, WRONG_USAGE);
}

/** Tells a failure on standard error and returns the exit code. Nothing is told where help was asked for. */
export function report(error: unknown): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const { code, message, exitCode } = explain(error);
  // Commander has told people by itself.
  if (wantsJson()) process.stderr.write(`${JSON.stringify({ code, message })}\n`);
  else if (!(error instanceof CommanderError)) process.stderr.write(`latchkey: ${message}\n`);
  return exitCode;
}

function explain(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { message, stack, code, path } = error as NodeJS.ErrnoException;
  if (error instanceof CommanderError) return wrongUsage(message.replace(/^error: /, ''));
  if (error instanceof SettingsError) return new Failure('INVALID_SETTINGS', `a setting is wrong:\n${message}`);
  if (error instanceof ApiError && error.code === 'INVALID_REQUEST') return wrongUsage(message);
  if (error instanceof ApiError) return new Failure(error.code, message);
  if (error instanceof IncompleteSchema) {
    return new Failure('INCOMPLETE_SCHEMA', `${message} Cure: ${SCHEMA_CURE}.`);
  }
  if (databaseFailure(error)) return outOfReach(message || String(code));
  if (path !== undefined && code !== undefined) return new Failure('FILE_UNUSABLE', plain(message));
  return new Failure('INTERNAL_ERROR', wantsJson() ? message : (stack ?? message));
}

function outOfReach(reason: string): Failure {
  const cure = 'Start it, or correct DATABASE_URL; "latchkey doctor" tells more.';
  return new Failure('UNAVAILABLE', `the database is out of reach (${reason}). ${cure}`);
}
