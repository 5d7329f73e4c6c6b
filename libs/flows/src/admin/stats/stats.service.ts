import { Clock } from '@app/database';
import { EmailQueries } from '@app/mail';
import { SessionQueries } from '@app/tokens';
import { UserCounts } from '@app/users';
import { Injectable } from '@nestjs/common';

const ACTIVE_SECONDS = 30 * 86_400;
/** From this number of users on, a count is kept for a while, because it reads whole indexes. */
const MANY_USERS = 100_000;
const KEPT_SECONDS = 60;

interface Accounts {
  users: number;
  verified: number;
  disabled: number;
  activeLately: number;
  sessions: number;
}

/** Counts users, sessions and emails. */
@Injectable()
export class StatsService {
  private kept?: { accounts: Accounts; at: number };

  constructor(
    private readonly clock: Clock,
    private readonly users: UserCounts,
    private readonly sessions: SessionQueries,
    private readonly emails: EmailQueries,
  ) {}

  /** With many users, all numbers but that of the queue are up to a minute old. */
  async count(): Promise<Accounts & { mailQueue: number }> {
    return { ...(await this.accounts()), mailQueue: await this.emails.countQueued() };
  }

  private async accounts(): Promise<Accounts> {
    const at = this.clock.now();
    if (this.kept && at - this.kept.at < KEPT_SECONDS) return this.kept.accounts;
    const accounts = await this.countAccounts();
    this.kept = accounts.users < MANY_USERS ? undefined : { accounts, at };
    return accounts;
  }

  /** One after the other: with millions of users each count is slow, and parallel ones would use up the connections. */
  private async countAccounts(): Promise<Accounts> {
    return {
      users: await this.users.all(),
      verified: await this.users.verified(),
      disabled: await this.users.disabled(),
      activeLately: await this.users.signedInSince(this.clock.now() - ACTIVE_SECONDS),
      sessions: await this.sessions.count(),
    };
  }
}
