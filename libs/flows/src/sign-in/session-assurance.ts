import { Env } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { Providers } from '@app/federation';
import { type Session, SessionProofs } from '@app/tokens';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { MfaChallenges } from './mfa-challenges.js';
import { reliesOnProvider } from './proof.js';

/** Decides how a session goes on, whenever it gets new tokens: the policy about second factors may have changed since its sign-in. */
@Injectable()
export class SessionAssurance {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly users: UsersService,
    private readonly providers: Providers,
    private readonly proofs: SessionProofs,
    private readonly mfaChallenges: MfaChallenges,
  ) {}

  /**
   * The session of a refresh, as it counts from now on. Undefined when it must end: it shows no second factor, and its user must
   * have one. Reads the user only where that is possible.
   */
  async admit(session: Session): Promise<Session | undefined> {
    const current = await this.withTrust(session);
    const { uid, acr, impersonator, factorDueAt } = current;
    if (acr === 'aal2' || impersonator !== null) return current;
    if (this.env.mfa !== 'required' && factorDueAt === null) return current;
    const user = await this.users.find(uid);
    return user && (await this.mfaChallenges.isOverdue(user)) ? undefined : current;
  }

  /**
   * The same for a reauthentication: an access token ends when the session could not be refreshed any more. The user must be
   * locked.
   * @throws {ApiError} NOT_AUTHENTICATED
   */
  async limit(session: Session, user: User): Promise<Session> {
    const current = await this.withTrust(session);
    if (current.acr === 'aal2') return current;
    const deadline = await this.mfaChallenges.deadlineOf(user);
    if (deadline <= this.clock.now()) throw new ApiError('NOT_AUTHENTICATED', { reason: 'second factor overdue' });
    return { ...current, expiresAt: Math.min(current.expiresAt, deadline) };
  }

  /** A provider whose word for second factors is trusted no more, or that was removed, leaves a session of one factor. */
  private async withTrust(session: Session): Promise<Session> {
    if (session.idp === null || !reliesOnProvider(session)) return session;
    const provider = await this.providers.find(session.idp);
    return provider?.trustMfa ? session : this.proofs.weaken(session);
  }
}
