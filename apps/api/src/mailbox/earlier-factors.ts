import { EventLog } from '@app/events';
import { Passkeys, RecoveryCodes, TotpFactors } from '@app/factors';
import { MailService } from '@app/mail';
import { type User, UserFactors } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/policies/factor-methods.js';
import { requester } from '../wire/requester.js';

/** The factors that were added to an account before its address was proved. */
@Injectable()
export class EarlierFactors {
  constructor(
    private readonly methods: FactorMethods,
    private readonly totp: TotpFactors,
    private readonly passkeys: Passkeys,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly users: UserFactors,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /**
   * Removes factors that no sign-in asks for: a stranger who gave the account this address could keep a passkey as a way
   * in. Factors that are asked for stay, since a mailbox is no way round them. To be called in the transaction of the first
   * proof.
   */
  async remove(user: User): Promise<void> {
    const { uid, email } = user;
    if (user.mfaEnabled || !(await this.methods.hasFactor(uid)) || this.methods.isRequired(user)) return;
    for (const { passkeyId } of await this.passkeys.list(uid)) {
      await this.events.record('passkey.removed', { uid, data: { passkey_id: passkeyId } });
      await this.events.record('mfa.factor_removed', { uid, data: { type: 'passkey', reason: 'address' } });
    }
    const apps = await this.totp.list(uid);
    const facts = apps.map(() => ({ uid, data: { type: 'totp', reason: 'address' } }));
    await this.events.recordEach('mfa.factor_removed', facts);
    await this.totp.removeAll(uid);
    await this.passkeys.removeAll(uid);
    await this.recoveryCodes.removeAll(uid);
    await this.users.bumpVersion(uid);
    user.factorVersion += 1;
    await this.mail.notifyFactors('factor-removed', email, requester());
  }
}
