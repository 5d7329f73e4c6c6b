import type { CallerIdentity } from '@app/auth';
import { EventLog } from '@app/events';
import { Identities, Providers, UnlinkedIdentities } from '@app/federation';
import { MailService } from '@app/mail';
import { type User, UserFactors } from '@app/users';
import { Injectable } from '@nestjs/common';
import { RecentCaller } from '../access/recent-caller.js';
import { SignInMethods } from '../access/sign-in-methods.js';
import { requester } from '../input/requester.js';
import { AccessRevocation } from '../revocation/access-revocation.js';

/** Unlinks external identities. */
@Injectable()
export class UnlinkService {
  constructor(
    private readonly identities: Identities,
    private readonly unlinked: UnlinkedIdentities,
    private readonly providers: Providers,
    private readonly users: UserFactors,
    private readonly recent: RecentCaller,
    private readonly signInMethods: SignInMethods,
    private readonly revocation: AccessRevocation,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /** @throws {ApiError} IDENTITY_NOT_FOUND, LAST_SIGN_IN_METHOD, REAUTHENTICATION_REQUIRED, NOT_AUTHENTICATED */
  unlinkOwn(caller: CallerIdentity, identityId: string): Promise<void> {
    return this.recent.transaction(caller, async (user) => {
      await this.unlink(user, identityId, caller.sessionId);
      await this.signInMethods.requireOne(user);
    });
  }

  /**
   * Ends the sessions that the provider has vouched for, except that of the owner, and sign-ins that are under way: a user who
   * unlinks may have lost the account there to a thief. Other sessions stay, since the identity proves nothing about them. The
   * address alone does not link the identity again. The user must be locked.
   * @param keep the session of the owner; undefined for an administrator
   * @throws {ApiError} IDENTITY_NOT_FOUND
   */
  async unlink({ uid, email }: User, identityId: string, keep?: string): Promise<void> {
    const removed = await this.identities.remove(uid, identityId.toLowerCase());
    await this.unlinked.remember([removed]);
    const { providerId } = removed;
    const data = { provider: providerId, identity_id: removed.identityId };
    await this.events.record('identity.unlinked', { uid, data });
    await this.users.bumpVersion(uid);
    await this.revocation.afterProvider('identity_unlinked', uid, { idp: providerId }, keep);
    const provider = await this.providers.find(providerId);
    await this.mail.notify('identity-removed', email, { provider: provider?.name ?? providerId }, requester());
  }
}
