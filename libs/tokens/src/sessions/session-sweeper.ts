import { MAX_ACCESS_TOKEN_TTL } from '@app/config';
import { Clock, Database, PeriodicJobs } from '@app/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Session } from './session.entity.js';

const SWEEP_SECONDS = 600;
/**
 * The row of an ended session decides about its access tokens, so it has to outlive them. The clocks of replicas differ by
 * less than a minute.
 */
const KEEP_SECONDS = MAX_ACCESS_TOKEN_TTL + 60;

/** Removes sessions that ended or expired so long ago that all of their access tokens have expired. */
@Injectable()
export class SessionSweeper implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly jobs: PeriodicJobs,
  ) {}

  onModuleInit(): void {
    this.jobs.every(SWEEP_SECONDS, 'to remove old sessions', () => this.sweep());
  }

  private async sweep(): Promise<void> {
    const before = this.clock.now() - KEEP_SECONDS;
    for (const old of [{ endedAt: LessThan(before) }, { expiresAt: LessThan(before) }]) {
      await this.database.repo(Session).delete(old);
    }
  }
}
