import { Env } from '@app/config';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { onBehalfOfUser } from '@app/events';
import { type OpenToken } from '@app/tokens';
import { type LockedUser, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import type { Enroller } from '../access/enroller.js';
import { ProvedAddress } from '../access/proved-address.js';
import { RecentSignIn } from '../access/recent-sign-in.js';
import { StaleTokens } from '../access/stale-tokens.js';
import type { FirstStep } from '../sign-in/mfa-challenges.js';
import { WaitingSignIns } from './waiting-sign-ins.js';

/** The user who adds a factor, and the sign-in that waits for it, if there is one. */
export interface Enrolling {
  user: LockedUser;
  enroller: Enroller;
  waiting?: OpenToken<FirstStep>;
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
    private readonly waitingSignIns: WaitingSignIns,
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
      const enrolling = await this.lock(enroller);
      const { user, waiting } = enrolling;
      if ('caller' in enroller) {
        const { caller } = enroller;
        if (fresh) await this.recent.require(caller, user);
        await this.stale.requireLiving(caller);
      }
      if (!waiting?.data.proof.provesAddress) await this.proved.require(user);
      return work(enrolling);
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
    return waiting ? { ...enrolling, user: await this.waitingSignIns.consume(user, waiting) } : enrolling;
  }

  private async lock(enroller: Enroller): Promise<Enrolling> {
    const user = await this.users.lock(enroller.uid);
    if (!user?.active) throw new ApiError('NOT_AUTHENTICATED', { reason: 'account deleted or disabled' });
    if ('caller' in enroller) {
      await this.stale.refuse(enroller.caller);
      return { user, enroller };
    }
    return { user, enroller, waiting: await this.waitingSignIns.require(enroller.mfaToken, user) };
  }
}
