import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from './service.js';

/**
 * Sets the clock of a service forward again and again until some work is done, also work that ends the service: for
 * time limits that begin at a moment which a test cannot see.
 * @param seconds the size of a step
 * @param pause milliseconds between two steps, for what follows from them
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
    // A service that has ended answers nothing.
    await Promise.race([service.advance(seconds).catch(() => undefined), settled]);
    await sleep(pause);
  }
  return work;
}
