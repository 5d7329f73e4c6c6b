import { type AdminToken, AdminTokens } from '@app/admin';
import { Env } from '@app/config';
import { Clock, Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { MailService } from '@app/mail';
import type { Client } from '@app/tokens';
import { type User, UserAdministration } from '@app/users';
import { Injectable } from '@nestjs/common';
import type { Impersonation } from '../../sign-in/proof.js';
import { SignInGate } from '../../sign-in/sign-in-gate.js';
import { NO_CLIENT } from '../../wire/requester.js';
import { toUid } from '../users/user-lookup.js';

/** What an administrator asks for. */
export interface ImpersonationRequest {
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
    private readonly admins: AdminTokens,
    private readonly users: UserAdministration,
    private readonly gate: SignInGate,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /**
   * Locks the admin token before the user, as its revocation does.
   * @throws {ApiError} IMPERSONATION_FORBIDDEN, NOT_AUTHENTICATED, USER_NOT_FOUND, USER_DISABLED
   */
  async begin(
    text: string,
    { reason, lifetime }: ImpersonationRequest,
    admin: AdminToken,
    client: Client,
  ): Promise<Impersonation> {
    if (!this.env.impersonation) throw new ApiError('IMPERSONATION_FORBIDDEN', 'IMPERSONATION is off.');
    const uid = toUid(text);
    return this.database.transaction(async () => {
      if (!(await this.admins.confirm(admin.id))) throw new ApiError('NOT_AUTHENTICATED');
      const user = await this.users.lock(uid);
      requireAllowed(user);
      const until = Math.min(this.clock.now() + lifetime, admin.expiresAt ?? Number.POSITIVE_INFINITY);
      const begun = await this.gate.impersonate(user, { adminTokenId: admin.id, name: admin.name, until }, client);
      const data = { reason, expires_at: begun.expiry };
      await this.events.record('user.impersonated', { uid, sessionId: begun.sessionId, data });
      if (this.env.impersonationNotice === 'mail') {
        await this.mail.notifyImpersonated(user.email, begun.expiry - this.clock.now(), NO_CLIENT);
      }
      return begun;
    });
  }
}

/** @throws {ApiError} USER_DISABLED */
function requireAllowed({ active }: User): void {
  if (!active) throw new ApiError('USER_DISABLED');
}
