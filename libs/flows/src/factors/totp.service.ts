import { type PendingTotp, TotpEnrolment, TotpFactors } from '@app/factors';
import type { Client } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import type { Enroller } from '../access/enroller.js';
import { LoginThrottle } from '../access/login-throttle.js';
import { EnrolmentAdmission } from './enrolment-admission.js';
import { type Enrolled, FactorEnrolment } from './factor-enrolment.js';

const DEFAULT_NAME = 'Authenticator app';

/** Adds authenticator apps. */
@Injectable()
export class TotpService {
  constructor(
    private readonly admission: EnrolmentAdmission,
    private readonly enrolment: FactorEnrolment,
    private readonly pending: TotpEnrolment,
    private readonly totp: TotpFactors,
    private readonly throttle: LoginThrottle,
  ) {}

  /**
   * Adds a factor that waits for its first code.
   * @throws {ApiError} FACTOR_LIMIT_REACHED, EMAIL_NOT_VERIFIED, MFA_DISABLED, REAUTHENTICATION_REQUIRED
   */
  add(enroller: Enroller, name = DEFAULT_NAME): Promise<PendingTotp> {
    return this.admission.transaction(enroller, { fresh: true, adds: false }, ({ user }) =>
      this.pending.add(user.uid, user.email, name),
    );
  }

  /** @throws {ApiError} FACTOR_NOT_FOUND, INVALID_CODE, FACTOR_LIMIT_REACHED, TOO_MANY_REQUESTS */
  confirm(enroller: Enroller, factorId: string, code: string, client: Client): Promise<Enrolled> {
    const { uid } = enroller;
    return this.throttle.secondFactor('factor', uid, async () => {
      const match = await this.pending.match(uid, factorId, code);
      return this.admission.transaction(enroller, { fresh: false, adds: true }, async (enrolling) => {
        const enables = (await this.totp.list(uid)).length === 0;
        await this.pending.confirm(uid, match);
        return this.enrolment.added(enrolling, { amr: ['otp', 'mfa'], type: 'totp', enables }, client);
      });
    });
  }
}
