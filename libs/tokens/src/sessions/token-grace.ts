import { Env } from '@app/config';
import { Clock } from '@app/database';
import { Injectable } from '@nestjs/common';
import { timeOfReplacement } from './replaced-generations.js';
import type { Session } from './session.entity.js';

/** Decides which refresh tokens of a session still work after they were replaced. */
@Injectable()
export class TokenGrace {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
  ) {}

  /**
   * Whether a token of an earlier generation still works: the one before the newest during the grace period; in a cookie also an
   * older one, in its own grace period.
   */
  covers(session: Session, generation: number, inCookie: boolean): boolean {
    const earlier = inCookie ? timeOfReplacement(session.replacedGenerations, generation) : undefined;
    const replacedAt = session.generation === generation + 1 ? session.lastUsedAt : earlier;
    const { refreshGrace } = this.env;
    // The clock counts whole seconds. A grace period of 10 seconds lasts at least 10 seconds.
    return replacedAt !== undefined && refreshGrace > 0 && this.clock.now() - replacedAt <= refreshGrace;
  }
}
