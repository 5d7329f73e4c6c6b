import { Clock, Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull, MoreThan } from 'typeorm';
import { type CodePurpose, Link, type LinkPurpose } from './link.entity.js';

/** Revokes unused links and codes: they expire at once. */
@Injectable()
export class LinkRevocation {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Revokes the links and codes of a user of some purposes.
   * @param sessions only those that were requested in these sessions
   */
  async revoke(uid: string, purposes: readonly (LinkPurpose | CodePurpose)[], sessions?: string[]): Promise<void> {
    if (purposes.length === 0 || sessions?.length === 0) return;
    await this.expire({ uid, purpose: In(purposes), ...(sessions && { sessionId: In(sessions) }) });
  }

  /** Revokes the links that an administrator has made, by the name in events. */
  revokeMadeBy(madeBy: string): Promise<void> {
    return this.expire({ madeBy });
  }

  /** Revokes the links that were mailed to emails before these had an account. */
  async revokeSignUps(...emails: string[]): Promise<void> {
    await this.expire({ email: In(emails), uid: IsNull() });
  }

  private async expire(which: FindOptionsWhere<Link>): Promise<void> {
    const now = this.clock.now();
    const unused = { ...which, usedAt: IsNull(), expiresAt: MoreThan(now) };
    await this.database.repo(Link).update(unused, { expiresAt: now });
    const withCode = { ...which, usedAt: IsNull(), codeExpiresAt: MoreThan(now) };
    await this.database.repo(Link).update(withCode, { codeExpiresAt: now });
  }
}
