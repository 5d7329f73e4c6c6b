import { EventLog } from '@app/events';
import { PasskeyAssertion, type PasskeyProof, TotpFactors } from '@app/factors';
import { Injectable } from '@nestjs/common';

/** Uses passkeys that were found right. */
@Injectable()
export class PasskeyUse {
  constructor(
    private readonly assertion: PasskeyAssertion,
    private readonly totp: TotpFactors,
    private readonly events: EventLog,
  ) {}

  /**
   * Uses the challenge up and records the use. To be called in a transaction that has locked the user. A counter that went
   * back is recorded, and no reason to refuse: some authenticators count in no order.
   * @throws {ApiError} INVALID_CHALLENGE, PASSKEY_NOT_FOUND
   */
  async record(proof: PasskeyProof): Promise<void> {
    const { uid, passkeyId } = proof.passkey;
    const regressed = await this.assertion.spend(proof);
    await this.totp.clearFailures(uid);
    if (!regressed) return;
    const data = { passkey_id: passkeyId, counter: proof.counter };
    await this.events.record('passkey.counter_regressed', { uid, data });
  }
}
