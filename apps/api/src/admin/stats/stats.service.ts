import { Clock } from '@app/database';
import { MailService } from '@app/mail';
import { SessionDirectory } from '@app/tokens';
import { UserCounts } from '@app/users';
import { Injectable } from '@nestjs/common';

const ACTIVE_SECONDS = 30 * 86_400;

/** Counts users, sessions and letters. */
@Injectable()
export class StatsService {
  constructor(
    private readonly clock: Clock,
    private readonly users: UserCounts,
    private readonly sessions: SessionDirectory,
    private readonly mail: MailService,
  ) {}

  /** One after the other: with millions of users each count is slow, and parallel ones would use up the connections. */
  async count() {
    return {
      users: await this.users.all(),
      verified: await this.users.verified(),
      disabled: await this.users.disabled(),
      activeLately: await this.users.signedInSince(this.clock.now() - ACTIVE_SECONDS),
      sessions: await this.sessions.count(),
      mailQueue: await this.mail.countQueued(),
    };
  }
}
