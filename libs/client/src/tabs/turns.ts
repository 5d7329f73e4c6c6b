/**
 * Lets one piece of work run at a time: over all tabs with Web Locks; without them, and for a storage of its own, in this
 * page. Node has Web Locks, too, but no tabs: its clients are of many users, who would only wait for each other.
 */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();
  private readonly locks: LockManager | undefined;

  constructor(
    private readonly name: string,
    overTabs: boolean,
  ) {
    this.locks = overTabs && typeof document !== 'undefined' ? navigator.locks : undefined;
  }

  /** @param work is told whether it had to wait for another tab, whose writing may not show yet */
  take<T>(work: (waited: boolean) => Promise<T>): Promise<T> {
    if (this.locks) return overTabs(this.locks, this.name, work);
    const turn = this.last.then(() => work(false));
    this.last = turn.catch(() => undefined);
    return turn;
  }
}

async function overTabs<T>(locks: LockManager, name: string, work: (waited: boolean) => Promise<T>): Promise<T> {
  const attempt = await locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { done: await work(false) } : undefined,
  );
  return attempt ? attempt.done : locks.request(name, () => work(true));
}
