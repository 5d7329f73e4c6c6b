import { PeriodicJobs } from '@app/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { FactorResetService } from './factor-reset.service.js';

const EVERY_SECONDS = 30;

/** Carries out the resets of factors that have waited long enough. */
@Injectable()
export class FactorResetJob implements OnModuleInit {
  constructor(
    private readonly jobs: PeriodicJobs,
    private readonly resets: FactorResetService,
  ) {}

  onModuleInit(): void {
    this.jobs.every(EVERY_SECONDS, 'to reset the factors of users', () => this.resets.work());
  }
}
