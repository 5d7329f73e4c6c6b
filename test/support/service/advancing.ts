import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from './service.js';

/**
 * Sets the clock of a service forward repeatedly until some work is done, also work that ends the service: for time
 * limits that begin at a moment which the test cannot know.
 * @param seconds the size of a step
 * @param pause milliseconds between two steps, for what a step causes
 */
export async function whileAdvancing<T>(service: Service, work: Promise<T>, seconds = 1, pause = 20): Promise<T> {
  let done = false;
  const settled = work.then(
    () => undefined,
    () => undefined,
  );
  void settled.then(() => {
    done = true;
  });
  while (!done) {
    // A service that has ended does not answer.
    await Promise.race([service.advance(seconds).catch(() => undefined), settled]);
    await sleep(pause);
  }
  return work;
}
