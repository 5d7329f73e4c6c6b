import { Database } from '@app/database';
import { Injectable, Logger, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { SessionStore } from './session-store.js';

const EVERY_MS = 10 * 60_000;

/** Takes expired sessions out of the table from time to time: nobody can refresh them any more. */
@Injectable()
export class SessionSweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Sessions');
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly sessions: SessionStore,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.sweep(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Whatever goes wrong is tried again the next time. */
  private async sweep(): Promise<void> {
    if (!this.database.ready) return;
    await this.sessions.purgeExpired().catch((error: Error) => {
      this.logger.warn(`Expired sessions could not be removed: ${error.message}`);
    });
  }
}
