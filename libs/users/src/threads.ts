import { ApiError } from '@app/errors';
import { Logger } from '@nestjs/common';
import { Piscina } from 'piscina';

/** The longest time that a password waits for a thread; the service refuses what would wait longer. */
export const LONGEST_WAIT_MS = 4_000;

const RETRY_AFTER_SECONDS = 2;

/** Threads that run a module of this folder: one at first, more while jobs wait, up to this count. They stay. */
export function startThreads<Job, Result>(module: string, count: number, workerData?: object): Piscina<Job, Result> {
  const filename = new URL(module, import.meta.url).href;
  const threads = { minThreads: 1, maxThreads: count, idleTimeout: Number.POSITIVE_INFINITY };
  const pool = new Piscina<Job, Result>({ filename, workerData, ...threads });
  // A failed job rejects its own promise; this event is about a thread that ends without a job.
  return pool.on('error', (error: Error) => new Logger('Passwords').error(error.message, error.stack));
}

/** @throws {ApiError} UNAVAILABLE, always */
export function tooBusy(): never {
  throw new ApiError('UNAVAILABLE', undefined, { retryAfter: RETRY_AFTER_SECONDS });
}
