import type { PoolConnection } from 'mysql2';

/** A request that has waited this long for a connection is not worth answering any more. */
const WAIT_MS = 10_000;

/** A connection that comes too late goes back to the pool. */
export function inTime<T extends PoolConnection>(obtained: Promise<T>, release: (late: T) => void): Promise<T> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => {
      fail(Object.assign(new Error('no connection to the database became free'), { code: 'ETIMEDOUT' }));
      obtained.then(release, () => undefined);
    }, WAIT_MS).unref();
    obtained.then(done, fail).finally(() => clearTimeout(timer));
  });
}
