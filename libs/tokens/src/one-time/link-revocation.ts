import { Clock, Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { And, type FindOptionsWhere, In, IsNull, LessThan, MoreThan, Not } from 'typeorm';
import { type Link, type LinkPurpose, OneTimeToken, UNDO_TTL } from './one-time-token.entity.js';

/** How the links that undo changes end each other. */
@Injectable()
export class LinkRevocation {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Revokes the undo links of what came later than this change of address: a thief may have received them. Those of earlier
   * changes work for 7 days from now: an undo by a thief must not revoke the link of the owner of an earlier email.
   */
  async revokeLaterUndos(undone: Link): Promise<void> {
    const uid = undone.uid ?? '';
    const { email, createdAt } = undone;
    const purposes: LinkPurpose[] = ['undo_factors', 'refuse_sign_in'];
    await this.expire({ uid, purpose: In(['undo_email_change', ...purposes]), createdAt: MoreThan(createdAt) });
    // The time of a link is a whole second: of the same one, what another address has got came later.
    await this.expire({ uid, purpose: In(purposes), createdAt, email: Not(email) });
    await this.prolongUndo(uid);
  }

  /**
   * After a change of address. A change back to an earlier address is like its undo: the links of what came between are void,
   * since a thief may have received them. Returns whether it was a change back.
   */
  async revokeAfterReturn(uid: string, email: string): Promise<boolean> {
    const where = { uid, email, ...working(this.clock.now()), purpose: 'undo_email_change' as const };
    const [first] = await this.database.repo(OneTimeToken).find({ where, order: { createdAt: 'ASC' }, take: 1 });
    if (first) await this.revokeLaterUndos(first as Link);
    return first !== undefined;
  }

  /** When the next undo link of a user is made: later than those before it, also when two changes happen in one second. */
  async timeOfNext(uid: string): Promise<number> {
    const now = this.clock.now();
    const newest = await this.database.repo(OneTimeToken).maximum('createdAt', { uid, purpose: 'undo_email_change' });
    return newest === null ? now : Math.max(now, newest + 1);
  }

  /** Whether the user has had another address since this change, also when it is the old one again. */
  hadLaterAddress({ uid, email, createdAt }: Link): Promise<boolean> {
    const later = { uid: uid ?? '', email: Not(email), createdAt: MoreThan(createdAt) };
    return this.database.repo(OneTimeToken).existsBy({ ...later, purpose: 'undo_email_change' });
  }

  /** The undo link of the newest email that a user owned before this one, also a link that does not work any more. */
  findFormerAddress(uid: string, email: string): Promise<Link | null> {
    const where = { uid, email: Not(email), purpose: 'undo_email_change' as const };
    return this.database.repo(OneTimeToken).findOne({ where, order: { createdAt: 'DESC' } }) as Promise<Link | null>;
  }

  /**
   * Lets the working undo links of a user expire no sooner than at this time, by default in 7 days. No undo link may expire
   * before that of a later change: a thief who changes the email to another one and back could otherwise wait for the expiry of
   * the owner's link, and then use the newer one.
   */
  async prolongUndo(uid: string, expiresAt = this.clock.now() + UNDO_TTL): Promise<void> {
    const usable = { uid, purpose: 'undo_email_change' as const, usedAt: IsNull(), endedAt: IsNull() };
    const sooner = And(MoreThan(this.clock.now()), LessThan(expiresAt));
    await this.database.repo(OneTimeToken).update({ ...usable, expiresAt: sooner }, { expiresAt });
  }

  private async expire(which: FindOptionsWhere<OneTimeToken>): Promise<void> {
    const now = this.clock.now();
    await this.database.repo(OneTimeToken).update({ ...which, ...working(now) }, { endedAt: now });
  }
}

const working = (now: number) => ({ usedAt: IsNull(), endedAt: IsNull(), expiresAt: MoreThan(now) });
