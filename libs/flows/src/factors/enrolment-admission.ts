import { Env } from '@app/config';
import { Clock, Database } from '@app/database';
import { ApiError } from '@app/errors';
import { onBehalfOfUser } from '@app/events';
import { NO_OPEN_TOKEN, OneTimeTokens, type OpenToken } from '@app/tokens';
import { type LockedUser, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import type { Enroller } from '../access/enroller.js';
import { FactorMethods } from '../access/factor-methods.js';
import { ProvedAddress } from '../access/proved-address.js';
import { RecentSignIn } from '../access/recent-sign-in.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { WaysIn } from '../revocation/ways-in.js';
import { type FirstStep, stillHolds } from '../sign-in/mfa-challenges.js';
import { proverOf } from '../sign-in/proof.js';

/** The user who adds a factor, and the sign-in that waits for it, if there is one. */
export interface Enrolling {
  user: LockedUser;
  enroller: Enroller;
  waiting?: OpenToken<FirstStep>;
  /** Whether sign-ins needed a factor before the step. */
  neededFactor: boolean;
}

/** Decides who may add a factor, and when. */
@Injectable()
export class EnrolmentAdmission {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly stale: StaleTokens,
    private readonly recent: RecentSignIn,
    private readonly proved: ProvedAddress,
    private readonly clock: Clock,
    private readonly tokens: OneTimeTokens,
    private readonly waysIn: WaysIn,
    private readonly methods: FactorMethods,
  ) {}

  /**
   * Runs work in a transaction for an enroller who may add a factor. A factor needs a proved address, or a sign-in that
   * proves it.
   * @param fresh whether a signed-in user needs a recent sign-in besides a session that has not ended
   * @throws {ApiError} MFA_DISABLED, EMAIL_NOT_VERIFIED, NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED, INVALID_MFA_TOKEN
   */
  transaction<T>(enroller: Enroller, fresh: boolean, work: (enrolling: Enrolling) => Promise<T>): Promise<T> {
    if (this.env.mfa === 'off') throw new ApiError('MFA_DISABLED');
    const inside = async () => {
      const { user: locked, waiting } = await this.lock(enroller);
      if ('caller' in enroller) {
        const { caller } = enroller;
        if (fresh) await this.recent.require(caller, locked);
        await this.stale.requireLiving(caller);
      }
      if (!waiting?.data.proof.provesAddress) await this.proved.require(locked);
      return work({ user: locked, enroller, waiting, neededFactor: await this.methods.needsFactor(locked) });
    };
    return this.database.transaction(() => onBehalfOfUser(enroller.uid, inside));
  }

  /**
   * Uses up the sign-in that waits for the factor. A first proof of the address removes all earlier factors and ends what is under
   * way: so what adds the factor is used up before, and the factor is added after it.
   * @throws {ApiError} INVALID_MFA_TOKEN
   */
  async finish(enrolling: Enrolling): Promise<Enrolling> {
    const { user, waiting } = enrolling;
    if (!waiting) return enrolling;
    const proved = await this.consume(user, waiting);
    return { ...enrolling, user: proved, neededFactor: await this.methods.needsFactor(proved) };
  }

  private async lock(enroller: Enroller): Promise<Pick<Enrolling, 'user' | 'waiting'>> {
    const user = await this.users.lock(enroller.uid);
    if (!user?.active) throw new ApiError('NOT_AUTHENTICATED', { reason: 'account deleted or disabled' });
    if ('caller' in enroller) {
      await this.stale.refuse(enroller.caller);
      return { user };
    }
    return { user, waiting: await this.requireWaiting(enroller.mfaToken, user) };
  }

  /**
   * The sign-in of a token. Does not use the token up. Its session begins now, before the factor is added: the factor must not count
   * as an earlier one, however long the request takes.
   * @throws {ApiError} INVALID_MFA_TOKEN
   */
  private async requireWaiting(mfaToken: string, user: LockedUser): Promise<OpenToken<FirstStep>> {
    const waiting = await this.tokens.open<FirstStep>(mfaToken, 'mfa_enrolment');
    if (!waiting) throw new ApiError('INVALID_MFA_TOKEN', { reason: NO_OPEN_TOKEN });
    if (!stillHolds(waiting.data, user))
      throw new ApiError('INVALID_MFA_TOKEN', { reason: 'account changed since the first step' });
    const proof = { ...waiting.data.proof, createdAt: this.clock.now() };
    return { ...waiting, data: { ...waiting.data, proof } };
  }

  /**
   * Uses the token up, and returns the user as the first step has left it. A first proof of the address removes all earlier factors,
   * so it comes before the new one.
   * @throws {ApiError} INVALID_MFA_TOKEN
   */
  private async consume(user: LockedUser, waiting: OpenToken<FirstStep>): Promise<LockedUser> {
    if (!(await this.tokens.consume(waiting)))
      throw new ApiError('INVALID_MFA_TOKEN', { reason: 'token used meanwhile' });
    const { proof } = waiting.data;
    return proof.provesAddress ? this.waysIn.prove(user, proverOf(proof)) : user;
  }
}
