import { EventLog } from '@app/events';
import { Passkeys } from '@app/factors';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/policies/factor-methods.js';

/**
 * Removes passkeys that another person may have added, when the owner undoes a change of the address. A passkey that is a
 * second factor stays: a mailbox alone must not remove it.
 */
@Injectable()
export class StrangerPasskeys {
  constructor(
    private readonly users: UsersService,
    private readonly passkeys: Passkeys,
    private readonly methods: FactorMethods,
    private readonly events: EventLog,
  ) {}

  /**
   * To be called in a transaction that has locked the user.
   * @param since removes only newer ones: a time in seconds since the UNIX epoch
   */
  async remove(uid: string, since: number): Promise<void> {
    const user = await this.users.find(uid);
    if (!user || user.mfaEnabled || this.methods.isRequired(user)) return;
    for (const { passkeyId, createdAt } of await this.passkeys.list(uid)) {
      if (createdAt < since) continue;
      await this.passkeys.remove(uid, passkeyId);
      await this.events.record('passkey.removed', { uid, data: { passkey_id: passkeyId } });
    }
  }
}
