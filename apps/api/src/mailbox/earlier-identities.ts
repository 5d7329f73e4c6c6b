import { EventLog } from '@app/events';
import { Identities } from '@app/federation';
import { type User, UserFactors } from '@app/users';
import { Injectable } from '@nestjs/common';

/** The external identities that another person may have linked, before the owner proves the address or gets it back. */
@Injectable()
export class EarlierIdentities {
  constructor(
    private readonly identities: Identities,
    private readonly users: UserFactors,
    private readonly events: EventLog,
  ) {}

  /**
   * Unlinks them, and voids sign-ins by them that wait for a second factor: a stranger could keep one as a way in. To be
   * called in a transaction that has locked the user.
   * @param since unlinks only those that were linked at this time or later, in seconds since the UNIX epoch
   */
  async remove(user: User, since = 0): Promise<void> {
    const { uid } = user;
    const removed = await this.identities.removeSince(uid, since);
    if (removed.length === 0) return;
    const facts = removed.map(({ providerId, identityId }) => {
      return { uid, data: { provider: providerId, identity_id: identityId, reason: 'address' } };
    });
    await this.events.recordEach('identity.unlinked', facts);
    await this.users.bumpVersion(uid);
    user.factorVersion += 1;
  }
}
