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
  SECURE_ACCOUNT_TTL,
  SECURE_ADDRESS_TTL,
  type SecuredEvent,
} from './link.entity.js';
import { SecureLinks } from './secure-links.js';

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
  /** Of a link that secures the account: what its email is about. */
  about?: SecuredEvent | null;
  /** And when the session of that event began, in seconds since the UNIX epoch. */
  since?: number | null;
  /** And the version of the password that its sign-in has used. */
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
    private readonly secureLinks: SecureLinks,
  ) {}

  /**
   * Stores a new link. Only this call returns its token. Earlier links stay usable.
   * @throws {ApiError} USER_NOT_FOUND when the user was deleted in the meantime
   */
  async create({
    signUp = false,
    userAgent,
    sessionId = null,
    about = null,
    since = null,
    passwordVersion = null,
    codeChallenge = null,
    code,
    mailedAt,
    ...link
  }: NewLink): Promise<{ token: string; expiresAt: number; lifetime: number }> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const times = await this.timesOf(link, about);
    const createdAt = mailedAt ?? times.createdAt;
    const { lifetime } = times;
    const expiresAt = createdAt + lifetime;
    const origin = {
      userAgent: userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
      sessionId,
      about,
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

  /** The links of changed addresses have an order, and none expires before a later one. */
  private async timesOf({ purpose, uid }: NewLink, about: SecuredEvent | null) {
    if (about !== 'address' || uid === null) return { createdAt: this.clock.now(), lifetime: this.lifetimeOf(purpose) };
    const createdAt = await this.secureLinks.nextTime(uid);
    await this.secureLinks.prolong(uid, createdAt + SECURE_ADDRESS_TTL);
    return { createdAt, lifetime: SECURE_ADDRESS_TTL };
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

  private lifetimeOf(purpose: LinkPurpose | CodePurpose): number {
    const { magicLinkTtl, verifyEmailTtl, resetPasswordTtl, emailCodeTtl } = this.env;
    return {
      magic_link: magicLinkTtl,
      verify_email: verifyEmailTtl,
      reset_password: resetPasswordTtl,
      // No longer than the link that stops the change.
      confirm_email: Math.min(verifyEmailTtl, SECURE_ADDRESS_TTL),
      secure_account: SECURE_ACCOUNT_TTL,
      email_code: emailCodeTtl,
      reauthenticate: emailCodeTtl,
      external_confirm: emailCodeTtl,
    }[purpose];
  }
}
