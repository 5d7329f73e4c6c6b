import { Database } from '@app/database';
import { Injectable, Logger, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { LinkStore } from './link-store.js';
import { SessionStore } from './session-store.js';

const EVERY_MS = 10 * 60_000;

/** Takes sessions and links out of their tables from time to time that are of no use any more. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Sweeper');
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly sessions: SessionStore,
    private readonly links: LinkStore,
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
    try {
      await this.sessions.purgeExpired();
      await this.links.purgeExpired();
    } catch (error) {
      this.logger.warn(`What has expired could not be removed: ${(error as Error).message}`);
    }
  }
}
