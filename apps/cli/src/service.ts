import { loadCliEnv } from '@app/config';
import { Database } from '@app/database';
import { onBehalfOf } from '@app/events';
import type { LoggerService, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CliModule } from './cli.module.js';
import { wantsJson } from './output.js';

/** Whoever sits at a terminal wants to know soon that there is no database. */
const PATIENCE_MS = 10_000;

/** Gives one of the services of the admin API. */
type Get = <T>(service: Type<T>) => T;

/** Does work with the services of the admin API, as `cli`; the schema is brought up to date before. */
export async function withServices<T>(work: (get: Get) => Promise<T>): Promise<T> {
  // No letter is sent from here: what waits in the outbox is the business of the service.
  const env = loadCliEnv({ ...process.env, SMTP_URL: 'none', RATE_LIMIT: 'off' });
  const logger = new Warnings();
  const app = await NestFactory.createApplicationContext(CliModule.forRoot(env), { logger, abortOnError: false });
  try {
    await app.get(Database).start(PATIENCE_MS);
    return await onBehalfOf({ actor: 'cli', ip: null }, () => work((service) => app.get(service, { strict: false })));
  } finally {
    await app.close();
  }
}

/** Standard output belongs to the result: warnings go beside it, and nowhere when a program reads both. */
class Warnings implements LoggerService {
  log = () => undefined;
  // What breaks an import off is told as its failure.
  warn = (message: unknown, context?: string) => context !== 'Import' && this.write(message);
  error = (message: unknown) => this.write(message);
  fatal = (message: unknown) => this.write(message);

  private write(message: unknown): void {
    if (!wantsJson()) process.stderr.write(`latchkey: ${message}\n`);
  }
}
