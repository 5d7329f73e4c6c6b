import { Clock, Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { And, type FindOptionsWhere, IsNull, LessThan, MoreThan, MoreThanOrEqual, Not } from 'typeorm';
import { SECURE_ADDRESS_TTL } from './access-kinds.js';
import { type Link, OneTimeToken } from './one-time-token.entity.js';
import { workingAt } from './one-time-tokens.js';

/** The links that secure an account. The user must be locked where they are changed. */
@Injectable()
export class SecureLinks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The link of the newest email about sign-ins that was mailed to this address in the last seconds, and still works. */
  async findOfSignIn(uid: string, email: string, seconds: number): Promise<Link | undefined> {
    this.database.requireTransaction();
    const about = 'sign_in' as const;
    return this.first({ uid, email, about, ...this.working, createdAt: MoreThan(this.now - seconds) }, 'DESC');
  }

  /** Records that a sign-in of the email has used the password of this version. */
  async addPassword({ tokenHash }: Pick<Link, 'tokenHash'>, passwordVersion: number): Promise<void> {
    await this.links.update({ tokenHash }, { passwordVersion });
  }

  /**
   * Uses up every other link that has been made for this mailbox, with that of an email which waits: they are about what has been
   * answered. Links of another mailbox stay: it may be that of the thief.
   */
  async useOthers({ uid, email }: Link): Promise<void> {
    const others = { uid: uid ?? '', email, purpose: 'secure_account' as const, ...this.working };
    await this.links.update(others, { usedAt: this.now });
  }

  /** A used link of the user whose answer is not finished: until then it keeps what its answer needs. */
  async findUnfinished(uid: string): Promise<Link | undefined> {
    return this.first({ uid, purpose: 'secure_account', usedAt: Not(IsNull()), sealed: Not(IsNull()) }, 'DESC');
  }

  /** The answer of a used link is finished: a further press does nothing. */
  async finish({ tokenHash }: Pick<Link, 'tokenHash'>): Promise<void> {
    await this.links.update({ tokenHash }, { sealed: null });
  }

  /** Whether a sign-in that an email names has used the password of this version, at this time or later. */
  hasUsedPassword(uid: string, passwordVersion: number, since: number): Promise<boolean> {
    return this.links.existsBy({ uid, about: 'sign_in', passwordVersion, createdAt: MoreThanOrEqual(since) });
  }

  /** The link of the first change away from this address that can still be undone. */
  async findChangeFrom(uid: string, email: string): Promise<Link | undefined> {
    return this.first({ uid, email, about: 'address', ...this.working }, 'ASC');
  }

  /** Whether the user has had another address since this email, also when it is the old one again. */
  hadLaterAddress({ uid, email, createdAt }: Link): Promise<boolean> {
    return this.links.existsBy({ uid: uid ?? '', email: Not(email), createdAt: MoreThan(createdAt), about: 'address' });
  }

  /** The link of the newest address that a user owned before this one, also a link that does not work any more. */
  findFormerAddress(uid: string, email: string): Promise<Link | undefined> {
    return this.first({ uid, email: Not(email), about: 'address' }, 'DESC');
  }

  /**
   * After an address has come back: the links of what came later are void, since a thief may have received them. Those of earlier
   * changes work for 7 days from now: a thief must not revoke the link of the owner of an earlier address.
   */
  async revokeLater({ uid, email, createdAt }: Pick<Link, 'uid' | 'email' | 'createdAt'>): Promise<void> {
    const ofUser = { uid: uid ?? '', purpose: 'secure_account' as const };
    await this.expire({ ...ofUser, createdAt: MoreThan(createdAt) });
    // The time of a link is a whole second: of the same one, what another address has got came later.
    await this.expire({ ...ofUser, createdAt, email: Not(email), about: Not('address') });
    await this.prolong(ofUser.uid);
  }

  /** After a change back to an earlier address, which is like an undo. Returns the link of the first change away from it, if it was one. */
  async revokeAfterReturn(uid: string, email: string): Promise<Link | undefined> {
    const first = await this.findChangeFrom(uid, email);
    if (first) await this.revokeLater(first);
    return first;
  }

  /**
   * The working links of changed addresses expire no sooner than at this time, by default in 7 days. None may expire before that
   * of a later change: a thief who changes the address to another one and back could otherwise wait for the expiry of the
   * owner's link, and then use the newer one.
   */
  async prolong(uid: string, expiresAt = this.now + SECURE_ADDRESS_TTL): Promise<void> {
    const sooner = And(MoreThan(this.now), LessThan(expiresAt));
    await this.links.update({ uid, about: 'address', ...this.working, expiresAt: sooner }, { expiresAt });
  }

  /** The time of the next link of a changed address: they have an order, also when two changes happen in one second. */
  async nextTime(uid: string): Promise<number> {
    const newest = await this.links.maximum('createdAt', { uid, about: 'address' });
    return newest === null ? this.now : Math.max(this.now, newest + 1);
  }

  private get now(): number {
    return this.clock.now();
  }

  private get links() {
    return this.database.repo(OneTimeToken);
  }

  /** These links are in emails. */
  private async first(where: FindOptionsWhere<OneTimeToken>, createdAt: 'ASC' | 'DESC'): Promise<Link | undefined> {
    return ((await this.links.findOne({ where, order: { createdAt } })) ?? undefined) as Link | undefined;
  }

  private get working() {
    return workingAt(this.now);
  }

  private async expire(which: FindOptionsWhere<OneTimeToken>): Promise<void> {
    await this.links.update({ ...which, ...this.working }, { endedAt: this.now });
  }
}
