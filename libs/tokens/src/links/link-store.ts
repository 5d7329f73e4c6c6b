import { randomBytes } from 'node:crypto';
import { Env, hashToken } from '@app/config';
import { Clock, Database, isOrphan } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, Not } from 'typeorm';
import type { CodeColumns } from './email-codes.js';
import {
  type CodePurpose,
  Link,
  type LinkPurpose,
  REFUSE_SIGN_IN_TTL,
  UNDO_FACTORS_TTL,
  UNDO_TTL,
} from './link.entity.js';
import { LinkRevocation } from './link-revocation.js';

const TOKEN_BYTES = 32;
const USER_AGENT_LENGTH = 255;

export interface NewLink {
  purpose: LinkPurpose | CodePurpose;
  uid: string | null;
  email: string;
  target: string;
  signUp?: boolean;
  /** The browser that requests the link, for the page that asks for a confirmation. */
  userAgent?: string;
  /** The session that requests the link. */
  sessionId?: string | null;
  /** The administrator who makes the link, by the name in events. */
  madeBy?: string | null;
  /** Of undo links: from when on changes are undone, in seconds since the UNIX epoch. */
  since?: number | null;
  /** Of undo links: the password version of the user at that time. */
  passwordVersion?: number | null;
  /** The PKCE challenge of the browser that gets a code in place of tokens. */
  codeChallenge?: string | null;
  /** The code of the email, if it has one. */
  code?: CodeColumns;
  /** When the email of the link is due, in epoch seconds: the life of the link begins then. Left out for now. */
  mailedAt?: number;
}

/** One-time tokens for mailed links: 256 random bits, stored as their SHA-256. */
@Injectable()
export class LinkStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly env: Env,
    private readonly revocation: LinkRevocation,
  ) {}

  /**
   * Stores a new link. Only this call returns its token. Earlier links stay usable.
   * @throws {ApiError} USER_NOT_FOUND when the user was deleted in the meantime
   */
  async create({
    signUp = false,
    userAgent,
    sessionId = null,
    since = null,
    passwordVersion = null,
    codeChallenge = null,
    code,
    mailedAt,
    ...link
  }: NewLink): Promise<{ token: string; expiresAt: number; lifetime: number }> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const createdAt = mailedAt ?? (await this.timeOf(link));
    const lifetime = this.lifetimeOf(link.purpose);
    const expiresAt = createdAt + lifetime;
    if (link.purpose === 'undo_email_change') await this.revocation.prolongUndo(link.uid ?? '', expiresAt);
    const origin = {
      userAgent: userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
      sessionId,
      since,
      passwordVersion,
      codeChallenge,
    };
    const row = {
      ...link,
      ...code,
      ...origin,
      signUp,
      tokenHash: hashToken(token),
      createdAt,
      expiresAt,
      usedAt: null,
    };
    await this.database
      .repo(Link)
      .insert(row)
      .catch((cause: unknown) => {
        throw isOrphan(cause) ? new ApiError('USER_NOT_FOUND', undefined, { cause }) : cause;
      });
    return { token, expiresAt, lifetime };
  }

  find(token: string, purpose: LinkPurpose): Promise<Link | null> {
    return this.database.repo(Link).findOneBy({ tokenHash: hashToken(token), purpose });
  }

  reread({ tokenHash }: Link): Promise<Link | null> {
    return this.database.repo(Link).findOneBy({ tokenHash });
  }

  isUsable({ usedAt, expiresAt }: Link): boolean {
    return usedAt === null && expiresAt > this.clock.now();
  }

  /** Whether a link that is not usable has been used. Otherwise it has expired. */
  wasUsed({ tokenHash }: Link): Promise<boolean> {
    return this.database.repo(Link).existsBy({ tokenHash, usedAt: Not(IsNull()) });
  }

  /** Consumes a link, in one conditional update: of several parallel requests only one succeeds. */
  async consume({ tokenHash }: Link): Promise<boolean> {
    const now = this.clock.now();
    const { affected } = await this.database
      .repo(Link)
      .update({ tokenHash, usedAt: IsNull(), expiresAt: MoreThan(now) }, { usedAt: now });
    return affected === 1;
  }

  /** Orders the undo links of a user by their changes, also when two changes happen in one second. */
  private async timeOf({ purpose, uid }: NewLink): Promise<number> {
    const now = this.clock.now();
    if (purpose !== 'undo_email_change' || uid === null) return now;
    const newest = await this.database.repo(Link).maximum('createdAt', { uid, purpose });
    return newest === null ? now : Math.max(now, newest + 1);
  }

  private lifetimeOf(purpose: LinkPurpose | CodePurpose): number {
    const { magicLinkTtl, verifyEmailTtl, resetPasswordTtl, emailCodeTtl } = this.env;
    return {
      magic_link: magicLinkTtl,
      verify_email: verifyEmailTtl,
      reset_password: resetPasswordTtl,
      // No longer than the link that stops the change.
      confirm_email: Math.min(verifyEmailTtl, UNDO_TTL),
      undo_email_change: UNDO_TTL,
      undo_factors: UNDO_FACTORS_TTL,
      refuse_sign_in: REFUSE_SIGN_IN_TTL,
      email_code: emailCodeTtl,
      reauthenticate: emailCodeTtl,
      external_confirm: emailCodeTtl,
    }[purpose];
  }
}
