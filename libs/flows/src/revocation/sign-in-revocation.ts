import { ChallengeRevocation } from '@app/factors';
import { LinkRevocation } from '@app/tokens';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import type { Ends } from './ends.js';
import { purposesEndedBy } from './what-ends.js';

/** Ends sign-ins that are under way, and the links that emails have. */
@Injectable()
export class SignInRevocation {
  constructor(
    private readonly users: UsersService,
    private readonly links: LinkRevocation,
    private readonly challenges: ChallengeRevocation,
  ) {}

  /** @param ended the sessions that the event has ended */
  async revoke(ends: Ends, uid: string, ended: string[]): Promise<void> {
    const purposes = purposesEndedBy(ends);
    await this.links.revoke(uid, purposes.all);
    await this.links.revoke(uid, purposes.of_session, ended);
    if (ends.signIns !== 'none') await this.challenges.revoke(uid, ends.signIns === 'all' ? undefined : ended);
    if (ends.signIns === 'all') await this.revokeSignUps(uid);
  }

  /** An email that was sent before the account existed has no uid, but it signs in to the account of its recipient, too. */
  private async revokeSignUps(uid: string): Promise<void> {
    const user = await this.users.lock(uid);
    if (user) await this.links.revokeSignUps(user.email);
  }
}
