/**
 * Runs one piece of work at a time: over all tabs with Web Locks; in this page without them, or if the storage is not
 * shared. Node.js has Web Locks, too, but no tabs: clients of different users would block each other.
 */
export class TabLock {
  private last: Promise<unknown> = Promise.resolve();
  private readonly locks: LockManager | undefined;

  constructor(
    private readonly name: string,
    acrossTabs: boolean,
  ) {
    this.locks = acrossTabs && globalThis.location ? globalThis.navigator?.locks : undefined;
  }

  /** @param work gets whether it waited for another tab, whose writes may not be visible yet */
  run<T>(work: (waited: boolean) => Promise<T>): Promise<T> {
    if (this.locks) return acrossTabs(this.locks, this.name, work);
    const turn = this.last.then(() => work(false));
    this.last = turn.catch(() => undefined);
    return turn;
  }
}

async function acrossTabs<T>(locks: LockManager, name: string, work: (waited: boolean) => Promise<T>): Promise<T> {
  const attempt = await locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { done: await work(false) } : undefined,
  );
  return attempt ? attempt.done : locks.request(name, () => work(true));
}
