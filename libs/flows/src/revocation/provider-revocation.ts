import { Database } from '@app/database';
import { ChallengeRevocation } from '@app/factors';
import { ProviderSessions, type SessionsOfProvider } from '@app/tokens';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { AccessRevocation } from './access-revocation.js';

/** How many users one transaction locks. */
const MOST_USERS = 100;

/** Ends the sessions and the sign-ins that an external provider no longer vouches for. */
@Injectable()
export class ProviderRevocation {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly sessions: ProviderSessions,
    private readonly challenges: ChallengeRevocation,
    private readonly revocation: AccessRevocation,
  ) {}

  /**
   * Ends all sessions and sign-ins under way of a provider, in several transactions: after a failure in between, a repetition ends
   * the rest. Returns the number of users whose sessions it has ended.
   * @param reached receives the number of users after each transaction
   */
  async endAll(idp: string, reached: (users: number) => void = () => undefined): Promise<number> {
    await this.database.transaction(() => this.challenges.revokeAllVouched(idp));
    let users = 0;
    for (let some = MOST_USERS; some === MOST_USERS; reached(users)) {
      some = await this.database.transaction(() => this.end({ idp }, MOST_USERS));
      users += some;
    }
    return users;
  }

  /** Ends sessions of some users, and returns of how many. */
  async end(of: SessionsOfProvider, mostUsers = MOST_USERS): Promise<number> {
    const uids = await this.sessions.listOwners(of, mostUsers);
    for (const uid of uids) await this.endOf(uid, of);
    return uids.length;
  }

  /** Ends sessions of one user. */
  async endOf(uid: string, of: SessionsOfProvider): Promise<void> {
    if (await this.users.lock(uid)) await this.revocation.afterProvider('signed_out_at_provider', uid, of);
  }

  /**
   * Ends the sign-ins under way of a person or a session at a provider, also those of a person without an account or a link. To be
   * called in a transaction, before it reads anything: it waits for each sign-in that is ahead, and then finds its session.
   */
  endSignIns(idp: string, of: { key?: string; idpSid?: string }): Promise<void> {
    return this.challenges.revokeVouched(idp, of);
  }
}
