/**
 * In milliseconds. A run that takes longer is not waited for: on some edge runtimes, the end of the request that began it
 * also ends its work.
 */
const STUCK_AFTER = 10_000;

/** Work whose parallel calls share one run. */
export class SharedRun<T> {
  private active: Promise<T> | undefined;
  private begun = Number.NEGATIVE_INFINITY;

  constructor(private readonly work: () => Promise<T>) {}

  /** The milliseconds since the newest run began. */
  get age(): number {
    return performance.now() - this.begun;
  }

  get busy(): boolean {
    return this.active !== undefined && this.age < STUCK_AFTER;
  }

  run(): Promise<T> {
    if (this.active !== undefined && this.busy) return this.active;
    this.begun = performance.now();
    const run: Promise<T> = this.work().finally(() => {
      if (this.active === run) this.active = undefined;
    });
    this.active = run;
    return run;
  }
}
