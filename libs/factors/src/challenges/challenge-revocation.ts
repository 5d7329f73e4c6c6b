import { Clock, Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull, MoreThan } from 'typeorm';
import { Challenge } from './challenge.entity.js';

/** The expiry of a challenge that an event has ended. */
export const REVOKED = 0;

/** Ends unused challenges: `ChallengeStore.findRevoked()` finds them until their rows are removed. */
@Injectable()
export class ChallengeRevocation {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends the challenges of a user.
   * @param sessions only those that began in these sessions
   */
  async revoke(uid: string, sessions?: string[]): Promise<void> {
    if (sessions?.length === 0) return;
    await this.expire({ uid, ...(sessions && { sessionId: In(sessions) }) });
  }

  /**
   * Ends the challenges of sign-ins that a provider does not vouch for any more, also those that belong to no user yet: the ones
   * of a session there, and the ones of an identity. Of an identity with a session, only those of an unknown session.
   */
  async revokeVouched(idp: string, { key, idpSid }: { key?: string; idpSid?: string }): Promise<void> {
    if (idpSid !== undefined) await this.expire({ idp, idpSid });
    const ofSession = idpSid === undefined ? {} : { idpSid: IsNull() };
    if (key !== undefined) await this.expire({ idp, identityKey: key, ...ofSession });
  }

  /** Ends the challenges of all sign-ins that a provider vouches for, also those that belong to no user yet. */
  async revokeAllVouched(idp: string): Promise<void> {
    await this.expire({ idp });
  }

  private async expire(which: FindOptionsWhere<Challenge>): Promise<void> {
    const unused = { ...which, usedAt: IsNull(), expiresAt: MoreThan(this.clock.now()) };
    await this.database.repo(Challenge).update(unused, { expiresAt: REVOKED });
  }
}
