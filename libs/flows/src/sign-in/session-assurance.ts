import { Env } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { Providers } from '@app/federation';
import { type Admitted, type Session, SessionProofs } from '@app/tokens';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { MfaChallenges } from './mfa-challenges.js';
import { reliesOnProvider } from './proof.js';
import { TrustedDevices } from './trusted-devices.js';

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
    private readonly trustedDevices: TrustedDevices,
  ) {}

  /**
   * The session of a refresh, as it counts from now on. Undefined when it must end: it shows no second factor, and its user must
   * have one. Reads the user only where that is possible.
   */
  async admit(session: Session): Promise<Admitted<Session> | undefined> {
    const current = await this.withTrust(session);
    return (await this.lacksFactor(current)) ? undefined : (current as Admitted<Session>);
  }

  /**
   * The same for a reauthentication: an access token ends when the session could not be refreshed any more. The user must be
   * locked.
   * @throws {ApiError} NOT_AUTHENTICATED
   */
  async limit(session: Session, user: User): Promise<Session> {
    const current = await this.withTrust(session);
    if (current.acr === 'aal2') return current;
    const due = await this.mfaChallenges.deadlineOf(user);
    const deadline = due > this.clock.now() ? due : ((await this.trustedDevices.coverOf(current, user)) ?? due);
    if (deadline <= this.clock.now()) throw new ApiError('NOT_AUTHENTICATED', { reason: 'second factor overdue' });
    return { ...current, expiresAt: Math.min(current.expiresAt, deadline) };
  }

  private async lacksFactor(session: Session): Promise<boolean> {
    const { uid, acr, impersonator, factorDueAt } = session;
    if (acr === 'aal2' || impersonator !== null) return false;
    if (this.env.mfa !== 'required' && factorDueAt === null) return false;
    const user = await this.users.find(uid);
    if (!user || !(await this.mfaChallenges.isOverdue(user))) return false;
    // A trusted device has shown the factor before: the session goes on as long as a sign-in there would be asked for none.
    return (await this.trustedDevices.coverOf(session, user)) === null;
  }

  /** A provider whose word for second factors is trusted no more, or that was removed, leaves a session of one factor. */
  private async withTrust(session: Session): Promise<Session> {
    if (session.idp === null || !reliesOnProvider(session)) return session;
    const provider = await this.providers.find(session.idp);
    return provider?.trustMfa ? session : this.proofs.weaken(session);
  }
}
