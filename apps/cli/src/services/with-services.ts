import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import {
  ConfigModule,
  commandLine,
  type DatabaseLocation,
  type Env,
  loadCliEnv,
  loadDatabaseLocation,
} from '@app/config';
import { Database, DatabaseModule, type ListPage, type PageRequest } from '@app/database';
import { onBehalfOf } from '@app/events';
import { FlowsModule } from '@app/flows';
import { LimitsModule } from '@app/limits';
import { type DynamicModule, type LoggerService, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { RECORDS } from '../../../api/src/admin/records.dto.js';
import { announceDatabase, CliError, fileError } from '../terminal/errors.js';
import { wantsJson } from '../terminal/output.js';

const LIMIT = 200;

/** Reads all rows of a short list, page by page, as one page. */
export async function allRows<T>(list: (page: PageRequest) => Promise<ListPage<T>>): Promise<ListPage<T>> {
  const rows: T[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await list({ limit: LIMIT, cursor });
    rows.push(...page.rows);
    if (page.nextCursor === null) return { rows, nextCursor: null };
    cursor = page.nextCursor;
  }
}

/** The flows without HTTP, and without the workers of the service. */
function cliModule(env: Env): DynamicModule {
  const imports = [ConfigModule.forRoot(env), DatabaseModule, LimitsModule, FlowsModule.with(RECORDS)];
  return { module: class Cli {}, imports };
}

/** Fails unless an SQLite file exists: only the service and `latchkey migrate` create one. */
function requireDatabase(location: DatabaseLocation): void {
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

/** Shorter than the timeout of the service: a person is waiting. */
const DATABASE_TIMEOUT_MS = 10_000;

/** Returns a service of the admin API. */
export type Get = <T>(service: Type<T>) => T;

/**
 * Runs work with the services of the admin API, as the actor `cli`. It creates neither a database nor a secret, and does not
 * migrate: the folder or `DATABASE_URL` may be a mistake.
 */
export async function withServices<T>(work: (get: Get) => Promise<T>): Promise<T> {
  const location = loadDatabaseLocation();
  announceDatabase(location);
  requireDatabase(location);
  const env = loadCliEnv({ ...process.env, RATE_LIMIT: 'off' });
  const logger = new WarningLogger();
  const app = await NestFactory.createApplicationContext(cliModule(env), { logger, abortOnError: false });
  try {
    await app.get(Database).start({ patience: DATABASE_TIMEOUT_MS, migrates: false });
    return await onBehalfOf({ actor: 'cli', ip: null }, () => work((service) => app.get(service, { strict: false })));
  } finally {
    await app.close();
  }
}

/** Writes warnings to standard error, since standard output has the result; none with `--json`. */
class WarningLogger implements LoggerService {
  log = () => undefined;
  // The failure of an import is printed by its command.
  warn = (message: unknown, context?: string) => context !== 'Import' && this.write(message);
  error = (message: unknown) => this.write(message);
  fatal = (message: unknown) => this.write(message);

  private write(message: unknown): void {
    if (!wantsJson()) process.stderr.write(`latchkey: ${message}\n`);
  }
}
