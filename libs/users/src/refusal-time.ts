import { setTimeout as sleep } from 'node:timers/promises';

/** By how much a comparison may take longer than the average of those before, and still not show in the answer. */
const HEADROOM = 1.25;

/** How much of what was measured before counts beside the newest measurement. */
const MEMORY = 0.9;

/**
 * The time of a refused login: that of the dearest hash in the database, whatever the account has. The part of it that the
 * comparison did not take is waited out, which costs no core.
 */
export class RefusalTime {
  private milliseconds = 0;
  private steps = 0;

  /** Notes how long a number of bcrypt steps took on this machine, as busy as it is now. */
  measured(steps: number, milliseconds: number): void {
    this.steps = MEMORY * this.steps + steps;
    this.milliseconds = MEMORY * this.milliseconds + milliseconds;
  }

  /** How many milliseconds a refused login takes, given the steps of the dearest hash. */
  of(steps: number): number {
    return this.steps === 0 ? 0 : (HEADROOM * steps * this.milliseconds) / this.steps;
  }

  /** Waits out the rest of it. @param spent milliseconds since the comparison began */
  async waitOut(steps: number, spent: number): Promise<void> {
    const left = this.of(steps) - spent;
    if (left > 0) await sleep(left);
  }
}
