import { EventLog } from '@app/events';
import {
  authenticatorName,
  type Passkey,
  type PasskeyAnswer,
  type PasskeyOptions,
  PasskeyRegistration,
} from '@app/factors';
import type { Client } from '@app/tokens';
import { UserFactors } from '@app/users';
import { Injectable } from '@nestjs/common';
import { type Enroller, homeOf } from '../../access/enroller.js';
import { browserInWords } from '../../input/browser.js';
import { passkeyAmr } from '../../sign-in/proof.js';
import { EnrolmentAdmission } from '../enrolment-admission.js';
import { type Enrolled, FactorEnrolment } from '../factor-enrolment.js';

/** A new passkey, and what it leads to. */
export interface AddedPasskey {
  passkey: Passkey;
  enrolled: Enrolled;
}

/** Adds passkeys. */
@Injectable()
export class PasskeyEnrolmentService {
  constructor(
    private readonly admission: EnrolmentAdmission,
    private readonly enrolment: FactorEnrolment,
    private readonly registration: PasskeyRegistration,
    private readonly userFactors: UserFactors,
    private readonly events: EventLog,
  ) {}

  /** @throws {ApiError} FACTOR_LIMIT_REACHED, EMAIL_NOT_VERIFIED, MFA_DISABLED, REAUTHENTICATION_REQUIRED */
  options(enroller: Enroller): Promise<PasskeyOptions> {
    return this.admission.transaction(enroller, true, async ({ user: { uid, email } }) => {
      const owner = { uid, email, handle: await this.userFactors.passkeyHandle(uid) };
      return this.registration.options(owner, homeOf(enroller));
    });
  }

  /**
   * Ends no session and asks for no second factor from now on: browsers add passkeys after a sign-in by a password on their
   * own.
   * @throws {ApiError} INVALID_CHALLENGE, INVALID_PASSKEY, PASSKEY_EXISTS, and those of `options()`
   */
  async add(enroller: Enroller, sent: PasskeyAnswer & { name?: string }, client: Client): Promise<AddedPasskey> {
    const { uid } = enroller;
    const verified = await this.registration.verify(uid, homeOf(enroller), sent.challengeId, sent.credential);
    const { aaguid } = verified.credential;
    const name = sent.name ?? authenticatorName(aaguid) ?? browserInWords(client.userAgent);
    return this.admission.transaction(enroller, true, async (waiting) => {
      await this.registration.spend(verified);
      const enrolling = await this.admission.finish(waiting);
      const handle = await this.userFactors.passkeyHandle(uid);
      const passkey = await this.registration.add(verified, { uid, handle }, name);
      await this.userFactors.setHasPasskey(uid, true);
      await this.events.record('passkey.added', { uid, data: { passkey_id: passkey.passkeyId } });
      const factor = { amr: [...passkeyAmr(passkey), 'mfa'], type: 'passkey', enables: false } as const;
      return { passkey, enrolled: await this.enrolment.added(enrolling, factor, client) };
    });
  }
}
