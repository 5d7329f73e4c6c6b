import type { Scope } from '@app/admin';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { AdministratorNotices } from '@app/mail';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { type Administrator, covers } from '../../access/administrator.js';
import { MOST_MAKERS } from '../../access/token-access.js';
import { requester } from '../../input/requester.js';
import { SecureLinkMaker } from '../../links/secure-link-maker.js';

const DAY = 86_400;
/** The longest life of a token that a user makes. */
const MOST_DAYS = 90;

/** A token that is to be made. */
export interface TokenRequest {
  name: string;
  scopes: Scope[];
  /** In seconds since the UNIX epoch; null for a token that does not expire. */
  expiresAt: number | null;
}

/** Decides which tokens an administrator may make: within the own scopes, and not to live longer. */
@Injectable()
export class TokenMaker {
  constructor(
    private readonly clock: Clock,
    private readonly users: UsersService,
    private readonly links: SecureLinkMaker,
    private readonly notices: AdministratorNotices,
  ) {}

  /**
   * Checks what the request alone shows.
   * @throws {ApiError} NOT_AUTHORIZED, INVALID_REQUEST
   */
  check({ scopes, expiresAt }: TokenRequest, by: Administrator): void {
    const beyond = scopes.find((scope) => !covers(by.scopes, scope));
    if (beyond !== undefined) {
      throw new ApiError(
        'NOT_AUTHORIZED',
        `Only an administrator with the scope "${beyond}" can make a token with it.`,
        { reason: 'scopes beyond those of the administrator' },
      );
    }
    if (by.expiresAt !== null && (expiresAt === null || expiresAt > by.expiresAt)) {
      throw new ApiError('NOT_AUTHORIZED', 'A token cannot make another one that lives longer than itself.', {
        reason: 'new token would outlive its maker',
      });
    }
    if (by.makers >= MOST_MAKERS) {
      throw new ApiError(
        'NOT_AUTHORIZED',
        `A token that ${MOST_MAKERS} others have made in turn cannot make another one.`,
        { reason: 'too many makers in turn' },
      );
    }
    const latest = this.clock.now() + MOST_DAYS * DAY;
    if (by.uid !== null && (expiresAt === null || expiresAt > latest)) {
      throw new ApiError('INVALID_REQUEST', `expires_at is required, and must be at most ${MOST_DAYS} days ahead.`);
    }
  }

  /** Informs a user of the token. */
  async announce({ name, scopes, expiresAt }: TokenRequest, by: Administrator): Promise<void> {
    const user = by.uid === null ? null : await this.users.lock(by.uid);
    if (!user) return;
    const secure = await this.links.ofAddition('admin_token', user, false, { sessionId: by.session?.sessionId });
    await this.notices.tokenMade(user.email, { name, scopes, expiresAt: expiresAt ?? 0 }, secure, requester());
  }
}
