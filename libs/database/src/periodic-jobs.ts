import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from './database.js';

/** The longest time that a stopping process waits for work under way. Another process does the rest later. */
const SHUTDOWN_TIMEOUT_MS = 8_000;
/** Lets the answer to a request go first, so that its time shows no work. */
const WAKE_DELAY_MS = 50;

/** A job that runs again and again. */
export interface Job {
  /** Runs the job soon, and once more if it runs now. */
  wake: () => void;
  /** Ends the job. Resolves when it does not run any more, or has run for too long. */
  stop: () => Promise<void>;
}

/** Jobs that run again and again while the process runs and the database can be used. */
@Injectable()
export class PeriodicJobs implements OnApplicationShutdown {
  private readonly logger = new Logger('PeriodicJobs');
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(private readonly database: Database) {}

  /**
   * Never runs a job twice at once. A failed job runs again the next time.
   * @param work returns true when there may be more to do: then it runs again at once
   */
  every(seconds: number, what: string, work: () => Promise<unknown>): Job {
    const state = { woken: false, stopped: false, running: undefined as Promise<void> | undefined };
    const runs = async () => {
      for (let more = true; more && !state.stopped && this.database.ready; more ||= state.woken) {
        state.woken = false;
        more = await this.attempt(what, work);
      }
      state.running = undefined;
    };
    // Not in the context of the request that wakes it, and not before `running` is known.
    const run = AsyncResource.bind(() => {
      state.running ??= Promise.resolve().then(runs);
    });
    const timer = setInterval(run, seconds * 1_000).unref();
    this.timers.push(timer);
    const wake = () => {
      state.woken = true;
      run();
    };
    const stop = () => {
      clearInterval(timer);
      state.stopped = true;
      return finished(state.running);
    };
    return { wake: () => void setTimeout(wake, WAKE_DELAY_MS).unref(), stop };
  }

  /** Returns whether there may be more to do. */
  private async attempt(what: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      return (await work()) === true;
    } catch (error) {
      this.logger.warn(`Failed, will be tried again: ${what}: ${(error as Error).message}`);
      return false;
    }
  }

  onApplicationShutdown(): void {
    for (const timer of this.timers) clearInterval(timer);
  }
}

/** Waits for work under way when the process stops, but not for too long. */
export async function finished(work: Promise<unknown> | undefined): Promise<void> {
  await Promise.race([work, sleep(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })]);
}
