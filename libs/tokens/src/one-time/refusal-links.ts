import { Clock, Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan } from 'typeorm';
import { Session } from '../sessions/session.entity.js';
import { type Link, OneTimeToken } from './one-time-token.entity.js';

/** The links by which users refuse sign-ins. One link, and so one email, can name several of them. */
@Injectable()
export class RefusalLinks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The link of a user that was mailed to this address in the last seconds, and still works. The user must be locked. */
  async findRecent(uid: string, email: string, seconds: number): Promise<OneTimeToken | undefined> {
    this.database.requireTransaction();
    const now = this.clock.now();
    const working = {
      uid,
      email,
      usedAt: IsNull(),
      endedAt: IsNull(),
      expiresAt: MoreThan(now),
      createdAt: MoreThan(now - seconds),
    };
    const where = { ...working, purpose: 'refuse_sign_in' as const };
    return (await this.database.repo(OneTimeToken).findOne({ where, order: { createdAt: 'DESC' } })) ?? undefined;
  }

  /** Records that a sign-in of the link has used the password of this version. */
  async addPassword({ tokenHash }: Pick<Link, 'tokenHash'>, passwordVersion: number): Promise<void> {
    await this.database.repo(OneTimeToken).update({ tokenHash }, { passwordVersion });
  }

  /** Records the same for a password that was set in a session, if an email names it. */
  async addPasswordOf(sessionId: string, uid: string, passwordVersion: number): Promise<void> {
    const session = await this.database.repo(Session).findOneBy({ sessionId, uid });
    const tokenHash = session?.noticeHash ?? null;
    if (tokenHash !== null) await this.addPassword({ tokenHash }, passwordVersion);
  }
}
