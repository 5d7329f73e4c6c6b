import { Clock, Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { And, type FindOptionsWhere, In, IsNull, LessThan, MoreThan, Not } from 'typeorm';
import { Link, type LinkPurpose, UNDO_TTL } from './link.entity.js';

/** Revokes unused links and codes: they expire at once. */
@Injectable()
export class LinkRevocation {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Revokes the links of a user: all of them, or those of some purposes. */
  async revoke(uid: string, ...purposes: LinkPurpose[]): Promise<void> {
    await this.expire({ uid, ...(purposes.length > 0 ? { purpose: In(purposes) } : {}) });
  }

  /**
   * Revokes all links of a user except undo links: a thief who changes the email twice must not revoke the undo link of the
   * owner.
   */
  async revokeExceptUndo(uid: string): Promise<void> {
    await this.expire({ uid, purpose: Not('undo_email_change') });
  }

  /**
   * Revokes all links of a user except the undo links of earlier changes: an undo by a thief must not revoke the link of the
   * owner of an earlier email. Those links work for 7 days from now.
   */
  async revokeForUndo(undone: Link): Promise<void> {
    const uid = undone.uid ?? '';
    await this.revokeExceptUndo(uid);
    await this.expire({ uid, purpose: 'undo_email_change', createdAt: MoreThan(undone.createdAt) });
    await this.prolongUndo(uid, this.clock.now() + UNDO_TTL);
  }

  /** Revokes the links that were mailed to emails before these had an account. */
  async revokeSignUps(...emails: string[]): Promise<void> {
    await this.expire({ email: In(emails), uid: IsNull() });
  }

  /**
   * Lets the working undo links of a user expire no sooner than at this time. No undo link may expire before that of a later
   * change: a thief who changes the email to another one and back could otherwise wait for the expiry of the owner's link,
   * and then use the newer one.
   */
  async prolongUndo(uid: string, expiresAt: number): Promise<void> {
    const usable = { uid, purpose: 'undo_email_change' as const, usedAt: IsNull() };
    const sooner = And(MoreThan(this.clock.now()), LessThan(expiresAt));
    await this.database.repo(Link).update({ ...usable, expiresAt: sooner }, { expiresAt });
  }

  private async expire(which: FindOptionsWhere<Link>): Promise<void> {
    const now = this.clock.now();
    const unused = { ...which, usedAt: IsNull(), expiresAt: MoreThan(now) };
    await this.database.repo(Link).update(unused, { expiresAt: now });
    const withCode = { ...which, usedAt: IsNull(), codeExpiresAt: MoreThan(now) };
    await this.database.repo(Link).update(withCode, { codeExpiresAt: now });
  }
}
