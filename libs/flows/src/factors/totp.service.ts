import type { CallerIdentity } from '@app/auth';
import { type PendingTotp, TotpEnrolment, TotpFactors } from '@app/factors';
import type { Client } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { type Enroller, homeOf } from '../access/enroller.js';
import { LoginThrottle } from '../access/login-throttle.js';
import { RecentCaller } from '../access/recent-caller.js';
import { EnrolmentAdmission } from './enrolment-admission.js';
import { type Enrolled, FactorEnrolment } from './factor-enrolment.js';
import { FactorRemoval } from './factor-removal.js';

const DEFAULT_NAME = 'Authenticator app';

/** Adds, renames and removes authenticator apps. */
@Injectable()
export class TotpService {
  constructor(
    private readonly admission: EnrolmentAdmission,
    private readonly enrolment: FactorEnrolment,
    private readonly pending: TotpEnrolment,
    private readonly totp: TotpFactors,
    private readonly throttle: LoginThrottle,
    private readonly recent: RecentCaller,
    private readonly removal: FactorRemoval,
  ) {}

  /**
   * Adds a factor that waits for its first code.
   * @throws {ApiError} FACTOR_LIMIT_REACHED, EMAIL_NOT_VERIFIED, MFA_DISABLED, REAUTHENTICATION_REQUIRED
   */
  add(enroller: Enroller, name = DEFAULT_NAME): Promise<PendingTotp> {
    return this.admission.transaction(enroller, true, ({ user }) =>
      this.pending.add(user.uid, homeOf(enroller), user.email, name),
    );
  }

  /** @throws {ApiError} FACTOR_NOT_FOUND, INVALID_CODE, FACTOR_LIMIT_REACHED, TOO_MANY_REQUESTS */
  confirm(enroller: Enroller, factorId: string, code: string, client: Client): Promise<Enrolled> {
    const { uid } = enroller;
    return this.throttle.secondFactor('factor', uid, async () => {
      const match = await this.pending.match(uid, homeOf(enroller), factorId, code);
      return this.admission.transaction(enroller, false, async (enrolling) => {
        const enables = (await this.totp.list(uid)).length === 0;
        await this.pending.requireOpen(uid, homeOf(enroller), factorId);
        const finished = await this.admission.finish(enrolling);
        await this.pending.confirm(uid, match);
        return this.enrolment.added(finished, { amr: ['otp', 'mfa'], type: 'totp', enables }, client);
      });
    });
  }

  /** @throws {ApiError} FACTOR_NOT_FOUND, and those of `RecentCaller` */
  rename(caller: CallerIdentity, factorId: string, name: string): Promise<void> {
    return this.recent.transaction(caller, ({ uid }) => this.totp.rename(uid, factorId, name));
  }

  /** @throws {ApiError} FACTOR_NOT_FOUND, MFA_IS_REQUIRED, and those of `RecentCaller` */
  remove(caller: CallerIdentity, factorId: string): Promise<void> {
    return this.recent.transaction(caller, async (user) => {
      await this.removal.removed(user, 'totp', await this.totp.remove(user.uid, factorId), caller);
    });
  }
}
