import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from './database.js';

/** Jobs that run again and again while the process runs and the database can be used. */
@Injectable()
export class PeriodicJobs implements OnApplicationShutdown {
  private readonly logger = new Logger('PeriodicJobs');
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(private readonly database: Database) {}

  /** Never runs a job twice at once. A failed job runs again the next time. */
  every(seconds: number, what: string, work: () => Promise<void>): void {
    let busy = false;
    const run = async () => {
      if (busy || !this.database.ready) return;
      busy = true;
      await work().catch((error: Error) => this.logger.warn(`Failed, will be tried again: ${what}: ${error.message}`));
      busy = false;
    };
    this.timers.push(setInterval(() => void run(), seconds * 1_000).unref());
  }

  onApplicationShutdown(): void {
    for (const timer of this.timers) clearInterval(timer);
  }
}
