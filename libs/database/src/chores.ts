import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from './database.js';

/** Work that is done from time to time while the process runs, and the database is there. */
@Injectable()
export class Chores implements OnApplicationShutdown {
  private readonly logger = new Logger('Chores');
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(private readonly database: Database) {}

  /** Never twice at once; whatever goes wrong is tried again the next time. */
  every(seconds: number, what: string, work: () => Promise<void>): void {
    let busy = false;
    const run = async () => {
      if (busy || !this.database.ready) return;
      busy = true;
      await work().catch((error: Error) => this.logger.warn(`Not done, and tried again: ${what}: ${error.message}`));
      busy = false;
    };
    this.timers.push(setInterval(() => void run(), seconds * 1_000).unref());
  }

  onApplicationShutdown(): void {
    for (const timer of this.timers) clearInterval(timer);
  }
}
