import { Clock, Database, PeriodicJobs } from '@app/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Challenge } from './challenge.entity.js';

const SWEEP_SECONDS = 600;

/** Removes expired challenges. */
@Injectable()
export class ChallengeSweeper implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly jobs: PeriodicJobs,
  ) {}

  onModuleInit(): void {
    this.jobs.every(SWEEP_SECONDS, 'to remove expired challenges', () => this.sweep());
  }

  private async sweep(): Promise<void> {
    await this.database.repo(Challenge).delete({ expiresAt: LessThan(this.clock.now()) });
  }
}
