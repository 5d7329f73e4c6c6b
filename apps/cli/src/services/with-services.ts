import { loadCliEnv, loadDatabaseLocation } from '@app/config';
import { Database } from '@app/database';
import { onBehalfOf } from '@app/events';
import type { LoggerService, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { announceDatabase } from '../terminal/database-line.js';
import { wantsJson } from '../terminal/output.js';
import { CliModule } from './cli.module.js';
import { requireDatabase } from './require-database.js';

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
  const app = await NestFactory.createApplicationContext(CliModule.forRoot(env), { logger, abortOnError: false });
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
