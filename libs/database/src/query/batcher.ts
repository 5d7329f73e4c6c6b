interface Request<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/** The size and number of batches. */
export interface BatchOptions {
  /** The most items of one batch. */
  most: number;
  /** How many batches may run at a time; later items wait for the next one. Without a limit by default. */
  atOnce?: number;
}

/**
 * Joins items into batches: all that come in one turn of the event loop, or while the allowed number of batches runs. Never
 * delays an item to fill a batch.
 */
export class Batcher<T, R> {
  private requests: Request<T, R>[] = [];
  private running = 0;
  private scheduled = false;

  /**
   * @param work returns the results of a batch in the order of its items. When it fails, each item fails
   */
  constructor(
    private readonly work: (items: T[]) => Promise<R[]>,
    private readonly options: BatchOptions,
  ) {}

  do(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.requests.push({ item, resolve, reject });
      if (this.scheduled) return;
      this.scheduled = true;
      setImmediate(() => {
        this.scheduled = false;
        this.startBatches();
      });
    });
  }

  private startBatches(): void {
    const { most, atOnce = Number.POSITIVE_INFINITY } = this.options;
    while (this.requests.length > 0 && this.running < atOnce) void this.run(this.requests.splice(0, most));
  }

  private async run(batch: Request<T, R>[]): Promise<void> {
    this.running += 1;
    try {
      const results = await this.work(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.running -= 1;
      this.startBatches();
    }
  }
}
