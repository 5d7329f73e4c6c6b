import { setTimeout as sleep } from 'node:timers/promises';
import { bcryptCost } from './engines/own-hashes.js';
import { type HashForm, hasForm, stepsOfForm } from './hash-form.js';
import { hashSteps } from './hash-steps.js';

/** The time of one step of bcrypt on a slow machine of today. A hash has 2^cost steps. */
export const STEP_MS = 60 / 2 ** 10;

/** A comparison may take this many times the average time before the answer takes longer, too. */
const HEADROOM = 1.25;

/** The weight of all earlier measurements beside the newest one. */
const DECAY = 0.9;

/** The steps of bcrypt of the most expensive hash of all accounts, and of the most expensive one that is not argon2; or 0. */
export interface MaxSteps {
  all: number;
  bcrypt: number;
}

/** A comparison that has ended. */
interface MeasuredComparison {
  hash: string | null;
  right: boolean;
  /** The time on the thread of one text. */
  milliseconds: number;
}

/**
 * How long a refused login takes: as long as the most expensive hash in the database, for every account. The rest of this
 * time after the comparison is a pause, which uses no core. Measures the time of a step on this machine under its current
 * load: for bcrypt and for new hashes of argon2id separately, because the steps of argon2id are only an upper bound.
 */
export class RefusalTime {
  private readonly bcrypt = new StepTime();
  private readonly argon2id = new StepTime();
  private readonly ownSteps: number;

  /** @param form of new hashes */
  constructor(private readonly form: HashForm) {
    this.ownSteps = stepsOfForm(form);
  }

  /** Adds the time of a new hash. */
  addHash(milliseconds: number): void {
    this[this.form.kind].add(this.ownSteps, milliseconds);
  }

  addComparison({ hash, right, milliseconds }: MeasuredComparison): void {
    const steps = hashSteps(hash ?? '');
    const exact = steps === undefined || bcryptCost(hash ?? '') !== undefined;
    if (this.form.kind === 'bcrypt') {
      // A thread spends the time of a new hash on a wrong password. The steps of other algorithms are only an upper bound.
      if (!right && exact) this.bcrypt.add(Math.max(this.ownSteps, steps ?? 0), milliseconds);
    } else if (hash === null || steps === undefined || hasForm(hash, this.form)) {
      this.argon2id.add(this.ownSteps, milliseconds);
    } else if (exact) {
      this.bcrypt.add(steps, milliseconds);
    }
  }

  /** The milliseconds of a refused login. */
  durationOf({ all, bcrypt }: MaxSteps): number {
    const bcryptStep = this.bcrypt.milliseconds;
    if (this.form.kind === 'bcrypt') return HEADROOM * Math.max(this.ownSteps, all) * bcryptStep;
    const ownStep = this.argon2id.milliseconds;
    // A more expensive hash may be of any algorithm.
    const others = all > this.ownSteps ? all * Math.max(bcryptStep, ownStep) : bcrypt * bcryptStep;
    return HEADROOM * Math.max(this.ownSteps * ownStep, others);
  }

  /** Waits for the rest of this time. @param elapsedMs since the comparison began @param texts how many were compared */
  async waitForRest(max: MaxSteps, elapsedMs: number, texts = 1): Promise<void> {
    const rest = texts * this.durationOf(max) - elapsedMs;
    if (rest > 0) await sleep(rest);
  }
}

/** The average time of a step, in which long and new measurements count most. */
class StepTime {
  private sum = 0;
  private steps = 0;

  add(steps: number, milliseconds: number): void {
    this.steps = DECAY * this.steps + steps;
    this.sum = DECAY * this.sum + milliseconds;
  }

  get milliseconds(): number {
    return this.steps === 0 ? STEP_MS : this.sum / this.steps;
  }
}
