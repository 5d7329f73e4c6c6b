import { EventLog } from '@app/events';
import { Identities, type Identity, Providers } from '@app/federation';
import { MailService } from '@app/mail';
import { type User, UserFactors, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { requester } from '../../input/requester.js';
import { Access } from '../../revocation/access.js';

/** Unlinks external identities. */
@Injectable()
export class IdentityRemoval {
  constructor(
    private readonly identities: Identities,
    private readonly providers: Providers,
    private readonly users: UsersService,
    private readonly userFactors: UserFactors,
    private readonly access: Access,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /**
   * Ends the sessions that the provider has vouched for, except that of the owner, and sign-ins that are under way: a user who
   * unlinks may have lost the account there to a thief. Other sessions stay, since the identity proves nothing about them. The
   * address alone links no identity of the provider again. The user must be locked.
   * @param keep the session of the owner; undefined for an administrator
   * @throws {ApiError} IDENTITY_NOT_FOUND
   */
  async unlink({ uid, email }: User, identityId: string, keep?: string): Promise<void> {
    const removed = await this.identities.remove(uid, identityId.toLowerCase());
    await this.users.noteUnlinked(uid, [removed.providerId]);
    await this.record(uid, [removed]);
    await this.userFactors.endSignIns(uid);
    const { providerId } = removed;
    await this.access.end('identity_unlinked', { uid, of: { idp: providerId }, keep });
    const provider = await this.providers.find(providerId);
    await this.mail.notify('identity-removed', email, { provider: provider?.name ?? providerId }, requester());
  }

  /** Unlinks the identities of a user that were linked at a time or later. Returns whether there were any. */
  async removeSince(uid: string, since: number, reason: 'address' | 'secured' | 'reset'): Promise<boolean> {
    const removed = await this.identities.removeSince(uid, since);
    // A first proof is no decision about them: a proved address links them again. An answer to a theft and a reset are decisions.
    if (reason !== 'address')
      await this.users.noteUnlinked(
        uid,
        removed.map(({ providerId }) => providerId),
      );
    await this.record(uid, removed, { reason });
    return removed.length > 0;
  }

  private record(
    uid: string,
    removed: Pick<Identity, 'providerId' | 'identityId'>[],
    more: object = {},
  ): Promise<void> {
    const facts = removed.map(({ providerId, identityId }) => {
      return { uid, data: { provider: providerId, identity_id: identityId, ...more } };
    });
    return this.events.recordEach('identity.unlinked', facts);
  }
}
