import { Database } from '@app/database';
import { EventLog } from '@app/events';
import { PasskeyAssertion, type PasskeyProof, TotpFactors } from '@app/factors';
import { UserFactors, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorNotices } from '../access/factor-notices.js';

/** Wrong second factors since the last right one, after which the owner gets an email (OWASP ASVS 5.0, 6.3.5). */
const WARNED_FAILURES = 5;

/** Records the use of second factors that were found right or wrong. */
@Injectable()
export class FactorUse {
  constructor(
    private readonly database: Database,
    private readonly assertion: PasskeyAssertion,
    private readonly totp: TotpFactors,
    private readonly users: UsersService,
    private readonly userFactors: UserFactors,
    private readonly notices: FactorNotices,
    private readonly events: EventLog,
  ) {}

  /**
   * Uses the challenge of a passkey up and records the use. A counter that went back is recorded, and no reason to refuse: some
   * authenticators count in no order. The user must be locked.
   * @throws {ApiError} INVALID_CHALLENGE, PASSKEY_NOT_FOUND
   */
  async record(proof: PasskeyProof): Promise<void> {
    const { uid, passkeyId } = proof.passkey;
    const regressed = await this.assertion.consume(proof);
    await this.succeeded(uid);
    if (!regressed) return;
    const data = { passkey_id: passkeyId, counter: proof.counter };
    await this.events.record('passkey.counter_regressed', { uid, data });
  }

  /** Forgets the wrong factors of a user. */
  async succeeded(uid: string): Promise<void> {
    await this.totp.clearFailures(uid);
    await this.userFactors.clearFailures(uid);
  }

  /**
   * Records a wrong factor. Too many in a row switch authenticator apps off. After some, the owner gets an email: another
   * person may know the password.
   */
  failed(uid: string, kind: string): Promise<void> {
    return this.database.transaction(async () => {
      const failures = await this.userFactors.countFailure(uid);
      await this.events.record('mfa.failed', { uid, actor: 'anonymous', data: { kind } });
      if (await this.totp.lockExhausted(uid)) await this.events.record('mfa.locked', { uid, actor: 'anonymous' });
      const user = failures === WARNED_FAILURES ? await this.users.find(uid) : null;
      if (user) await this.notices.send('factor-failed', user);
    });
  }
}
