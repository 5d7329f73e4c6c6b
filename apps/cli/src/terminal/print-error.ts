import { commandLine, SettingsError } from '@app/config';
import { databaseFailure, SchemaError } from '@app/database';
import { ApiError } from '@app/errors';
import { CommanderError } from 'commander';
import { CliError, usageError } from './cli-error.js';
import { fileError } from './file-error.js';
import { wantsJson } from './output.js';

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
