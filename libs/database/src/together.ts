interface Asked<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/** How much is done together. */
export interface Lots {
  /** The most items of one lot. */
  most: number;
  /** How many lots are at work at a time; what comes meanwhile waits for the next one. Left out, nothing waits. */
  atOnce?: number;
}

/**
 * Does together what is asked for at the same time, where that is cheaper than one after the other: all that comes in one
 * turn of the event loop, or while as many lots are at work as may be. Nothing waits for company that has not come yet.
 */
export class Together<T, R> {
  private asked: Asked<T, R>[] = [];
  private atWork = 0;
  private called = false;

  /**
   * @param work does a lot, and returns the result of each item in their order. Where it fails, each item has failed
   */
  constructor(
    private readonly work: (items: T[]) => Promise<R[]>,
    private readonly lots: Lots,
  ) {}

  do(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.asked.push({ item, resolve, reject });
      if (this.called) return;
      this.called = true;
      setImmediate(() => {
        this.called = false;
        this.begin();
      });
    });
  }

  private begin(): void {
    const { most, atOnce = Number.POSITIVE_INFINITY } = this.lots;
    while (this.asked.length > 0 && this.atWork < atOnce) void this.answer(this.asked.splice(0, most));
  }

  private async answer(lot: Asked<T, R>[]): Promise<void> {
    this.atWork += 1;
    try {
      const results = await this.work(lot.map(({ item }) => item));
      for (const [index, { resolve }] of lot.entries()) resolve(results[index] as R);
    } catch (error) {
      for (const { reject } of lot) reject(error);
    } finally {
      this.atWork -= 1;
      this.begin();
    }
  }
}
