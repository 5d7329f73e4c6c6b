import { Clock, Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThan } from 'typeorm';
import { type Link, OneTimeToken } from './one-time-token.entity.js';

/** A new address of a user, until when a reader of its mailbox can confirm it. */
export type PendingAddress = Pick<Link, 'email' | 'expiresAt'>;

/** The new addresses that wait for their confirmation: each is the recipient of an unused link. A user has at most one. */
@Injectable()
export class PendingAddresses {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async find(uid: string): Promise<PendingAddress | undefined> {
    return (await this.findEach([uid])).get(uid);
  }

  /** Those of several users, by uid. */
  async findEach(uids: string[]): Promise<Map<string, PendingAddress>> {
    const usable = {
      purpose: 'confirm_email' as const,
      usedAt: IsNull(),
      endedAt: IsNull(),
      expiresAt: MoreThan(this.clock.now()),
    };
    const links = await this.database.repo(OneTimeToken).findBy({ uid: In(uids), ...usable });
    return new Map(links.map((link) => [link.uid ?? '', { email: link.email ?? '', expiresAt: link.expiresAt }]));
  }
}
