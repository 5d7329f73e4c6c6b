import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, IsNull } from 'typeorm';
import { Session } from './session.entity.js';

const LIMIT = `UPDATE sessions SET max_ttl = ?,
  expires_at = CASE WHEN ? > 0 AND expires_at > created_at + ? THEN created_at + ? ELSE expires_at END
  WHERE idp = ? AND ended_at IS NULL`;

/** Sessions that an external provider has vouched for: all, those of one session there, or with null those of an unknown session there. */
export interface SessionsOfProvider {
  idp: string;
  idpSid?: string | null;
}

/** Selects those that have ended, too. */
export function sessionsOf({ idp, idpSid }: SessionsOfProvider): FindOptionsWhere<Session> {
  return { idp, ...(idpSid !== undefined && { idpSid: idpSid ?? IsNull() }) };
}

/** The sessions that external providers have vouched for. */
@Injectable()
export class ProviderSessions {
  constructor(private readonly database: Database) {}

  /** Some of the users who have open sessions, in the order of their ids. */
  async listOwners(of: SessionsOfProvider, most: number): Promise<string[]> {
    const open = { ...sessionsOf(of), endedAt: IsNull() };
    const found = this.database.repo(Session).createQueryBuilder('session').where(open);
    const rows = await found.select('session.uid', 'uid').distinct().orderBy('session.uid').limit(most).getRawMany();
    return rows.map(({ uid }: { uid: string }) => uid);
  }

  /**
   * Changes the longest life of the open sessions of a provider.
   * @param maxTtl in seconds after the sign-in; 0 for that of the settings
   */
  async limit(idp: string, maxTtl: number): Promise<void> {
    this.database.requireTransaction();
    await this.database.change(LIMIT, [maxTtl, maxTtl, maxTtl, maxTtl, idp]);
  }
}
