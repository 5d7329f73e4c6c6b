import { createHash, randomBytes } from 'node:crypto';
import { Env } from '@app/config';
import { Chores, Clock, Database, isOrphan } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { And, type FindOptionsWhere, In, IsNull, LessThan, MoreThan, Not } from 'typeorm';
import { Link, type LinkPurpose } from './link.entity.js';

const TOKEN_BYTES = 32;
/** A link that nobody can use any more is still known for this long, so that whoever follows it is told why. */
const KEEP_SECONDS = 7 * 86_400;
const SWEEP_SECONDS = 600;
/** The owner of an address may read its mail days later. */
const UNDO_TTL = 7 * 86_400;
const USER_AGENT_LENGTH = 255;

export interface NewLink {
  purpose: LinkPurpose;
  uid: string | null;
  email: string;
  target: string;
  signUp?: boolean;
  /** The browser that requests the link, for the page that asks for a confirmation. */
  userAgent?: string;
  /** Of undo links: the password version of the user before the change. */
  passwordVersion?: number;
}

/** One-time tokens for the links that are mailed: 256 random bits, stored as their SHA-256. */
@Injectable()
export class LinkStore implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly env: Env,
    private readonly chores: Chores,
  ) {}

  onModuleInit(): void {
    this.chores.every(SWEEP_SECONDS, 'to remove expired links', () => this.purgeExpired());
  }

  /**
   * Stores a new link; the token is told this once. Links that were mailed before stay usable.
   * @throws {ApiError} USER_NOT_FOUND when the user was deleted since they were found
   */
  async create({
    signUp = false,
    userAgent,
    passwordVersion,
    ...link
  }: NewLink): Promise<{ token: string; expiresAt: number }> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const createdAt = await this.timeOf(link);
    const expiresAt = createdAt + this.lifetime(link.purpose);
    if (link.purpose === 'undo_email_change') await this.prolongUndo(link.uid ?? '', expiresAt);
    const origin = {
      userAgent: userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
      passwordVersion: passwordVersion ?? null,
    };
    const row = { ...link, ...origin, signUp, tokenHash: hashOf(token), createdAt, expiresAt, usedAt: null };
    await this.database
      .repo(Link)
      .insert(row)
      .catch((cause: unknown) => {
        throw isOrphan(cause) ? new ApiError('USER_NOT_FOUND', undefined, { cause }) : cause;
      });
    return { token, expiresAt };
  }

  find(token: string, purpose: LinkPurpose): Promise<Link | null> {
    return this.database.repo(Link).findOneBy({ tokenHash: hashOf(token), purpose });
  }

  isUsable({ usedAt, expiresAt }: Link): boolean {
    return usedAt === null && expiresAt > this.clock.now();
  }

  /** Whether a link that cannot be used (any more) has been used; else it has expired. */
  wasUsed({ tokenHash }: Link): Promise<boolean> {
    return this.database.repo(Link).existsBy({ tokenHash, usedAt: Not(IsNull()) });
  }

  /** Uses a link up, in one conditional update: of many at once, one does it. */
  async use({ tokenHash }: Link): Promise<boolean> {
    const now = this.clock.now();
    const { affected } = await this.database
      .repo(Link)
      .update({ tokenHash, usedAt: IsNull(), expiresAt: MoreThan(now) }, { usedAt: now });
    return affected === 1;
  }

  /** Lets the unused links of a user expire at once: all of them, or those of some purposes. */
  async void(uid: string, ...purposes: LinkPurpose[]): Promise<void> {
    await this.expire({ uid, ...(purposes.length > 0 ? { purpose: In(purposes) } : {}) });
  }

  /**
   * Lets all unused links of a user expire but the undo links: a thief who changes the address twice must not void the link
   * of its owner.
   */
  async voidButUndo(uid: string): Promise<void> {
    await this.expire({ uid, purpose: Not('undo_email_change') });
  }

  /**
   * Lets all unused links of a user expire but the undo links of earlier changes: what a thief undoes must not void the
   * link of the owner of an earlier address. Those work for 7 days from now.
   */
  async voidButEarlierUndo(undone: Link): Promise<void> {
    const uid = undone.uid ?? '';
    await this.voidButUndo(uid);
    await this.expire({ uid, purpose: 'undo_email_change', createdAt: MoreThan(undone.createdAt) });
    await this.prolongUndo(uid, this.clock.now() + UNDO_TTL);
  }

  /** Lets the unused links expire that were mailed to addresses before they had an account. */
  async voidSignUps(...emails: string[]): Promise<void> {
    await this.expire({ email: In(emails), uid: IsNull() });
  }

  /**
   * Lets the undo links of a user that still work do so until then. None may end before one of a later change: a thief who
   * has moved the account away and back again would wait until the link of the owner is over, and use their own.
   */
  private async prolongUndo(uid: string, until: number): Promise<void> {
    const usable = { uid, purpose: 'undo_email_change' as const, usedAt: IsNull() };
    const sooner = And(MoreThan(this.clock.now()), LessThan(until));
    await this.database.repo(Link).update({ ...usable, expiresAt: sooner }, { expiresAt: until });
  }

  private async expire(which: FindOptionsWhere<Link>): Promise<void> {
    const now = this.clock.now();
    const unused = { ...which, usedAt: IsNull(), expiresAt: MoreThan(now) };
    await this.database.repo(Link).update(unused, { expiresAt: now });
  }

  /** Removes what has been of no use for a week. */
  private async purgeExpired(): Promise<void> {
    const now = this.clock.now();
    await this.remove({ expiresAt: LessThan(now - KEEP_SECONDS) });
    // A reset link without a user was never mailed: it only took the time of one that is.
    await this.remove({ expiresAt: LessThan(now), purpose: 'reset_password', uid: IsNull() });
  }

  private async remove(which: FindOptionsWhere<Link>): Promise<void> {
    await this.database.statement(() => this.database.repo(Link).delete(which));
  }

  /** Undo links of a user are in the order of the changes, also of two changes in one second. */
  private async timeOf({ purpose, uid }: NewLink): Promise<number> {
    const now = this.clock.now();
    if (purpose !== 'undo_email_change' || uid === null) return now;
    const newest = await this.database.repo(Link).maximum('createdAt', { uid, purpose });
    return newest === null ? now : Math.max(now, newest + 1);
  }

  private lifetime(purpose: LinkPurpose): number {
    const { magicLinkTtl, verifyEmailTtl, resetPasswordTtl } = this.env;
    return {
      magic_link: magicLinkTtl,
      verify_email: verifyEmailTtl,
      reset_password: resetPasswordTtl,
      undo_email_change: UNDO_TTL,
    }[purpose];
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
