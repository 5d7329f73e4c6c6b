import { setTimeout as sleep } from 'node:timers/promises';

/** A comparison may take this many times the average time before the answer takes longer, too. */
const HEADROOM = 1.25;

/** The weight of all earlier measurements beside the newest one. */
const DECAY = 0.9;

/**
 * How long a refused login takes: as long as the most expensive hash in the database, for every account. The rest of this
 * time after the comparison is a pause, which uses no core.
 */
export class RefusalTime {
  private milliseconds = 0;
  private steps = 0;

  /** Adds a measurement: how long some steps of bcrypt took on this machine under its current load. */
  addMeasurement(steps: number, milliseconds: number): void {
    this.steps = DECAY * this.steps + steps;
    this.milliseconds = DECAY * this.milliseconds + milliseconds;
  }

  /** The milliseconds of a refused login. @param maxSteps of the most expensive hash */
  durationOf(maxSteps: number): number {
    return this.steps === 0 ? 0 : (HEADROOM * maxSteps * this.milliseconds) / this.steps;
  }

  /** Waits for the rest of this time. @param elapsedMs since the comparison began */
  async waitForRest(maxSteps: number, elapsedMs: number): Promise<void> {
    const rest = this.durationOf(maxSteps) - elapsedMs;
    if (rest > 0) await sleep(rest);
  }
}
