import { Clock } from '@app/database';
import { EventLog } from '@app/events';
import { SessionClaims } from '@app/tokens';
import { changedClaims, type LockedUser, UserAdministration } from '@app/users';
import { Injectable } from '@nestjs/common';

/** The clocks of replicas differ by less than that, in seconds. */
const MOST_CLOCK_DIFFERENCE = 60;

/** Changes what access tokens say about a user. */
@Injectable()
export class ClaimsChange {
  constructor(
    private readonly clock: Clock,
    private readonly users: UserAdministration,
    private readonly sessions: SessionClaims,
    private readonly events: EventLog,
  ) {}

  /**
   * Sessions go on. Other services learn from the event that they must refuse the access tokens issued until the time of the
   * change.
   */
  async apply({ uid, claims: before, claimsChangedAt }: LockedUser, claims: string): Promise<void> {
    if (claims === before) return;
    const keys = changedClaims(before, claims);
    if (keys.length === 0) {
      await this.users.change(uid, { claims });
      await this.events.record('user.updated', { uid, data: { fields: ['claims'] } });
      return;
    }
    const changedAt = this.after(claimsChangedAt, await this.sessions.lock(uid));
    await this.users.change(uid, { claims, claimsChangedAt: changedAt });
    await this.sessions.copy({ uid, claims, claimsChangedAt: changedAt });
    await this.events.record('user.claims_changed', { uid, data: { keys } });
  }

  /**
   * The time of the change: not before that of any token with the earlier claims. After a change in the same second, a token
   * may have the next second as its time; and the clock of another replica may be ahead. Further changes until then share that time,
   * so that it does not run ahead: the tokens from between them live for seconds only.
   */
  private after(changedBefore: number, usedAt: number): number {
    const now = this.clock.now();
    const newest = Math.max(now, Math.min(usedAt, now + MOST_CLOCK_DIFFERENCE));
    return changedBefore > newest ? changedBefore : Math.max(newest, changedBefore + 1);
  }
}
