import { Clock, Database, PeriodicJobs } from '@app/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In, IsNull, LessThan } from 'typeorm';
import { Link } from './link.entity.js';

/** The rows of expired links stay this long, so that a person who follows such a link gets the reason of its failure. */
const KEEP_SECONDS = 7 * 86_400;
const SWEEP_SECONDS = 600;

/** Removes links a week after their expiry. */
@Injectable()
export class LinkSweeper implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly jobs: PeriodicJobs,
  ) {}

  onModuleInit(): void {
    this.jobs.every(SWEEP_SECONDS, 'to remove expired links', () => this.sweep());
  }

  private async sweep(): Promise<void> {
    const now = this.clock.now();
    const links = this.database.repo(Link);
    await links.delete({ expiresAt: LessThan(now - KEEP_SECONDS) });
    // Most of those without a user were never mailed: the service created them so that the request takes the usual time.
    const unmailed = In(['reset_password', 'email_code', 'external_confirm'] as const);
    await links.delete({ expiresAt: LessThan(now), purpose: unmailed, uid: IsNull() });
  }
}
