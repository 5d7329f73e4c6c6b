import { setImmediate as othersFirst } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/**
 * Lets the messages of all webhooks of a process use the database one at a time, in the order in which they ask. Between two of them the process
 * does what else waits: a request is not delayed by the messages of all webhooks. (Work with SQLite lets nothing else run by
 * itself, because its statements are synchronous.)
 */
@Injectable()
export class WorkerLock {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(() => othersFirst()).then(work);
    this.last = result.catch(() => undefined);
    return result;
  }
}
