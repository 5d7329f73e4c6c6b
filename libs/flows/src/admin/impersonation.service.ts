import { idleEnd, scopesIn } from '@app/admin';
import { Env } from '@app/config';
import { Clock, Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { MailService } from '@app/mail';
import type { Admitted, RequestClient } from '@app/tokens';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { AdminRank } from '../access/admin-rank.js';
import type { Administrator } from '../access/administrator.js';
import { NO_CLIENT } from '../input/requester.js';
import type { Impersonation } from '../sign-in/proof.js';
import { SessionOpener } from '../sign-in/session-opener.js';
import { toUid } from './user-search.js';

/** What an administrator asks for. */
interface ImpersonationRequest {
  reason: string;
  /** In seconds. */
  lifetime: number;
}

/** Lets an administrator act as a user, who learns of it. */
@Injectable()
export class ImpersonationService {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly database: Database,
    private readonly rank: AdminRank,
    private readonly opener: SessionOpener,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /** @throws {ApiError} IMPERSONATION_FORBIDDEN, NOT_AUTHENTICATED, USER_NOT_FOUND, USER_DISABLED */
  async begin(
    text: string,
    { reason, lifetime }: ImpersonationRequest,
    admin: Administrator,
    client: RequestClient,
  ): Promise<Impersonation> {
    if (!this.env.impersonation) throw new ApiError('IMPERSONATION_FORBIDDEN', 'IMPERSONATION is off.');
    const uid = toUid(text);
    return this.database.transaction(async () => {
      const user = await this.rank.lock(uid);
      requireAllowed(user);
      const now = this.clock.now();
      // So its expiry alone tells whether the session of the console goes on, where that is not asked.
      const ends = [admin.expiresAt, admin.session && idleEnd(admin.session)].map(
        (at) => at ?? Number.POSITIVE_INFINITY,
      );
      const until = Math.min(now + lifetime, ...ends);
      const begun = await this.opener.impersonate(
        user as Admitted<typeof user>,
        { actor: admin.actor, name: admin.name, until, consoleHash: admin.session?.tokenHash ?? null },
        admin.session?.sessionId ?? null,
        client,
      );
      const data = { reason, expires_at: begun.expiry };
      await this.events.record('user.impersonated', { uid, sessionId: begun.sessionId, data });
      if (this.env.impersonationNotice === 'mail') {
        await this.mail.notify('impersonated', user.email, { lifetime: begun.expiry - now }, NO_CLIENT);
      }
      return begun;
    });
  }
}

/** @throws {ApiError} IMPERSONATION_FORBIDDEN for a user who administers; USER_DISABLED */
function requireAllowed({ active, adminScopes }: User): void {
  if (scopesIn(adminScopes).length > 0) {
    throw new ApiError('IMPERSONATION_FORBIDDEN', 'A user with admin scopes cannot be impersonated.');
  }
  if (!active) throw new ApiError('USER_DISABLED');
}
