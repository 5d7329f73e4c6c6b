/**
 * Lets one piece of work at a time use the one connection to an SQLite file, in the order in which they ask. Without it, a
 * statement of another request that runs between the awaits of an open transaction would join that transaction, and be
 * lost with its rollback.
 */
export class SqliteMutex {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }
}
