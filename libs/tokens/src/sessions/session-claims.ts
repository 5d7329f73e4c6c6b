import { Database, lockRows } from '@app/database';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Session } from './session.entity.js';

/** The copies of the claims of users in their sessions. */
@Injectable()
export class SessionClaims {
  constructor(private readonly database: Database) {}

  /**
   * Locks the sessions of a user that have not ended, so that a refresh waits. Returns the newest time at which one of them was
   * used or proved, by the clock of the replica that answered; 0 without sessions. The user must be locked.
   */
  async lock(uid: string): Promise<number> {
    this.database.requireTransaction();
    const found = this.database.repo(Session).createQueryBuilder('session').where({ uid, endedAt: IsNull() });
    const sessions = await lockRows(found).getMany();
    return Math.max(0, ...sessions.flatMap(({ lastUsedAt, authTime }) => [lastUsedAt, authTime]));
  }

  /** Copies the claims of a user into the locked sessions. */
  async copy({ uid, claims, claimsChangedAt }: Pick<Session, 'uid' | 'claims' | 'claimsChangedAt'>): Promise<void> {
    await this.database.repo(Session).update({ uid, endedAt: IsNull() }, { claims, claimsChangedAt });
  }
}
