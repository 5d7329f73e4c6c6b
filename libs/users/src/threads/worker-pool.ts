import { ApiError } from '@app/errors';
import { Logger } from '@nestjs/common';
import { Piscina } from 'piscina';

/** The longest time in milliseconds that a job waits for a thread. The service refuses a job that would wait longer. */
export const MAX_WAIT_MS = 4_000;

const RETRY_AFTER_SECONDS = 2;

/**
 * Worker threads that run a module: one at first, more while jobs wait. They run until the pool is destroyed.
 * @param module the URL of the compiled worker file, relative to the file of the caller
 */
export function startWorkerPool<Job, Result>(module: URL, maxThreads: number, workerData?: object) {
  const threads = { minThreads: 1, maxThreads, idleTimeout: Number.POSITIVE_INFINITY };
  const pool = new Piscina<Job, Result>({ filename: module.href, workerData, ...threads });
  // The pool reports here only a thread that ends without a job. A failed job rejects its own promise.
  return pool.on('error', (error: Error) => new Logger('Passwords').error(error.message, error.stack));
}

/** The whole service has too much work. @throws {ApiError} UNAVAILABLE, always */
export function throwTooBusy(): never {
  throw new ApiError('UNAVAILABLE', undefined, { retryAfter: RETRY_AFTER_SECONDS });
}

/** Too much work of one account, of one client, or of one kind waits. @throws {ApiError} TOO_MANY_REQUESTS, always */
export function throwShareUsed(): never {
  throw new ApiError('TOO_MANY_REQUESTS', undefined, {
    retryAfter: RETRY_AFTER_SECONDS,
    reason: 'share of the queue for passwords',
  });
}
