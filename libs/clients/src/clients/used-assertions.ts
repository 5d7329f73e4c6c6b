import { hashToken } from '@app/config';
import { Clock, Database, isDuplicateKey, PeriodicJobs } from '@app/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import type { Assertion } from './assertions.js';
import { UsedAssertion } from './used-assertion.entity.js';

const SWEEP_SECONDS = 60;

/** The assertions that clients have used. */
@Injectable()
export class UsedAssertions implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly jobs: PeriodicJobs,
  ) {}

  onModuleInit(): void {
    this.jobs.every(SWEEP_SECONDS, 'to remove used assertions', () => this.sweep());
  }

  /**
   * Uses an assertion up. False when it was used before: of parallel requests, in any processes, the unique key lets one through.
   */
  async use(clientId: string, { tokenId, keptUntil }: Assertion): Promise<boolean> {
    const row = { assertionHash: hashToken(JSON.stringify([clientId, tokenId])), expiresAt: keptUntil };
    try {
      await this.database.insert(UsedAssertion, [row]);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  private async sweep(): Promise<void> {
    await this.database.repo(UsedAssertion).delete({ expiresAt: LessThanOrEqual(this.clock.now()) });
  }
}
