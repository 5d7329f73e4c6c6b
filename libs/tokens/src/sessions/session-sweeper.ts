import { MAX_ACCESS_TOKEN_TTL } from '@app/config';
import { Clock, Database, PeriodicJobs } from '@app/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { Session } from './session.entity.js';

const SWEEP_SECONDS = 600;
/**
 * The row of an ended session decides about its access tokens, so it has to outlive them. The clocks of replicas differ by
 * less than a minute.
 */
const KEEP_SECONDS = MAX_ACCESS_TOKEN_TTL + 60;

/** Sessions that live in one that has expired. Those that lived in one that has ended have ended, too. */
const ORPHANS = `SELECT child.session_id AS id FROM sessions expired JOIN sessions child ON child.parent_id = expired.session_id
  WHERE expired.expires_at < ? AND child.expires_at >= ? LIMIT 500`;

/** Removes sessions that ended or expired so long ago that all of their access tokens have expired, and what lived in them. */
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
    await this.expireOrphans(before);
    for (const old of [{ endedAt: LessThan(before) }, { expiresAt: LessThan(before) }]) {
      await this.database.repo(Session).delete(old);
    }
  }

  /** Repeats, because a session can live in one that lives in another. */
  private async expireOrphans(before: number): Promise<void> {
    for (let found = 1; found > 0; ) {
      const ids = (await this.database.select(ORPHANS, [before, before])).map(({ id }) => String(id));
      found = ids.length;
      if (found > 0) await this.database.repo(Session).update({ sessionId: In(ids) }, { expiresAt: before - 1 });
    }
  }
}
